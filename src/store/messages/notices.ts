import { localOwner, noticesChat } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { readMemory, writeMemory } from './channel-state.ts'

/** A notice of the daemon. */
export interface StoredNotice {
  id: number
  text: string
  at: Date
}

/** Newest first; with `before`, only older ones. */
export function readNotices(db: Database, limit: number, before = Number.MAX_SAFE_INTEGER): StoredNotice[] {
  const rows = db
    .statement(`SELECT id, text, at FROM message WHERE chat = ? AND author = 'bot' AND id < ? ORDER BY id DESC LIMIT ?`)
    .all(noticesChat, before, limit) as { id: number; text: string; at: number }[]
  return rows.map(({ at, ...notice }) => ({ ...notice, at: new Date(at) }))
}

/** The last notice that somebody has read. */
export function noticesReadTo(db: Database): number {
  return Number(readMemory(db, localOwner.channel, account, name) ?? 0)
}

export function countUnreadNotices(db: Database): number {
  return db
    .statement(`SELECT count(*) FROM message WHERE chat = ? AND author = 'bot' AND id > ?`)
    .pluck()
    .get(noticesChat, noticesReadTo(db)) as number
}

/** Never moves back. */
export function markNoticesRead(db: Database, to: number): void {
  const value = String(Math.max(to, noticesReadTo(db)))
  writeMemory(db, { channel: localOwner.channel, account, name, value })
}

/** Stored like the memory of any other channel. */
const [account, name] = ['local', 'notices-read']
