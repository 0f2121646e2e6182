import type { Author } from '../domain/message.ts'

/** One line of a conversation, as a summary is made of it. */
export interface SummaryLine {
  id: number
  at: Date
  author: Author
  name: string
  text: string
}

/** The day in the person's own time zone: 2026-03-14. Made once for many lines, because a formatter is dear. */
export function dayIn(timezone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' })
  return (at) => format.format(at)
}

/** Who said it, as a summary names them. */
export function speakerOf({ author, name }: Pick<SummaryLine, 'author' | 'name'>): string {
  return author === 'bot' ? 'assistant' : name
}
