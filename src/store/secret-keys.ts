import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import { meta } from './schema/schema.ts'

/**
 * Proves that a person uploaded this content themselves, so that nobody who only knows a hash can attach somebody
 * else's file and read it. Nothing is stored for it, so it survives a restart.
 */
export function proveUpload(db: Database, personId: number, hash: string): string {
  return createHmac('sha256', uploadKey(db)).update(`${personId}:${hash}`).digest('base64url')
}

export function isProven(db: Database, personId: number, hash: string, proof: string): boolean {
  const expected = Buffer.from(proveUpload(db, personId, hash))
  const received = Buffer.from(proof)
  return received.length === expected.length && timingSafeEqual(received, expected)
}

function uploadKey(db: Database): string {
  db.orm
    .insert(meta)
    .values({ key: 'upload_key', value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
    .run()
  const row = db.orm.select().from(meta).where(eq(meta.key, 'upload_key')).get()
  if (!row) throw new Error('the store keeps no key for uploads')
  return row.value
}

const FENCE_KEY_NAME = 'fence_key'

/**
 * The secret from which the fence around our own tags is derived; created once, and unknown to anybody who writes to
 * us.
 */
export function fenceKey(db: Database): string {
  const keyByName = db.statement('SELECT value FROM meta WHERE key = ?').pluck()
  const storedKey = keyByName.get(FENCE_KEY_NAME) as string | undefined
  if (storedKey !== undefined) return storedKey
  const newKey = randomBytes(32).toString('hex')
  // A read-only process cannot store a key, so it uses a temporary one.
  if (db.raw.readonly) return newKey
  db.statement('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(FENCE_KEY_NAME, newKey)
  return keyByName.get(FENCE_KEY_NAME) as string
}
