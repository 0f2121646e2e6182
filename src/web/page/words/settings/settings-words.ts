import { inLanguages } from '../../../../messages/languages.ts'

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
