import { channelOf, noticesChat } from '../../domain/ids.ts'
import { partKey, undeliveredKey } from '../../domain/outbox-key.ts'
import { chatElsewhere, chatOwner } from '../../store/messages/chats.ts'
import { hasDelivery, isUnasked, markEnded, type OutboxRow } from '../../store/work/outbox.ts'
import type { Road } from '../road.ts'
import { giveNotice } from '../say/notice.ts'
import { prefixIn } from '../say/prefix.ts'
import { sentences } from '../say/sentences.ts'
import { speak } from '../say/speak.ts'

/** The end of a delivery that cannot be made. */
export function bury(road: Road, row: OutboxRow, reason: string): void {
  road.db.transaction(() => {
    markEnded(road.db, row.id, 'dead', reason)
    const elsewhere = sentences.undelivered(row.route.chat, reason)
    tell(road, row, { here: sentences.undeliveredHere(prefixIn(road, row.route.chat), reason, row.taskId), elsewhere })
  })
}

/** The end of a delivery that was made twice, and nobody can tell whether it arrived. */
export function hold(road: Road, row: OutboxRow): void {
  road.db.transaction(() => {
    markEnded(road.db, row.id, 'held', row.error ?? 'no sign of arrival')
    const elsewhere = sentences.held(row.route.chat)
    tell(road, row, { here: sentences.heldHere(prefixIn(road, row.route.chat), row.taskId), elsewhere })
  })
}

/**
 * An answer that does not arrive is never held silently: they learn of it where they are, and on another channel if they
 * have one, because this one may be the trouble. Of several parts it is said once; of a notice nobody waits for, never.
 */
function tell(road: Road, row: OutboxRow, says: { here: string; elsewhere: string }): void {
  const { db, clock } = road
  const key = undeliveredKey(row.messageId)
  if (isUnasked(row) || hasDelivery(db, partKey(key, 0))) return
  const now = clock.now()
  const personId = chatOwner(db, row.route.chat)
  const other = personId === undefined ? undefined : chatElsewhere(db, personId, row.channel)
  giveNotice(road, { key, chat: other ?? noticesChat, text: says.elsewhere }, now)
  // Whoever a draft is for knows nothing of it yet.
  if (channelOf(row.route.chat) !== row.channel || row.approved) return
  speak(
    road,
    { key: undeliveredKey(row.messageId, 'here'), kind: 'notice', lane: row.lane, route: row.route, text: says.here },
    now,
  )
}
