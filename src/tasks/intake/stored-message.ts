import type { Route } from '../../domain/delivery.ts'
import { type Lane, replyLane, rootLane, topicLane } from '../../domain/ids.ts'
import type { InboundMessage } from '../../domain/message.ts'
import { quotePart, withRecipients } from '../../domain/message-parts.ts'
import type { Person } from '../../domain/person.ts'
import { truncate } from '../../lib/text/text.ts'
import type { Database } from '../../store/database.ts'
import { attachFiles } from '../../store/files/files.ts'
import { ensureLane, ensurePlace, renameGroup } from '../../store/messages/chats.ts'
import { noteExpiry } from '../../store/messages/deletions.ts'
import { insertMessage, laneOfRemote } from '../../store/messages/messages.ts'
import { noteSpoken } from '../../store/messages/voice.ts'
import type { Batch } from './batch.ts'

/** A message with its lane and the route of its answer. Both are determined once, when the message arrives. */
export interface PlacedMessage {
  event: InboundMessage
  lane: Lane
  route: Route
}

export interface AcceptedMessage extends PlacedMessage {
  /** The id of its row. */
  message: number
}

export function placeMessage(db: Database, event: InboundMessage): PlacedMessage {
  return { event, lane: laneOf(db, event), route: routeOf(event) }
}

/** Stores a message in its lane. Call it inside the transaction that accepts the message. */
export function storeMessage(
  db: Database,
  placed: PlacedMessage,
  { person, kind }: { person: Person | undefined; kind: 'conversation' | 'command' },
  batch: Batch,
): AcceptedMessage {
  const { event, lane } = placed
  if (event.unproven) ensureLane(db, lane, event.chat)
  else if (!batch.lanes.has(lane) || event.facts) {
    const title = event.chatTitle ?? truncate(event.text.trim().split('\n', 1)[0] ?? '', 60)
    const { chat: id, audience, sender: owner, facts } = event
    ensurePlace(db, { id, title, audience, owner, personId: person?.id, facts }, lane, batch.now)
    // A chat opened by a stranger belongs to the first known person who writes there.
    if (person) batch.lanes.add(lane)
  }
  const newTitle = event.keepsFirstTitle || event.unproven ? undefined : event.chatTitle
  if (newTitle !== undefined && event.audience === 'group') renameGroup(db, event.chat, newTitle)
  const message = insertMessage(
    db,
    {
      chat: event.chat,
      lane,
      author: 'human',
      kind,
      origin: 'chat',
      trust: isForwarded(event) ? 'untrusted' : (person?.role ?? 'untrusted'),
      personId: person?.id ?? null,
      name: event.senderName,
      remoteId: event.remoteId,
      replyTo: event.replyTo ?? null,
      at: event.at,
      receivedAt: batch.now,
      text: withQuotes(db, event),
      raw: event.raw === '' ? null : event.raw,
      gapMs: batch.gapMs,
      files: (event.files ?? []).map(({ name }) => name),
    },
    event.keys,
  )
  attachFiles(db, message, event.files ?? [])
  if (event.spoken) noteSpoken(db, message)
  if (event.expiresAt) noteExpiry(db, message, event.expiresAt)
  return { ...placed, message }
}

/** Forwarded text is not the sender's own: it has no authority and is never run as a command. */
export function isForwarded({ partOf, forwardedFrom }: Pick<InboundMessage, 'partOf' | 'forwardedFrom'>): boolean {
  return partOf === 'forward' || forwardedFrom !== undefined
}

/** Topic first, then reply, then root. A reply belongs to the lane of the message it replies to, if we know that message. */
export function laneOf(db: Database, event: Pick<InboundMessage, 'chat' | 'topic' | 'replyTo'>): Lane {
  if (event.topic !== undefined) return topicLane(event.chat, event.topic)
  if (event.replyTo === undefined) return rootLane(event.chat)
  return laneOfRemote(db, event.chat, event.replyTo) ?? replyLane(event.chat, event.replyTo)
}

/** Where the answer may go. This is fixed when the message is accepted, and nothing later may widen it. */
function routeOf(event: InboundMessage): Route {
  const { chat, topic, facts } = event
  const replyTo = event.saidElsewhere ? event.replyTo : event.remoteId
  return {
    chat,
    ...(replyTo !== undefined && { replyTo }),
    ...(topic !== undefined && { topic }),
    ...(facts && { facts }),
  }
}

/**
 * The text as it is stored: the recipients if there are others, quotes, then what the sender wrote, then forwarded messages, each quote under a heading
 * of its own. The gateway shows a known message that is replied to, so only the words marked in it are added here.
 */
export function withQuotes(
  db: Database,
  { chat, replyTo, quote, forwards = [], recipients, text }: InboundMessage,
): string {
  const isKnown = replyTo !== undefined && laneOfRemote(db, chat, replyTo) !== undefined
  const isReply = isKnown && !quote?.isForeign
  const quotes =
    quote && (!isReply || quote.isSelected) ? [quotePart(isReply ? 'marked' : 'quote', quote.name, quote.text)] : []
  const forwarded = forwards.map((forward) => quotePart('forward', forward.from, forward.text))
  const fullText = [...quotes, ...(text === '' && forwarded.length > 0 ? [] : [text]), ...forwarded].join('\n\n')
  return recipients ? withRecipients(fullText, recipients) : fullText
}
