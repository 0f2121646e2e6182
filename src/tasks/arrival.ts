import type { Route } from '../domain/delivery.ts'
import { type Lane, replyLane, rootLane, topicLane } from '../domain/ids.ts'
import type { InboundMessage } from '../domain/message.ts'
import type { Database } from '../store/database.ts'
import { laneOfRemote } from '../store/messages.ts'

/** A message that is stored, with where it stands and where its answer may go. */
export interface Arrival {
  event: InboundMessage
  lane: Lane
  message: number
  route: Route
}

/** Topic, then reply, then root. A reply goes where the message it replies to is, when we know that message. */
export function laneOf(db: Database, event: Pick<InboundMessage, 'chat' | 'topic' | 'replyTo'>): Lane {
  if (event.topic !== undefined) return topicLane(event.chat, event.topic)
  if (event.replyTo === undefined) return rootLane(event.chat)
  return laneOfRemote(db, event.chat, event.replyTo) ?? replyLane(event.chat, event.replyTo)
}

/** Fixed when the message is taken in; nothing that happens later may widen it. */
export function routeOf(event: InboundMessage): Route {
  return { chat: event.chat, replyTo: event.remoteId, ...(event.topic === undefined ? {} : { topic: event.topic }) }
}
