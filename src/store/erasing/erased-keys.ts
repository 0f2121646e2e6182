import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type ErasureScope, erasureScopeSchema } from '../../domain/erasure.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { readSnapshotMark } from '../file/snapshot-mark.ts'
import { fenceKey } from '../secret-keys.ts'

/**
 * An erasure as it is kept beside the store and beside backups, so that it can be repeated in a store that was restored from
 * an older backup. It holds ids, times and hashes of ids, and no words.
 */
export const erasureNoteSchema = z.object({
  /** The store that it belongs to. */
  store: z.string(),
  at: z.int(),
  scope: erasureScopeSchema,
  /** When the named row was created. After a restore, another row can get the same number. */
  created: z.int().optional(),
  /** The keys under which a server would show the lines again. */
  keys: z.array(z.string()),
})
export type ErasureNote = z.infer<typeof erasureNoteSchema>

/** Enough to tell any two keys apart. It says nothing about the key. */
const HASH_CHARS = 24

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, HASH_CHARS)
}

/** The same for all copies of a store. */
function storeId(db: Database): string {
  return hashKey(`store ${fenceKey(db)}`)
}

/** A platform's id of a message as a key, by which later versions of the message are recognised. */
function remoteKey(chat: ChatId, remoteId: string): string {
  return `remote:${chat}:${remoteId}`
}

/** Every erasure of this store. */
export function noteErasures(db: Database): ErasureNote[] {
  const store = storeId(db)
  const rows = db.statement('SELECT id, scope, started_at AS at FROM erasure ORDER BY id').all() as {
    id: number
    scope: string
    at: number
  }[]
  return rows.map(({ id, scope: text, at }) => {
    const scope = JSON.parse(text) as ErasureScope
    const created = createdAt(db, scope)
    return { store, at, scope, ...(created !== undefined && { created }), keys: keysOf(db, id) }
  })
}

function keysOf(db: Database, erasure: number): string[] {
  const keys = db
    .statement('SELECT key FROM message_key JOIN erased_message USING (message_id) WHERE erasure_id = ?')
    .pluck()
    .all(erasure) as string[]
  const lines = db
    .statement(
      `SELECT DISTINCT chat, remote_id AS remoteId FROM message JOIN erased_message ON message_id = message.id
       WHERE erasure_id = ? AND remote_id IS NOT NULL`,
    )
    .all(erasure) as { chat: ChatId; remoteId: string }[]
  return [...keys, ...lines.map(({ chat, remoteId }) => remoteKey(chat, remoteId))].map(hashKey)
}

const createdQueries = {
  message: 'SELECT received_at FROM message WHERE id = ?',
  person: 'SELECT created_at FROM person WHERE id = ?',
  fact: 'SELECT created_at FROM fact WHERE id = ?',
}

function createdAt(db: Database, scope: ErasureScope): number | undefined {
  for (const name of ['message', 'person', 'fact'] as const) {
    const id = scope[name]
    if (id !== undefined) return db.statement(createdQueries[name]).pluck().get(id) as number | undefined
  }
  return undefined
}

const TAKEN_KEY = 'later_erasures'

/**
 * What a store that was restored from a backup must erase again; empty at later starts. The keys of the lines are taken
 * over, so that no server brings back what was said after the backup. Call it in the transaction that begins the erasures.
 */
export function takeLaterErasures(db: Database, notes: ErasureNote[]): ErasureScope[] {
  const mark = readSnapshotMark(db)
  if (!mark) return []
  const takenAt = mark.takenAt.toISOString()
  if (db.statement('SELECT value FROM meta WHERE key = ?').pluck().get(TAKEN_KEY) === takenAt) return []
  db.statement('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(
    TAKEN_KEY,
    takenAt,
  )
  const store = storeId(db)
  const later = notes.filter((note) => note.store === store && note.at > mark.takenAt.getTime())
  const add = db.statement(
    'INSERT INTO erased_key (hash) SELECT value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
  )
  for (const { keys } of later) add.run(JSON.stringify(keys))
  const isKnown = ({ chat }: ErasureScope) =>
    chat === undefined || db.statement('SELECT 1 FROM chat WHERE id = ?').get(chat) !== undefined
  return later
    .filter(({ scope, created }) => createdAt(db, scope) === created && isKnown(scope))
    .map(({ scope }) => scope)
}

/**
 * Whether this message was erased: in this store, which an edit shows by its platform id, or after the backup from which
 * the store was restored. Its server may still have it.
 */
export function wasErased(
  db: Database,
  { kind, chat, remoteId, keys }: { kind: 'message' | 'edit'; chat: ChatId; remoteId: string; keys: string[] },
): boolean {
  if (kind === 'edit' && hasErasedVersion(db, chat, remoteId)) return true
  if (isKeyOfErased(db, keys)) return true
  if (db.statement('SELECT 1 FROM erased_key LIMIT 1').get() === undefined) return false
  const find = db.statement('SELECT 1 FROM erased_key WHERE hash = ?')
  return [...keys, remoteKey(chat, remoteId)].some((key) => find.get(hashKey(key)) !== undefined)
}

function isKeyOfErased(db: Database, keys: string[]): boolean {
  const find = db.statement('SELECT 1 FROM message_key JOIN erased_message USING (message_id) WHERE key = ?')
  return keys.some((key) => find.get(key) !== undefined)
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
