import { localized } from './localized.ts'

/** The headings of day notes, and why a line of one is shown to the model. */
export const noteMessages = localized({
  en: {
    decided: 'Decided',
    done: 'Done',
    promised: 'Promised and to do',
    open: 'Open',
    fromDay: (day: string) => `in the notes of ${day}`,
  },
  de: {
    decided: 'Entschieden',
    done: 'Erledigt',
    promised: 'Versprochen und zu tun',
    open: 'Offen',
    fromDay: (day) => `in den Notizen vom ${day}`,
  },
})
