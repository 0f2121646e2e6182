import { inLanguages } from './language.ts'

export const textWords = inLanguages({
  en: {
    showAll: (lines: number) => (lines > 1 ? `Show all ${lines} lines` : 'Show all'),
    showLess: 'Show less',
  },
  de: {
    showAll: (lines) => (lines > 1 ? `Alle ${lines} Zeilen zeigen` : 'Alles zeigen'),
    showLess: 'Weniger zeigen',
  },
})
