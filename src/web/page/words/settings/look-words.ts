import { inLanguages } from '../../../../messages/languages.ts'

export const lookWords = inLanguages({
  en: {
    title: 'Look and language',
    theme: 'Theme',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    language: 'Language',
    ofBrowser: 'Of the browser',
    note: 'Kept in this browser. What the daemon itself tells is in English.',
  },
  de: {
    title: 'Aussehen und Sprache',
    theme: 'Farben',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    language: 'Sprache',
    ofBrowser: 'Wie der Browser',
    note: 'Gilt in diesem Browser. Was der Dienst selbst meldet, ist englisch.',
  },
})

/** Each in itself, so that whoever is lost finds the way back. */
export const languageNames = { en: 'English', de: 'Deutsch' }
