import type { ChatId } from '../../domain/ids.ts'
import { type Moment, steadyMs } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { takeWords } from '../recall/word-index.ts'
import { clearChat } from './chats.ts'

/** Every version of a line that the platform knows by this name, theirs or ours. */
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

/** Its platform takes the line away at this moment, whether or not we are running then. */
export function noteExpiry(db: Database, id: number, at: Date): void {
  db.statement('INSERT INTO expiring_message (message_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING').run(
    id,
    at.getTime(),
  )
}

/** Takes back up to so many lines whose time has come; how many there were. */
export function takeBackExpired(db: Database, moment: Moment, most: number): number {
  const due = db.statement('SELECT message_id FROM expiring_message WHERE at <= ? ORDER BY at LIMIT ?').pluck()
  const lines = due.all(moment.now.getTime(), most) as number[]
  if (lines.length === 0) return 0
  db.transaction(() => {
    for (const line of lines) takeBack(db, line, moment)
  })
  return lines.length
}

/**
 * The platform has cleared the history of a chat: every line until now is taken back, a few at a time by whoever calls
 * `takeBackExpired`, and the summaries of the chat go at once.
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

/** Deletes the summaries that the condition names, with what the owner corrected in them. */
export function dropSummaries(db: Database, which: string, named: Record<string, string | number>): number {
  db.statement(`DELETE FROM correction WHERE summary_id IN (SELECT id FROM summary WHERE ${which})`).run(named)
  return db.statement(`DELETE FROM summary WHERE ${which}`).run(named).changes
}

/** Every one of these lines was taken back. */
export function areTakenBack(db: Database, ids: number[]): boolean {
  const gone = db.statement('SELECT 1 FROM deleted_message WHERE message_id = ?').pluck()
  return ids.every((id) => gone.get(id) !== undefined)
}

/**
 * A line that was taken back where it was said is not shown any more: not as history, not when something is looked for, and
 * in no summary. Its row stays, as every row does. False when it was taken back before.
 */
export function takeBack(db: Database, id: number, { now, steady }: Moment): boolean {
  const noted = db.statement('INSERT INTO deleted_message (message_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING')
  db.statement('DELETE FROM expiring_message WHERE message_id = ?').run(id)
  if (noted.run(id, now.getTime()).changes === 0) return false
  const line = db.statement('SELECT chat, lane, author, name, kind, text FROM message WHERE id = ?').get(id) as Line
  if (line.kind === 'conversation') {
    forgetSummaries(db, id, line.lane)
    unfile(db, id, line)
  }
  // A session that has seen it would go on knowing it.
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

/** Summaries that were made of the line are made again without it. */
function forgetSummaries(db: Database, id: number, lane: string): void {
  const dropped = dropSummaries(db, 'lane = @lane AND @id BETWEEN from_id AND to_id', { lane, id })
  if (dropped === 0) return
  db.statement(
    `UPDATE conversation SET closed_at = NULL
     WHERE id = (SELECT conversation_id FROM conversation_message WHERE message_id = ?)`,
  ).run(id)
}

/** What filing it did, undone. */
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
  db.statement(
    `UPDATE conversation SET messages = messages - 1, chars = chars - ?
     WHERE id = (SELECT conversation_id FROM conversation_message WHERE message_id = ?)`,
  ).run(text.length, id)
  db.statement('DELETE FROM conversation_message WHERE message_id = ?').run(id)
}
