import { inLanguages } from '../../../messages/languages.ts'

export type HowLongWords = (typeof howLongWords)['en']

/** In German as it stands behind “seit” and “vor”. */
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
