import { type ChatId, channelOf, noticesChat } from '../../domain/ids.ts'
import { noticeKey, partKey, undeliveredKey } from '../../domain/outbox-key.ts'
import { deliveryMessages } from '../../messages/delivery-messages.ts'
import type { AnyText } from '../../messages/localized.ts'
import { chatElsewhere, chatOwner, chatTitles } from '../../store/messages/chats.ts'
import { hasDelivery, isUnasked, markEnded, type OutboxRow } from '../../store/work/outbox.ts'
import { retryCommand } from '../say/channel-access.ts'
import { sendNotice } from '../say/notices.ts'
import { postMessage } from '../say/post-message.ts'
import type { TaskDeps } from '../task-deps.ts'

/** Ends a delivery that is impossible. */
export function giveUpDelivery(deps: TaskDeps, row: OutboxRow, reason: AnyText): void {
  deps.db.transaction(() => {
    markEnded(deps.db, row.id, 'dead', reason)
    const elsewhere = deliveryMessages.undelivered(chatTitleOf(deps, row), reason)
    tellUndelivered(deps, row, {
      here: deliveryMessages.undeliveredHere(reason, retryCommand(deps, row.route.chat, row.taskId)),
      elsewhere,
    })
  })
}

/** Ends a delivery that was sent twice without any confirmation. */
export function holdDelivery(deps: TaskDeps, row: OutboxRow): void {
  deps.db.transaction(() => {
    markEnded(deps.db, row.id, 'held', row.error ?? deliveryMessages.unconfirmedReason)
    const elsewhere = deliveryMessages.unconfirmed(chatTitleOf(deps, row))
    tellUndelivered(deps, row, {
      here: deliveryMessages.unconfirmedHere(retryCommand(deps, row.route.chat, row.taskId)),
      elsewhere,
    })
  })
}

/** The chat accepts nothing at the moment: the person learns why in another chat, once for each answer. */
export function tellWaiting(deps: TaskDeps, row: OutboxRow, reason: AnyText): void {
  const key = noticeKey('waits', row.key)
  if (isUnasked(row) || row.part > 0 || hasDelivery(deps.db, partKey(key, 0))) return
  const text = deliveryMessages.waits(chatTitleOf(deps, row), reason)
  deps.db.transaction(() => sendNotice(deps, { key, chat: otherChatOf(deps, row), text }, deps.clock.now()))
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
function tellUndelivered(deps: TaskDeps, row: OutboxRow, texts: { here: AnyText; elsewhere: AnyText }): void {
  const { db, clock } = deps
  const key = undeliveredKey(row.messageId)
  if (isUnasked(row) || hasDelivery(db, partKey(key, 0))) return
  const now = clock.now()
  sendNotice(deps, { key, chat: otherChatOf(deps, row), text: texts.elsewhere }, now)
  // The recipient of a draft does not know about it.
  if (channelOf(row.route.chat) !== row.channel || row.approved) return
  postMessage(
    deps,
    { key: undeliveredKey(row.messageId, 'here'), kind: 'notice', lane: row.lane, route: row.route, text: texts.here },
    now,
  )
}
