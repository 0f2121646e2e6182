import type { Author } from '../domain/message.ts'

/** One line of a conversation, as input for a summary. */
export interface SummaryLine {
  id: number
  at: Date
  author: Author
  name: string
  text: string
}

/** The name of the speaker in a summary. */
export function speakerOf({ author, name }: Pick<SummaryLine, 'author' | 'name'>): string {
  return author === 'bot' ? 'assistant' : name
}
