import type { ChatId } from '../../domain/ids.ts'
import { type Moment, steadyMs } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { takeWords } from '../recall/word-index.ts'

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

/**
 * A line that was taken back where it was said is not shown any more: not as history, not when something is looked for, not
 * in a summary to come. Its row stays, as every row does. False when it was taken back before.
 */
export function takeBack(db: Database, id: number, { now, steady }: Moment): boolean {
  const noted = db.statement('INSERT INTO deleted_message (message_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING')
  if (noted.run(id, now.getTime()).changes === 0) return false
  const line = db.statement('SELECT chat, lane, author, name, kind, text FROM message WHERE id = ?').get(id) as Line
  if (line.kind === 'conversation') unfile(db, id, line)
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
