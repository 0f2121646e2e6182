import type { InboundMessage } from '../../domain/message.ts'
import type { Trust } from '../../domain/person.ts'
import type { Database } from '../../store/database.ts'
import { laneOfRemote } from '../../store/messages/messages.ts'

/** The words as they are kept, and how far they may be believed. */
export interface Told {
  text: string
  trust: Trust
}

/**
 * What a sender replies to is looked up and shown by the gateway when we know that message; only the words they marked in it
 * are added. One that we never saw is put in front, labelled, and nobody vouches for it.
 */
export function tellQuote(db: Database, event: InboundMessage, trust: Trust): Told {
  const { chat, replyTo, quote, text } = event
  if (!quote) return { text, trust }
  const isKnown = replyTo !== undefined && laneOfRemote(db, chat, replyTo) !== undefined
  if (isKnown && !quote.isMarked && !quote.isForeign) return { text, trust }
  const lines = quote.text.split('\n').map((line) => `> ${line}`)
  return {
    text: [`[about what ${quote.name} wrote]`, ...lines, '', text].join('\n'),
    trust: isKnown && !quote.isForeign ? trust : 'untrusted',
  }
}
