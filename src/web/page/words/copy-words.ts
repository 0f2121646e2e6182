import { inLanguages } from '../../../messages/languages.ts'

export const copyWords = inLanguages({
  en: { copy: 'Copy', copied: 'Copied', notAllowed: 'Not allowed to copy' },
  de: { copy: 'Kopieren', copied: 'Kopiert', notAllowed: 'Kopieren nicht erlaubt' },
})

/** The box of something to do. */
export const boxWords = inLanguages({
  en: { done: 'done', open: 'open' },
  de: { done: 'erledigt', open: 'offen' },
})
