import { inLanguages } from '../language.ts'

export const askWords = inLanguages({
  en: { cancel: 'Cancel' },
  de: { cancel: 'Abbrechen' },
})
