import { localized } from './localized.ts'

/** The headings of day notes, and why a line of one is shown to the model. */
export const noteMessages = localized({
  en: {
    decided: 'Decided',
    done: 'Done',
    promised: 'Promised and to do',
    open: 'Open',
    fromDay: (day: string) => `in the notes of ${day}`,
    merged: (facts: string) =>
      `I merged facts that said the same: ${facts}. To take one back, run "skein memory undo" with its first number.`,
    expired: (facts: string) => `The date of these facts has passed, so they are no longer used: ${facts}.`,
    and: (kept: string, other: string) => `${kept} and ${other}`,
  },
  de: {
    decided: 'Entschieden',
    done: 'Erledigt',
    promised: 'Versprochen und zu tun',
    open: 'Offen',
    fromDay: (day) => `in den Notizen vom ${day}`,
    merged: (facts) =>
      `Ich habe Fakten zusammengelegt, die dasselbe sagten: ${facts}. Um eine Zusammenlegung zurückzunehmen, führe „skein memory undo“ mit der ersten Nummer aus.`,
    expired: (facts) => `Das Datum dieser Fakten ist vorbei, deshalb werden sie nicht mehr verwendet: ${facts}.`,
    and: (kept, other) => `${kept} und ${other}`,
  },
})
