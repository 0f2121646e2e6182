import type { Channel, Inbox } from '../../channels/channel.ts'
import type { Delivery, Receipt, ReconcileResult } from '../../domain/delivery.ts'
import type { ChatId, Lane } from '../../domain/ids.ts'
import type { InboundEvent } from '../../domain/message.ts'
import type { Progress } from '../../domain/task.ts'
import type { Database } from '../../store/database.ts'
import { homeOf, movedTo } from '../../store/messages/chats.ts'

/**
 * Wraps a channel whose chats can move to a new id. In the store a chat keeps its first id, and with it its lanes,
 * summaries, workspace and messages. Ids are translated only when events come in and deliveries go out.
 */
export function followMoves<T extends Channel>(channel: T, db: Database): T {
  return {
    ...channel,
    listen: (inbox, signal) => channel.listen(translateInbox(inbox, db), signal),
    async send(delivery, signal) {
      const receipt = await channel.send(toCurrentChat(db, delivery), signal)
      // Looked up again, because the send itself may have discovered that the chat has moved.
      return withStoredId(receipt, movedTo(db, delivery.route.chat))
    },
    async reconcile(delivery, signal) {
      const found = await channel.reconcile(toCurrentChat(db, delivery), signal)
      return withStoredId(found, movedTo(db, delivery.route.chat))
    },
    show: (progress) => channel.show(progressToCurrentChat(db, progress)),
  }
}

/** One batch may contain the move of a chat and messages from the new place. */
function translateInbox(inbox: Inbox, db: Database): Inbox {
  const known = (events: InboundEvent[]) => {
    const moving = new Map<ChatId, ChatId>()
    const homes = (remote: ChatId) => moving.get(remote) ?? homeOf(db, remote)
    return events.map((event) => {
      const inside = toStoredChat(event, homes)
      if (inside.kind === 'membership' && inside.movedTo) moving.set(inside.movedTo, inside.chat)
      return inside
    })
  }
  return {
    ...inbox,
    accept: (events, ...marks) => inbox.accept(known(events), ...marks),
    keep: (memory, events = []) => inbox.keep(memory, known(events)),
  }
}

/** Message numbers restart where a chat has moved to, so they are prefixed with its new id. */
function toStoredChat<T extends InboundEvent>(event: T, homes: (remote: ChatId) => ChatId): T {
  if (!('chat' in event)) return event
  const remote = event.chat
  const home = homes(remote)
  if (home === remote) return event
  const { remoteId, replyTo } = { remoteId: undefined, replyTo: undefined, ...event }
  return {
    ...event,
    chat: home,
    ...(remoteId === undefined ? {} : { remoteId: numberIn(remote, remoteId) }),
    ...(replyTo === undefined ? {} : { replyTo: numberIn(remote, replyTo) }),
  }
}

/** A message of the old place cannot be replied to in the new one. */
function toCurrentChat(db: Database, delivery: Delivery): Delivery {
  const { route, lane } = delivery
  const remote = movedTo(db, route.chat)
  if (!remote) return delivery
  const { replyTo, ...place } = route
  const number = numberOf(remote, replyTo)
  return {
    ...delivery,
    lane: laneIn(lane, route.chat, remote),
    route: { ...place, chat: remote, ...(number === undefined ? {} : { replyTo: number }) },
  }
}

function progressToCurrentChat(db: Database, progress: Progress): Progress {
  const remote = movedTo(db, progress.chat)
  if (!remote) return progress
  const moved = { ...progress, chat: remote, lane: laneIn(progress.lane, progress.chat, remote) }
  if (moved.kind !== 'settled') return moved
  const { remoteId, ...rest } = moved
  const number = numberOf(remote, remoteId)
  return { ...rest, ...(number === undefined ? {} : { remoteId: number }) }
}

function withStoredId<T extends Receipt | ReconcileResult>(known: T, remote: ChatId | undefined): T {
  return remote && known.status === 'sent' ? { ...known, remoteId: numberIn(remote, known.remoteId) } : known
}

function numberIn(remote: ChatId, id: string): string {
  return `${remote}/${id}`
}

/** Undefined for a message number of the old place. */
function numberOf(remote: ChatId, id: string | undefined): string | undefined {
  const prefix = numberIn(remote, '')
  return id?.startsWith(prefix) ? id.slice(prefix.length) : undefined
}

function laneIn(lane: Lane, home: ChatId, remote: ChatId): Lane {
  return lane.replace(home, remote) as Lane
}
