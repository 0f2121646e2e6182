import type { InboundMessage } from '../../domain/message.ts'
import { quotePart } from '../../domain/message-parts.ts'
import type { Database } from '../../store/database.ts'
import { laneOfRemote } from '../../store/messages/messages.ts'

/**
 * The words as they are kept: what the sender says, with what they point at in front and what they pass on below, each as a
 * quote under a head of its own. What they reply to is looked up and shown by the gateway when we know that message; only
 * the words they marked in it are added.
 */
export function tellQuotes(db: Database, { chat, replyTo, quote, forwards = [], text }: InboundMessage): string {
  const isKnown = replyTo !== undefined && laneOfRemote(db, chat, replyTo) !== undefined
  const isReplied = isKnown && !quote?.isForeign
  const above =
    quote && (!isReplied || quote.isMarked) ? [quotePart(isReplied ? 'marked' : 'quote', quote.name, quote.text)] : []
  const below = forwards.map((forward) => quotePart('forward', forward.from, forward.text))
  return [...above, ...(text === '' && below.length > 0 ? [] : [text]), ...below].join('\n\n')
}
