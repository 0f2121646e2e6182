import type { Author } from '../domain/message.ts'

/** One line of a conversation, as input for a summary. */
export interface SummaryLine {
  id: number
  at: Date
  author: Author
  name: string
  text: string
}

/** The day in a time zone: 2026-03-14. Created once for many lines, because a formatter is expensive. */
export function dayIn(timezone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' })
  return (at) => format.format(at)
}

/** The name of the speaker in a summary. */
export function speakerOf({ author, name }: Pick<SummaryLine, 'author' | 'name'>): string {
  return author === 'bot' ? 'assistant' : name
}
