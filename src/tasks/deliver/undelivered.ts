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

/** Ends a delivery that is impossible. */
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

/** Ends a delivery that was sent twice without any confirmation. */
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

/** The chat accepts nothing at the moment: the person learns why in another chat, once for each answer. */
export function tellWaiting(road: TaskDeps, row: OutboxRow, reason: AnyText): void {
  const key = noteKey('waits', row.key)
  if (isUnasked(row) || row.part > 0 || hasDelivery(road.db, partKey(key, 0))) return
  const text = deliveryMessages.waits(chatTitleOf(road, row), reason)
  road.db.transaction(() => sendNotice(road, { key, chat: otherChatOf(road, row), text }, road.clock.now()))
}

/** The title of the chat, as people know it. */
function chatTitleOf({ db }: TaskDeps, { route: { chat } }: OutboxRow): string {
  const title = chatTitles(db, [chat]).get(chat)
  return title ? `"${title}"` : chat
}

/** Another chat of the person, or the notices on the local page. */
function otherChatOf({ db }: TaskDeps, { route: { chat }, channel }: OutboxRow): ChatId {
  const personId = chatOwner(db, chat)
  return (personId === undefined ? undefined : chatElsewhere(db, personId, channel)) ?? noticesChat
}

/**
 * A failed answer is never dropped silently: the person is told in the same chat and on another channel if they have one,
 * because this channel may be the problem. It is said once for all parts, and never for notices.
 */
function tellUndelivered(road: TaskDeps, row: OutboxRow, says: { here: AnyText; elsewhere: AnyText }): void {
  const { db, clock } = road
  const key = undeliveredKey(row.messageId)
  if (isUnasked(row) || hasDelivery(db, partKey(key, 0))) return
  const now = clock.now()
  sendNotice(road, { key, chat: otherChatOf(road, row), text: says.elsewhere }, now)
  // The recipient of a draft does not know about it.
  if (channelOf(row.route.chat) !== row.channel || row.approved) return
  postMessage(
    road,
    { key: undeliveredKey(row.messageId, 'here'), kind: 'notice', lane: row.lane, route: row.route, text: says.here },
    now,
  )
}
