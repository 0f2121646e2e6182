import { createHash } from 'node:crypto'
import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../database.ts'

/** Enough to tell any two keys apart. It says nothing about the key. */
const HASH_CHARS = 24

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, HASH_CHARS)
}

/** A platform's id of a message as a key, by which later versions of the message are recognised. */
function remoteKey(chat: ChatId, remoteId: string): string {
  return `remote:${chat}:${remoteId}`
}

/**
 * Whether this message was erased: here, which an edit shows by its platform id, or after the backup from which the store
 * was restored. Its server may still have it.
 */
export function wasErased(
  db: Database,
  { kind, chat, remoteId, keys }: { kind: 'message' | 'edit'; chat: ChatId; remoteId: string; keys: string[] },
): boolean {
  if (kind === 'edit' && hasErasedVersion(db, chat, remoteId)) return true
  if (db.statement('SELECT 1 FROM erased_key LIMIT 1').get() === undefined) return false
  const find = db.statement('SELECT 1 FROM erased_key WHERE hash = ?')
  return [...keys, remoteKey(chat, remoteId)].some((key) => find.get(hashKey(key)) !== undefined)
}

function hasErasedVersion(db: Database, chat: ChatId, remoteId: string): boolean {
  return (
    db
      .statement(
        `SELECT 1 FROM message JOIN erased_message ON message_id = message.id
         WHERE chat = ? AND remote_id = ? AND author = 'human' LIMIT 1`,
      )
      .get(chat, remoteId) !== undefined
  )
}
