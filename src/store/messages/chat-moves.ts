import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../database.ts'

/** From now on the platform calls this chat of ours by another name. */
export function recordMove(db: Database, chat: ChatId, remote: ChatId, now: Date): void {
  db.statement('INSERT INTO chat_move (remote, chat, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING').run(
    remote,
    chat,
    now.getTime(),
  )
}

/** Our own name for what the platform calls so: the same, unless it has moved. */
export function homeOf(db: Database, remote: ChatId): ChatId {
  const home = db.statement('SELECT chat FROM chat_move WHERE remote = ?').pluck().get(remote)
  return (home as ChatId | undefined) ?? remote
}

/** Where a chat that has moved goes on; undefined for one that is where it always was. */
export function movedTo(db: Database, chat: ChatId): ChatId | undefined {
  return db.statement('SELECT remote FROM chat_move WHERE chat = ? ORDER BY at DESC').pluck().get(chat) as
    | ChatId
    | undefined
}
