import { inLanguages } from '../../../../messages/languages.ts'
import type { ListedPerson, SignedIn } from '../../wire/settings-wire.ts'

export const allowedWords = inLanguages({
  en: {
    title: 'Allowed without asking',
    always: 'Allowed with "Always"',
    noneAlways: 'Nothing yet: no question was answered with "Always".',
    byConfig: 'In the configuration',
    nothing: 'nothing',
    takeBack: 'Revoke',
  },
  de: {
    title: 'Ohne Nachfrage erlaubt',
    always: 'Mit „Immer“ erlaubt',
    noneAlways: 'Noch nichts: Keine Frage wurde mit „Immer“ beantwortet.',
    byConfig: 'In der Konfiguration',
    nothing: 'nichts',
    takeBack: 'Widerrufen',
  },
})

export const assistantWords = inLanguages({
  en: {
    title: 'The assistant',
    name: 'Name',
    persona: 'Persona',
    about: 'How the assistant should behave, in your own words. It applies from your next message.',
    profile: 'The profile of the assistant has a text, which is used instead of this.',
    openProfile: 'Open the profile',
    saved: 'Saved.',
  },
  de: {
    title: 'Der Assistent',
    name: 'Name',
    persona: 'Persona',
    about: 'Wie der Assistent sein soll, in deinen Worten. Gilt ab deiner nächsten Nachricht.',
    profile: 'Das Profil des Assistenten hat einen Text, der stattdessen benutzt wird.',
    openProfile: 'Profil öffnen',
    saved: 'Gespeichert.',
  },
})

export const lookWords = inLanguages({
  en: {
    title: 'Appearance and language',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    language: 'Language',
    ofBrowser: 'Browser language',
    note: 'Stored in this browser.',
  },
  de: {
    title: 'Darstellung und Sprache',
    theme: 'Design',
    themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
    language: 'Sprache',
    ofBrowser: 'Sprache des Browsers',
    note: 'Wird in diesem Browser gespeichert.',
  },
})

/** Each in its own language, so that everyone can find theirs. */
export const languageNames = { en: 'English', de: 'Deutsch' }

interface NotifyWords {
  title: string
  about: string
  states: Record<'missing' | 'refused' | 'off' | 'on', string>
  turnOn: string
  turnOff: string
  first: string
  needsYou(count: number): string
  answered(chat: string): string
}

export const notifyWords = inLanguages<NotifyWords>({
  en: {
    title: 'In this browser',
    about:
      'While this page is open in the background, the browser can notify you when something needs you or an answer arrives. Notifications do not show the messages.',
    states: {
      missing: 'This browser does not support notifications for this page.',
      refused: 'Notifications are blocked. Allow them in the browser settings for this site.',
      off: 'Off',
      on: 'On, in this browser',
    },
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    first: 'Notifications are on.',
    needsYou: (count) => (count === 1 ? 'Something needs you.' : `${count} things need you.`),
    answered: (chat) => (chat ? `New answer in "${chat}"` : 'New answer'),
  },
  de: {
    title: 'In diesem Browser',
    about:
      'Solange diese Seite im Hintergrund offen ist, kann der Browser dich benachrichtigen, wenn etwas auf dich wartet oder eine Antwort kommt. Der Inhalt wird nicht angezeigt.',
    states: {
      missing: 'Dieser Browser unterstützt für diese Seite keine Benachrichtigungen.',
      refused: 'Benachrichtigungen sind blockiert. Erlaube sie in den Browser-Einstellungen für diese Website.',
      off: 'Aus',
      on: 'An, in diesem Browser',
    },
    turnOn: 'Einschalten',
    turnOff: 'Ausschalten',
    first: 'Benachrichtigungen sind eingeschaltet.',
    needsYou: (count) => (count === 1 ? 'Etwas wartet auf dich.' : `${count} Dinge warten auf dich.`),
    answered: (chat) => (chat ? `Neue Antwort in „${chat}“` : 'Neue Antwort'),
  },
})

export const restartWords = inLanguages({
  en: {
    title: 'Restart',
    about:
      'Restart to apply new connections and configuration changes. No message is lost. An answer in progress starts again, or you are notified.',
    restart: 'Restart Skein',
    restartNow: 'Restart now',
    underWay: 'Restarting…',
    away: 'Skein has not come back. Check its log on the machine it runs on.',
  },
  de: {
    title: 'Neustart',
    about:
      'Ein Neustart übernimmt neue Verbindungen und Änderungen der Konfiguration. Keine Nachricht geht verloren. Eine Antwort, die gerade entsteht, beginnt von vorn, oder du wirst benachrichtigt.',
    restart: 'Skein neu starten',
    restartNow: 'Jetzt neu starten',
    underWay: 'Startet neu…',
    away: 'Skein hat sich nicht zurückgemeldet. Sieh auf dem Rechner, auf dem es läuft, ins Protokoll.',
  },
})

export const peopleWords = inLanguages({
  en: {
    title: 'People',
    reading: 'Loading…',
    role: { owner: 'owner', member: 'member', guest: 'guest' } satisfies Record<ListedPerson['role'], string>,
    takeOut: 'Remove',
    takeOutNow: (address: string) => `Remove ${address} now`,
    linkTo: (address: string) => `Link ${address} to another person`,
    linkHint: 'Link to…',
    link: 'Link',
    linkNow: (address: string, name: string) => `Make ${address} and ${name} one person now`,
    unlink: 'Unlink',
    unlinkNow: (address: string) => `Unlink ${address} now`,
    letIn: 'Add a person',
    letMeIn: 'Add another account of mine',
    codeFor: { owner: 'For your own account', member: 'For another person' },
    send: (code: string) =>
      `Send “/start ${code}” to the bot in a private chat, or “!start ${code}” where commands begin with “!”.`,
    once: (until: string) => `The code works once, until ${until}.`,
    scanLink: 'Or scan this with your phone. It opens the chat with the bot, and one tap sends the code.',
    scanCode: 'The QR code contains the code, to be scanned with a phone.',
    picture: 'QR code',
    open: 'Open the chat on this device',
    done: 'Done',
  },
  de: {
    title: 'Personen',
    reading: 'Wird geladen…',
    role: { owner: 'Besitzer', member: 'Mitglied', guest: 'Gast' },
    takeOut: 'Entfernen',
    takeOutNow: (address) => `${address} jetzt entfernen`,
    linkTo: (address) => `${address} mit einer anderen Person verknüpfen`,
    linkHint: 'Verknüpfen mit…',
    link: 'Verknüpfen',
    linkNow: (address, name) => `${address} und ${name} jetzt zu einer Person machen`,
    unlink: 'Lösen',
    unlinkNow: (address) => `${address} jetzt lösen`,
    letIn: 'Person hinzufügen',
    letMeIn: 'Weiteres eigenes Konto hinzufügen',
    codeFor: { owner: 'Für dein eigenes Konto', member: 'Für eine andere Person' },
    send: (code) =>
      `Sende dem Bot in einem privaten Chat „/start ${code}“, oder „!start ${code}“, wo Befehle mit „!“ beginnen.`,
    once: (until) => `Der Code gilt einmal, bis ${until}.`,
    scanLink: 'Oder scanne dies mit dem Smartphone. Das öffnet den Chat mit dem Bot, und ein Tippen sendet den Code.',
    scanCode: 'Der QR-Code enthält den Code, um ihn mit dem Smartphone zu scannen.',
    picture: 'QR-Code',
    open: 'Den Chat auf diesem Gerät öffnen',
    done: 'Fertig',
  },
})

export const signInWords = inLanguages({
  en: {
    title: 'Signed-in browsers',
    reading: 'Loading…',
    browser: (browser: string | null, system: string | null) =>
      `${browser ?? 'A browser'}${system === null ? '' : ` on ${system}`}`,
    place: {
      here: 'on Skein’s machine',
      elsewhere: 'on another device',
    } satisfies Record<SignedIn['place'], string>,
    isThis: 'this browser',
    since: (since: string, used: string) => `since ${since}, last used about ${used}`,
    end: 'Sign out',
    endNow: (since: string) => `Sign out the browser signed in since ${since} now`,
    endOthers: 'Sign out all others',
    endOthersNow: 'Sign out all others now',
    others: 'This also invalidates sign-in links that were not opened yet.',
  },
  de: {
    title: 'Angemeldete Browser',
    reading: 'Wird geladen…',
    browser: (browser, system) => `${browser ?? 'Ein Browser'}${system === null ? '' : ` unter ${system}`}`,
    place: { here: 'auf dem Rechner von Skein', elsewhere: 'auf einem anderen Gerät' },
    isThis: 'dieser Browser',
    since: (since, used) => `seit ${since}, zuletzt benutzt etwa ${used}`,
    end: 'Abmelden',
    endNow: (since) => `Den seit ${since} angemeldeten Browser jetzt abmelden`,
    endOthers: 'Alle anderen abmelden',
    endOthersNow: 'Alle anderen jetzt abmelden',
    others: 'Das macht auch Anmeldelinks ungültig, die noch niemand geöffnet hat.',
  },
})
