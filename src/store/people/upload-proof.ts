import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { meta } from '../schema/schema.ts'

/**
 * Says that a person handed us this content themselves. Who only knows a hash, from wherever, cannot hang somebody
 * else's file on a message of their own and read it there. Nothing is kept for it, so it outlives a restart.
 */
export function proveUpload(db: Database, personId: number, hash: string): string {
  return createHmac('sha256', keyOf(db)).update(`${personId}:${hash}`).digest('base64url')
}

export function isProven(db: Database, personId: number, hash: string, proof: string): boolean {
  const wanted = Buffer.from(proveUpload(db, personId, hash))
  const given = Buffer.from(proof)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function keyOf(db: Database): string {
  db.orm
    .insert(meta)
    .values({ key: 'upload_key', value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
    .run()
  const row = db.orm.select().from(meta).where(eq(meta.key, 'upload_key')).get()
  if (!row) throw new Error('the store keeps no key for uploads')
  return row.value
}
