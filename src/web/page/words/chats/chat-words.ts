import { inLanguages } from '../../../../messages/languages.ts'
import type { FirstStep } from '../../views/chats/first-run/first-steps.ts'

export const emptyWords = inLanguages({
  en: {
    title: 'What is on your mind?',
    text: 'Ask, plan, think aloud. Everything is stored in one file on the machine that runs Skein.',
    sends: 'sends',
    newLine: 'new line',
    newChat: 'new chat',
    stops: 'stops an answer',
  },
  de: {
    title: 'Was beschäftigt dich?',
    text: 'Frag, plane, denk laut. Alles wird in einer Datei auf dem Rechner gespeichert, auf dem Skein läuft.',
    sends: 'sendet',
    newLine: 'neue Zeile',
    newChat: 'neuer Chat',
    stops: 'hält eine Antwort an',
  },
})

/** What keeps every message from being answered. */
export const standstillWords = inLanguages({
  en: {
    disk: 'The disk is full. New messages wait until there is room again.',
    crashes: 'Skein crashed several times and is pausing. Messages are stored and answered later.',
    model: (why: string, next: string) => `No answers right now. ${why} ${next}`,
    triedAt: (at: string) => `Next attempt at ${at}.`,
    triedNext: 'Your next message will try again.',
    cures: { model: 'Model settings', disk: 'Show disk space', crashes: 'Details' },
    tryNow: 'Try now',
    tryNowAbout: (name: string) => `retries everything that waits for ${name}`,
  },
  de: {
    disk: 'Der Speicherplatz ist voll. Neue Nachrichten warten, bis wieder Platz ist.',
    crashes:
      'Skein ist mehrmals abgestürzt und macht eine Pause. Nachrichten werden gespeichert und später beantwortet.',
    model: (why, next) => `Zurzeit kommen keine Antworten. ${why} ${next}`,
    triedAt: (at) => `Nächster Versuch um ${at}.`,
    triedNext: 'Deine nächste Nachricht versucht es erneut.',
    cures: { model: 'Zum Modell', disk: 'Speicherplatz zeigen', crashes: 'Details' },
    tryNow: 'Jetzt versuchen',
    tryNowAbout: (name) => `versucht alles erneut, was auf ${name} wartet`,
  },
})

export const chatPanelWords = inLanguages({
  en: {
    noChat: 'Chat not found',
    chats: 'Chats',
    reconnecting: 'reconnecting…',
    heldElsewhere: (channel: string) => `This chat is on ${channel}. You can read it here and write there.`,
    goOn: 'Continue where you stopped.',
  },
  de: {
    noChat: 'Chat nicht gefunden',
    chats: 'Chats',
    reconnecting: 'Verbindung wird wiederhergestellt…',
    heldElsewhere: (channel) =>
      `Dieser Chat läuft über ${channel}. Hier kannst du ihn lesen, schreiben kannst du dort.`,
    goOn: 'Mach dort weiter, wo du aufgehört hast.',
  },
})

interface FirstRunWords {
  title: string
  steps: Record<FirstStep, { title: string; about: string; go: string }>
  waiting: string
  /** The link to a step that needs a restart. */
  see: string
  dismiss: string
}

export const firstRunWords = inLanguages<FirstRunWords>({
  en: {
    title: 'First steps',
    steps: {
      brain: { title: 'Connect a model', about: 'Right now a demo answers instead of a model.', go: 'Connect' },
      channel: {
        title: 'Connect a channel',
        about: 'Also chat on Telegram, in Nextcloud Talk or by email.',
        go: 'Choose',
      },
      import: { title: 'Import old chats', about: 'Bring your messages from other apps.', go: 'Import' },
    },
    see: 'Details',
    waiting: 'Saved. Restart Skein to apply.',
    dismiss: 'Not now',
  },
  de: {
    title: 'Erste Schritte',
    steps: {
      brain: {
        title: 'Ein Modell verbinden',
        about: 'Zurzeit antwortet eine Demo statt eines Modells.',
        go: 'Verbinden',
      },
      channel: {
        title: 'Einen Kanal verbinden',
        about: 'Chatte auch auf Telegram, in Nextcloud Talk oder per E-Mail.',
        go: 'Wählen',
      },
      import: {
        title: 'Alte Chats importieren',
        about: 'Übernimm deine Nachrichten aus anderen Apps.',
        go: 'Importieren',
      },
    },
    see: 'Details',
    waiting: 'Gespeichert. Starte Skein neu, um es zu übernehmen.',
    dismiss: 'Nicht jetzt',
  },
})
