import { createECDH, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from './database.ts'

/**
 * Proves that a person uploaded this content themselves, so that nobody who only knows a hash can attach somebody
 * else's file and read it. Nothing is stored for it, so it survives a restart.
 */
export function proveUpload(db: Database, personId: number, hash: string): string {
  return createHmac('sha256', secretKey(db, 'upload_key')).update(`${personId}:${hash}`).digest('base64url')
}

export function isProven(db: Database, personId: number, hash: string, proof: string): boolean {
  const expected = Buffer.from(proveUpload(db, personId, hash))
  const received = Buffer.from(proof)
  return received.length === expected.length && timingSafeEqual(received, expected)
}

/**
 * The secret from which the fence around our own tags is derived; created once, and unknown to anybody who writes to
 * us.
 */
export function fenceKey(db: Database): string {
  return secretKey(db, 'fence_key')
}

/** The private key with which push services recognize this installation, in hex. Browsers are bound to it. */
export function pushKey(db: Database): string {
  return secretKey(db, 'push_key', () => {
    const keys = createECDH('prime256v1')
    keys.generateKeys()
    return keys.getPrivateKey('hex').padStart(64, '0')
  })
}

function secretKey(db: Database, name: 'fence_key' | 'upload_key' | 'push_key', make = randomKey): string {
  const keyByName = db.statement('SELECT value FROM meta WHERE key = ?').pluck()
  const storedKey = keyByName.get(name) as string | undefined
  if (storedKey !== undefined) return storedKey
  const newKey = make()
  // A read-only process cannot store a key, so it uses a temporary one.
  if (db.raw.readonly) return newKey
  db.statement('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, newKey)
  return keyByName.get(name) as string
}

function randomKey(): string {
  return randomBytes(32).toString('hex')
}
