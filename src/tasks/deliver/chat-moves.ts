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
      const result = await channel.reconcile(toCurrentChat(db, delivery), signal)
      return withStoredId(result, movedTo(db, delivery.route.chat))
    },
    show: (progress) => channel.show(progressToCurrentChat(db, progress)),
  }
}

/** One batch may contain the move of a chat and messages from the new place. */
function translateInbox(inbox: Inbox, db: Database): Inbox {
  const translate = (events: InboundEvent[]) => {
    const moving = new Map<ChatId, ChatId>()
    const findHome = (remote: ChatId) => moving.get(remote) ?? homeOf(db, remote)
    return events.map((event) => {
      const translated = toStoredChat(event, findHome)
      if (translated.kind === 'membership' && translated.movedTo) moving.set(translated.movedTo, translated.chat)
      return translated
    })
  }
  return {
    ...inbox,
    accept: (events, ...marks) => inbox.accept(translate(events), ...marks),
    keep: (memory, events = []) => inbox.keep(memory, translate(events)),
  }
}

/** Message numbers restart where a chat has moved to, so they are prefixed with its new id. */
function toStoredChat<T extends InboundEvent>(event: T, findHome: (remote: ChatId) => ChatId): T {
  if (!('chat' in event)) return event
  const remote = event.chat
  const home = findHome(remote)
  if (home === remote) return event
  const { remoteId, replyTo } = { remoteId: undefined, replyTo: undefined, ...event }
  return {
    ...event,
    chat: home,
    ...(remoteId === undefined ? {} : { remoteId: qualifyId(remote, remoteId) }),
    ...(replyTo === undefined ? {} : { replyTo: qualifyId(remote, replyTo) }),
  }
}

/** A message of the old place cannot be replied to in the new one. */
function toCurrentChat(db: Database, delivery: Delivery): Delivery {
  const { route, lane } = delivery
  const remote = movedTo(db, route.chat)
  if (!remote) return delivery
  const { replyTo, ...place } = route
  const currentId = unqualifyId(remote, replyTo)
  return {
    ...delivery,
    lane: translateLane(lane, route.chat, remote),
    route: { ...place, chat: remote, ...(currentId === undefined ? {} : { replyTo: currentId }) },
  }
}

function progressToCurrentChat(db: Database, progress: Progress): Progress {
  const remote = movedTo(db, progress.chat)
  if (!remote) return progress
  const moved = { ...progress, chat: remote, lane: translateLane(progress.lane, progress.chat, remote) }
  if (moved.kind !== 'settled') return moved
  const { remoteId, ...rest } = moved
  const currentId = unqualifyId(remote, remoteId)
  return { ...rest, ...(currentId === undefined ? {} : { remoteId: currentId }) }
}

function withStoredId<T extends Receipt | ReconcileResult>(receipt: T, remote: ChatId | undefined): T {
  return remote && receipt.status === 'sent' ? { ...receipt, remoteId: qualifyId(remote, receipt.remoteId) } : receipt
}

function qualifyId(remote: ChatId, id: string): string {
  return `${remote}/${id}`
}

/** Undefined for a message number of the old place. */
function unqualifyId(remote: ChatId, id: string | undefined): string | undefined {
  const prefix = qualifyId(remote, '')
  return id?.startsWith(prefix) ? id.slice(prefix.length) : undefined
}

function translateLane(lane: Lane, home: ChatId, remote: ChatId): Lane {
  return lane.replace(home, remote) as Lane
}
