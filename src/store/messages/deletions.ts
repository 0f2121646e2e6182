import type { ChatId } from '../../domain/ids.ts'
import { type Moment, steadyMs } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { forgetFactsFrom } from '../memory/facts.ts'
import { takeWords } from '../recall/word-index.ts'
import { forgetChatTitle } from './chat-titles.ts'
import { clearChat } from './chats.ts'
import { leaveConversation } from './conversations.ts'

/** Every stored version of the line with this platform id, theirs or ours. */
export function versionsOf(db: Database, chat: ChatId, remoteId: string): number[] {
  return db
    .statement(
      `SELECT id FROM message WHERE chat = @chat AND remote_id = @remoteId
       UNION SELECT message_id FROM outbox JOIN message ON message.id = message_id
       WHERE outbox.remote_id = @remoteId AND message.chat = @chat`,
    )
    .pluck()
    .all({ chat, remoteId }) as number[]
}

/** The platform removes the line at this time, whether or not we are running then. */
export function noteExpiry(db: Database, id: number, at: Date): void {
  db.statement('INSERT INTO expiring_message (message_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING').run(
    id,
    at.getTime(),
  )
}

/** Hides up to this many expired lines and returns how many there were. */
export function markExpiredDeleted(db: Database, moment: Moment, limit: number): number {
  const due = db.statement('SELECT message_id FROM expiring_message WHERE at <= ? ORDER BY at LIMIT ?').pluck()
  const lines = due.all(moment.now.getTime(), limit) as number[]
  if (lines.length === 0) return 0
  db.transaction(() => {
    for (const line of lines) markDeleted(db, line, moment)
  })
  return lines.length
}

/**
 * The platform has cleared the history of a chat. The summaries are deleted now; the lines are hidden a few at a time
 * by the caller of `takeBackExpired`.
 */
export function clearHistory(db: Database, chat: ChatId, clearedAt: Date, { now, steady }: Moment): void {
  clearChat(db, chat, { now: clearedAt, steady })
  db.statement(
    `INSERT INTO expiring_message (message_id, at) SELECT id, @at FROM message
     WHERE chat = @chat AND id NOT IN (SELECT message_id FROM deleted_message)
     ON CONFLICT DO UPDATE SET at = min(at, excluded.at)`,
  ).run({ chat, at: now.getTime() })
  dropSummaries(db, 'lane IN (SELECT key FROM lane WHERE chat = @chat)', { chat })
}

/** Deletes the summaries that match the condition, together with the owner's corrections of them. */
export function dropSummaries(db: Database, which: string, named: Record<string, string | number>): number {
  db.statement(`DELETE FROM correction WHERE summary_id IN (SELECT id FROM summary WHERE ${which})`).run(named)
  return db.statement(`DELETE FROM summary WHERE ${which}`).run(named).changes
}

/** Whether all of these lines were deleted. */
export function areDeleted(db: Database, ids: number[]): boolean {
  const findDeletion = db.statement('SELECT 1 FROM deleted_message WHERE message_id = ?').pluck()
  return ids.every((id) => findDeletion.get(id) !== undefined)
}

/**
 * Hides a line that was deleted on its platform: it no longer appears in history, search or summaries. The row itself
 * stays, like every row. Returns false if it was hidden before.
 */
export function markDeleted(db: Database, id: number, { now, steady }: Moment): boolean {
  const noted = db.statement('INSERT INTO deleted_message (message_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING')
  db.statement('DELETE FROM expiring_message WHERE message_id = ?').run(id)
  if (noted.run(id, now.getTime()).changes === 0) return false
  forgetFactsFrom(db, id, now)
  db.statement('DELETE FROM proposal WHERE message_id = ?').run(id)
  const line = db.statement('SELECT chat, lane, author, name, kind, text FROM message WHERE id = ?').get(id) as Line
  if (line.kind === 'conversation') {
    forgetSummaries(db, id, line.lane)
    forgetChatTitle(db, line.chat, id)
    unfile(db, id, line)
  }
  // An open session has seen the line and would still know it.
  db.statement('UPDATE lane SET anew_at = ? WHERE key = ?').run(steadyMs(steady), line.lane)
  return true
}

interface Line {
  chat: ChatId
  lane: string
  author: string
  name: string
  kind: string
  text: string
}

/** Summaries that include the line are made again without it. */
function forgetSummaries(db: Database, id: number, lane: string): void {
  const dropped = dropSummaries(db, 'lane = @lane AND @id BETWEEN from_id AND to_id', { lane, id })
  if (dropped === 0) return
  db.statement(
    `UPDATE conversation SET closed_at = NULL
     WHERE id = (SELECT conversation_id FROM conversation_message WHERE message_id = ?)`,
  ).run(id)
}

/** Undoes what indexing the line did. */
function unfile(db: Database, id: number, { chat, author, name, text }: Line): void {
  const files = db
    .statement('SELECT name FROM message_file WHERE message_id = ? ORDER BY seq')
    .pluck()
    .all(id) as string[]
  takeWords(db, { id, chat, name, text, files })
  db.statement('DELETE FROM message_vector WHERE message_id = ?').run(id)
  db.statement(
    'UPDATE chat_size SET messages = messages - 1, bot_messages = bot_messages - ?, chars = chars - ? WHERE chat = ?',
  ).run(author === 'bot' ? 1 : 0, text.length, chat)
  leaveConversation(db, id, text.length)
}
