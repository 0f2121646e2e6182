import { inLanguages } from '../../../messages/languages.ts'

/** Texts that several parts of the page use. */
export const commonWords = inLanguages({
  en: {
    reading: 'Loading…',
    untitled: 'Untitled',
    newChat: 'New chat',
    save: 'Save',
    cancel: 'Cancel',
    older: 'Show older',
  },
  de: {
    reading: 'Wird geladen…',
    untitled: 'Ohne Titel',
    newChat: 'Neuer Chat',
    save: 'Speichern',
    cancel: 'Abbrechen',
    older: 'Ältere anzeigen',
  },
})

export const copyWords = inLanguages({
  en: { copy: 'Copy', copied: 'Copied', notAllowed: 'Copying is blocked' },
  de: { copy: 'Kopieren', copied: 'Kopiert', notAllowed: 'Kopieren blockiert' },
})

export const aloudWords = inLanguages({
  en: { read: 'Read aloud', stop: 'Stop reading' },
  de: { read: 'Vorlesen', stop: 'Nicht mehr vorlesen' },
})

/** The box of a task in a list. */
export const boxWords = inLanguages({
  en: { done: 'done', open: 'open' },
  de: { done: 'erledigt', open: 'offen' },
})

export const footnoteWords = inLanguages({
  en: {
    footnotes: 'Footnotes',
    footnote: (number: number) => `Footnote ${number}`,
    back: (number: number) => `Back to the text of footnote ${number}`,
  },
  de: {
    footnotes: 'Fußnoten',
    footnote: (number) => `Fußnote ${number}`,
    back: (number) => `Zurück zur Textstelle von Fußnote ${number}`,
  },
})

/** A drawn diagram. */
export const diagramWords = inLanguages({
  en: { diagram: 'Diagram', source: 'Source' },
  de: { diagram: 'Diagramm', source: 'Quelltext' },
})

/** Errors of requests to the daemon. */
export type ApiWords = (typeof apiWords)['en']

export const apiWords = inLanguages({
  en: {
    /** Tells the daemon in which language to answer. */
    language: 'en',
    notReached: 'Skein cannot be reached.',
    answered: (status: number) => `Skein returned an error (${status}).`,
    takenBack: 'Cancelled.',
  },
  de: {
    language: 'de',
    notReached: 'Skein ist nicht erreichbar.',
    answered: (status) => `Skein hat einen Fehler gemeldet (${status}).`,
    takenBack: 'Abgebrochen.',
  },
})

export type HowLongWords = (typeof howLongWords)['en']

/** The German words fit after “seit” and “vor”. */
export const howLongWords = inLanguages({
  en: {
    seconds: (amount: number) => `${amount} s`,
    minutes: (amount: number) => `${amount} min`,
    hours: (amount: number) => `${amount} h`,
    days: (amount: number) => `${amount} days`,
  },
  de: {
    seconds: (amount) => `${amount} s`,
    minutes: (amount) => `${amount} min`,
    hours: (amount) => `${amount} h`,
    days: (amount) => `${amount} Tagen`,
  },
})

export const railWords = inLanguages({
  en: { views: 'Views', withNew: (title: string, count: number) => `${title}, ${count} new` },
  de: { views: 'Ansichten', withNew: (title, count) => `${title}, ${count} neu` },
})

/** The titles of the views. */
export const viewTitles = {
  chats: inLanguages({ en: 'Chats', de: 'Chats' }),
  memory: inLanguages({ en: 'Memory', de: 'Gedächtnis' }),
  activity: inLanguages({ en: 'Activity', de: 'Aktivität' }),
  schedule: inLanguages({ en: 'Schedule', de: 'Termine' }),
  usage: inLanguages({ en: 'Usage', de: 'Verbrauch' }),
  health: inLanguages({ en: 'Health', de: 'Zustand' }),
  settings: inLanguages({ en: 'Settings', de: 'Einstellungen' }),
}

export const signedOutWords = inLanguages({
  en: {
    tryingAgain: (problem: string) => `${problem} Trying again…`,
    /** The text before and after the command. */
    run: ['In a terminal on this machine, run ', ' and open the link it prints.'],
    elsewhere:
      'To sign in this device, open the page on the machine Skein runs on. Under Settings, People and devices, choose “Sign in another device”, and scan the QR code from here.',
    invited:
      'If somebody invited you, open the link that they sent you. It works once, so ask for a new one if it has expired.',
    notEncrypted: 'This connection is not encrypted. Use it only in a network that you trust.',
  },
  de: {
    tryingAgain: (problem) => `${problem} Neuer Versuch läuft…`,
    run: ['Führe auf diesem Rechner in einem Terminal ', ' aus und öffne den Link, den der Befehl ausgibt.'],
    elsewhere:
      'Um dieses Gerät anzumelden, öffne die Seite auf dem Rechner, auf dem Skein läuft. Wähle unter Einstellungen, Personen und Geräte „Weiteres Gerät anmelden“, und scanne den QR-Code von hier.',
    invited:
      'Wenn dich jemand eingeladen hat, öffne den Link, den du bekommen hast. Er gilt einmal; lass dir einen neuen geben, wenn er abgelaufen ist.',
    notEncrypted: 'Diese Verbindung ist nicht verschlüsselt. Nutze sie nur in einem Netz, dem du vertraust.',
  },
})

export const textWords = inLanguages({
  en: {
    showAll: (lines: number) => (lines > 1 ? `Show all ${lines} lines` : 'Show all'),
    showLess: 'Show less',
  },
  de: {
    showAll: (lines) => (lines > 1 ? `Alle ${lines} Zeilen anzeigen` : 'Alles anzeigen'),
    showLess: 'Weniger anzeigen',
  },
})
