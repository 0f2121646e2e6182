import { inLanguages } from '../../../messages/languages.ts'

/** What more than one part of the page says. */
export const commonWords = inLanguages({
  en: {
    reading: 'Reading…',
    untitled: 'Untitled',
    newChat: 'New chat',
    save: 'Save',
    cancel: 'Cancel',
    older: 'Show older ones',
  },
  de: {
    reading: 'Wird gelesen…',
    untitled: 'Ohne Titel',
    newChat: 'Neuer Chat',
    save: 'Speichern',
    cancel: 'Abbrechen',
    older: 'Ältere zeigen',
  },
})
