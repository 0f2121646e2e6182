import { type ChatId, channelOf, noticesChat } from '../../domain/ids.ts'
import { noteKey, partKey, undeliveredKey } from '../../domain/outbox-key.ts'
import { deliveryMessages } from '../../messages/delivery-messages.ts'
import type { AnyText } from '../../messages/localized.ts'
import { chatElsewhere, chatOwner, chatTitles } from '../../store/messages/chats.ts'
import { hasDelivery, isUnasked, markEnded, type OutboxRow } from '../../store/work/outbox.ts'
import { retryCommand } from '../say/channel-access.ts'
import { sendNotice } from '../say/notices.ts'
import { postMessage } from '../say/post-message.ts'
import type { TaskDeps } from '../task-deps.ts'

/** The end of a delivery that cannot be made. */
export function giveUpDelivery(road: TaskDeps, row: OutboxRow, reason: AnyText): void {
  road.db.transaction(() => {
    markEnded(road.db, row.id, 'dead', reason)
    const elsewhere = deliveryMessages.undelivered(chatTitleOf(road, row), reason)
    tellUndelivered(road, row, {
      here: deliveryMessages.undeliveredHere(reason, retryCommand(road, row.route.chat, row.taskId)),
      elsewhere,
    })
  })
}

/** The end of a delivery that was made twice, and nobody can tell whether it arrived. */
export function hold(road: TaskDeps, row: OutboxRow): void {
  road.db.transaction(() => {
    markEnded(road.db, row.id, 'held', row.error ?? deliveryMessages.unconfirmedReason)
    const elsewhere = deliveryMessages.unconfirmed(chatTitleOf(road, row))
    tellUndelivered(road, row, {
      here: deliveryMessages.unconfirmedHere(retryCommand(road, row.route.chat, row.taskId)),
      elsewhere,
    })
  })
}

/** A chat takes nothing for now: whoever waits for an answer in it learns why, once for each answer, where they can read it. */
export function tellWaiting(road: TaskDeps, row: OutboxRow, reason: AnyText): void {
  const key = noteKey('waits', row.key)
  if (isUnasked(row) || row.part > 0 || hasDelivery(road.db, partKey(key, 0))) return
  const text = deliveryMessages.waits(chatTitleOf(road, row), reason)
  road.db.transaction(() => sendNotice(road, { key, chat: otherChatOf(road, row), text }, road.clock.now()))
}

/** By the name that people know the chat by. */
function chatTitleOf({ db }: TaskDeps, { route: { chat } }: OutboxRow): string {
  const title = chatTitles(db, [chat]).get(chat)
  return title ? `"${title}"` : chat
}

/** Another chat of theirs, or the notices on the local page. */
function otherChatOf({ db }: TaskDeps, { route: { chat }, channel }: OutboxRow): ChatId {
  const personId = chatOwner(db, chat)
  return (personId === undefined ? undefined : chatElsewhere(db, personId, channel)) ?? noticesChat
}

/**
 * An answer that does not arrive is never held silently: they learn of it where they are, and on another channel if they
 * have one, because this one may be the trouble. Of several parts it is said once; of a notice nobody waits for, never.
 */
function tellUndelivered(road: TaskDeps, row: OutboxRow, says: { here: AnyText; elsewhere: AnyText }): void {
  const { db, clock } = road
  const key = undeliveredKey(row.messageId)
  if (isUnasked(row) || hasDelivery(db, partKey(key, 0))) return
  const now = clock.now()
  sendNotice(road, { key, chat: otherChatOf(road, row), text: says.elsewhere }, now)
  // Whoever a draft is for knows nothing of it yet.
  if (channelOf(row.route.chat) !== row.channel || row.approved) return
  postMessage(
    road,
    { key: undeliveredKey(row.messageId, 'here'), kind: 'notice', lane: row.lane, route: row.route, text: says.here },
    now,
  )
}
