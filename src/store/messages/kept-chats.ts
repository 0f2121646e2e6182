import type { ChatId } from '../../domain/ids.ts'
import { truncate } from '../../lib/text/text.ts'
import type { Database } from '../database.ts'

/** How the owner keeps a chat in their list. What is not named stays as it is. */
export interface Keeping {
  /** Empty: it is called as it was. */
  name?: string | undefined
  pinned?: boolean | undefined
  archived?: boolean | undefined
}

const MOST_NAME_CHARS = 100

export function keepChat(db: Database, chat: ChatId, { name, pinned, archived }: Keeping, now: Date): void {
  db.transaction(() => {
    const at = (isSo: boolean) => (isSo ? now.getTime() : null)
    if (name !== undefined) set(db, chat, 'name', truncate(name.trim(), MOST_NAME_CHARS) || null)
    if (pinned !== undefined) set(db, chat, 'pinned_at', at(pinned))
    if (archived !== undefined) set(db, chat, 'archived_at', at(archived))
  })
}

/** They had this line before them, and with it all that is older. */
export function noteSeen(db: Database, chat: ChatId, line: number): void {
  const known = db.statement('SELECT seen FROM kept_chat WHERE chat = ?').pluck().get(chat) as number | undefined
  if ((known ?? 0) < line) set(db, chat, 'seen', line)
}

/** Nothing in it waits to be seen. */
export function isAllSeen(db: Database, chat: ChatId): boolean {
  const newest = db.statement('SELECT max(id) FROM message WHERE chat = ?').pluck().get(chat) as number | null
  const seen = db.statement('SELECT seen FROM kept_chat WHERE chat = ?').pluck().get(chat) as number | undefined
  return (newest ?? 0) <= (seen ?? 0)
}

function set(
  db: Database,
  chat: ChatId,
  column: 'name' | 'pinned_at' | 'archived_at' | 'seen',
  value: string | number | null,
): void {
  db.statement(
    `INSERT INTO kept_chat (chat, ${column}) VALUES (@chat, @value) ON CONFLICT DO UPDATE SET ${column} = @value`,
  ).run({ chat, value })
}
