import { inLanguages } from '../../../messages/languages.ts'

/** What the page says of its talk with the daemon. */
export type ApiWords = (typeof apiWords)['en']

export const apiWords = inLanguages({
  en: {
    /** Tells the daemon in which language to answer. */
    language: 'en',
    notReached: 'The daemon cannot be reached.',
    answered: (status: number) => `The daemon answered ${status}.`,
    takenBack: 'Taken back.',
  },
  de: {
    language: 'de',
    notReached: 'Der Dienst ist nicht erreichbar.',
    answered: (status) => `Der Dienst hat mit ${status} geantwortet.`,
    takenBack: 'Zurückgenommen.',
  },
})
