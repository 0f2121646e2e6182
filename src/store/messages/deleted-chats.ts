import type { ChatId } from '../../domain/ids.ts'
import type { Moment } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { clearChat } from './chats.ts'
import { dropSummaries, takeBack } from './deletions.ts'

/**
 * Its owner wants nothing more of what was said in a chat until now: it leaves the list at once, and with it what was made
 * of it. Messages are never deleted; line by line they are taken back after this, so that nothing finds or shows them.
 */
export function deleteChat(db: Database, chat: ChatId, moment: Moment): void {
  db.transaction(() => {
    db.statement(
      `INSERT INTO kept_chat (chat, deleted_up_to) VALUES (@chat, @upTo)
       ON CONFLICT DO UPDATE SET deleted_up_to = @upTo, name = NULL, pinned_at = NULL, archived_at = NULL`,
    ).run({ chat, upTo: newestOf(db, chat) })
    clearChat(db, chat, moment)
    dropSummaries(db, 'lane IN (SELECT key FROM lane WHERE chat = @chat)', { chat })
  })
}

/** Takes back so many of its lines; how many there were. */
export function takeBackDeleted(db: Database, chat: ChatId, moment: Moment, most: number): number {
  return db.transaction(() => {
    const lines = db.statement(stillThere).pluck().all({ chat, most }) as number[]
    for (const line of lines) takeBack(db, line, moment)
    return lines.length
  })
}

/** Those whose lines are not all taken back yet. */
export function chatsBeingDeleted(db: Database): ChatId[] {
  const chats = db.statement('SELECT chat FROM kept_chat WHERE deleted_up_to > 0').pluck().all() as ChatId[]
  const has = db.statement(stillThere).pluck()
  return chats.filter((chat) => has.get({ chat, most: 1 }) !== undefined)
}

/** Up to which line a chat was deleted; 0 where it was not. */
export function deletedUpTo(db: Database, chat: ChatId): number {
  const read = db.statement('SELECT deleted_up_to FROM kept_chat WHERE chat = ?').pluck()
  return (read.get(chat) as number | undefined) ?? 0
}

/** Of a query about chats: it was deleted, and nothing was said there since. */
export const isDeleted = `EXISTS (SELECT 1 FROM kept_chat AS kept WHERE kept.chat = chat.id AND kept.deleted_up_to > 0
  AND kept.deleted_up_to >= (SELECT max(id) FROM message WHERE message.chat = chat.id))`

/** Whether an answer is being made there. */
export function isAtWork(db: Database, chat: ChatId): boolean {
  const read = db.statement(
    "SELECT 1 FROM task INDEXED BY task_live WHERE finished_at IS NULL AND chat = ? AND kind = 'reply' LIMIT 1",
  )
  return read.pluck().get(chat) === 1
}

function newestOf(db: Database, chat: ChatId): number {
  return (db.statement('SELECT max(id) FROM message WHERE chat = ?').pluck().get(chat) as number | null) ?? 0
}

const stillThere = `SELECT id FROM message WHERE chat = @chat
    AND id <= (SELECT deleted_up_to FROM kept_chat WHERE chat = @chat)
    AND id NOT IN (SELECT message_id FROM deleted_message)
  ORDER BY id LIMIT @most`
