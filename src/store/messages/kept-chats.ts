import type { ChatId } from '../../domain/ids.ts'
import { truncate } from '../../lib/text/text.ts'
import type { Moment } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { clearChat } from './chats.ts'
import { dropSummaries } from './deletions.ts'

/** How the owner wants a chat to appear in their list. Absent fields stay as they are. */
export interface ChatListing {
  /** An empty name restores the original one. */
  name?: string | undefined
  pinned?: boolean | undefined
  archived?: boolean | undefined
}

const MAX_NAME_CHARS = 100

export function updateChatListing(
  db: Database,
  chat: ChatId,
  { name, pinned, archived }: ChatListing,
  now: Date,
): void {
  db.transaction(() => {
    const at = (isSo: boolean) => (isSo ? now.getTime() : null)
    if (name !== undefined) set(db, chat, 'name', truncate(name.trim(), MAX_NAME_CHARS) || null)
    if (pinned !== undefined) set(db, chat, 'pinned_at', at(pinned))
    if (archived !== undefined) set(db, chat, 'archived_at', at(archived))
  })
}

/** Marks this line and all older ones as seen by the owner. */
export function noteSeen(db: Database, chat: ChatId, line: number): void {
  if (seenUpTo(db, chat) < line) set(db, chat, 'seen', line)
}

/** Whether the chat has no unseen lines. */
export function isAllSeen(db: Database, chat: ChatId): boolean {
  return newestOf(db, chat) <= seenUpTo(db, chat)
}

function seenUpTo(db: Database, chat: ChatId): number {
  return (db.statement('SELECT seen FROM kept_chat WHERE chat = ?').pluck().get(chat) as number | undefined) ?? 0
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

/**
 * Removes a chat from the list at once, with its summaries. Its lines are then erased step by step.
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

/** The last line that was deleted with the chat; 0 if the chat was not deleted. */
export function deletedUpTo(db: Database, chat: ChatId): number {
  const statement = db.statement('SELECT deleted_up_to FROM kept_chat WHERE chat = ?').pluck()
  return (statement.get(chat) as number | undefined) ?? 0
}

/** SQL condition on a chat: it was deleted and nothing was said there since. */
export const isDeleted = `EXISTS (SELECT 1 FROM kept_chat AS kept WHERE kept.chat = chat.id AND kept.deleted_up_to > 0
  AND kept.deleted_up_to >= (SELECT max(id) FROM message WHERE message.chat = chat.id))`

function newestOf(db: Database, chat: ChatId): number {
  return (db.statement('SELECT max(id) FROM message WHERE chat = ?').pluck().get(chat) as number | null) ?? 0
}
