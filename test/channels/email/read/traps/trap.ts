import { html, makeMail, plain } from '../corpus/reply.ts'

/** One mail that is easily read wrongly. */
export interface Trap {
  /** Unless given, the mail is an answer in plain text. */
  subject?: string
  type?: string
  isReply?: boolean
  body: string
  /** What we sent or stored in the thread before. */
  said?: string[]
  /** Words of the sender: they must be read as theirs. */
  own?: string[]
  /** Words that nobody can assign: they may stand in the quote, but nowhere is not allowed. */
  kept?: string[]
  /** Words of others: they must not be read as the sender's. */
  foreign?: string[]
}

export function sourceOf({ subject = 'Re: Roof', type = plain, isReply = true, body }: Trap): Buffer {
  return makeMail({ subject, type, isReply, body })
}

/** What is read of a mail. */
interface Reading {
  text: string
  quoted: string
  forwarded?: { text: string }
}

/** What went wrong; undefined where nothing did. */
export function faultOf(trap: Trap, { text, quoted, forwarded }: Reading): string | undefined {
  const own = squeezed(text)
  const all = squeezed([text, quoted, forwarded?.text ?? ''].join(' '))
  const lost = trap.own?.find((words) => !own.includes(squeezed(words)))
  if (lost !== undefined) return `not read as theirs: ${lost}`
  const gone = trap.kept?.find((words) => !all.includes(squeezed(words)))
  if (gone !== undefined) return `nowhere: ${gone}`
  // A line of ours may stand, marked, above the answer to it.
  const claimed = trap.said ? squeezed(text.replace(/^>.*$/gm, '')) : own
  const taken = trap.foreign?.find((words) => claimed.includes(squeezed(words)))
  return taken === undefined ? undefined : `read as theirs: ${taken}`
}

/** Marks and wrapping do not matter here. */
function squeezed(text: string): string {
  return text.replace(/[\s>]+/g, ' ').trim()
}

export const page = { type: html }
export const first = { isReply: false, subject: 'Roof' }
