import { and, eq } from 'drizzle-orm'
import type { ChannelName } from '../../domain/ids.ts'
import type { ChannelMemory, Cursor, InboundUnreadable } from '../../domain/message.ts'
import type { Database } from '../database.ts'
import { channelCursor, unread } from '../schema/schema.ts'

export function writeCursor(db: Database, cursor: Cursor, now: Date): void {
  const updatedAt = now.getTime()
  db.orm
    .insert(channelCursor)
    .values({ ...cursor, updatedAt })
    .onConflictDoUpdate({
      target: [channelCursor.channel, channelCursor.account, channelCursor.stream],
      set: { value: cursor.value, updatedAt },
    })
    .run()
}

export function readCursor(db: Database, channel: ChannelName, account: string, stream: string): string | undefined {
  return db.orm
    .select({ value: channelCursor.value })
    .from(channelCursor)
    .where(
      and(eq(channelCursor.channel, channel), eq(channelCursor.account, account), eq(channelCursor.stream, stream)),
    )
    .get()?.value
}

export function writeMemory(db: Database, { channel, account, name, value }: ChannelMemory): void {
  db.statement(
    `INSERT INTO channel_memory (channel, account, name, value) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value`,
  ).run(channel, account, name, value)
}

/** The values that all accounts of all channels store under this name. */
export function memoriesNamed(db: Database, name: string): ChannelMemory[] {
  const statement = db.statement('SELECT channel, account, name, value FROM channel_memory WHERE name = ?')
  return statement.all(name) as ChannelMemory[]
}

export function readMemory(db: Database, channel: ChannelName, account: string, name: string): string | undefined {
  const statement = db.statement('SELECT value FROM channel_memory WHERE channel = ? AND account = ? AND name = ?')
  return statement.pluck().get(channel, account, name) as string | undefined
}

/** Stored once per key, however often the platform sends it. */
export function keepUnreadable(db: Database, { key, channel, account, at, raw }: InboundUnreadable): void {
  db.orm.insert(unread).values({ key, channel, account, at: at.getTime(), raw }).onConflictDoNothing().run()
}

/** Updates of one channel that we could not read. */
export interface UnreadCount {
  channel: ChannelName
  count: number
  last: Date
}

export function countUnread(db: Database): UnreadCount[] {
  const rows = db
    .statement('SELECT channel, count(*) AS count, max(at) AS last FROM unread GROUP BY channel ORDER BY channel')
    .all() as (Omit<UnreadCount, 'last'> & { last: number })[]
  return rows.map(({ last, ...row }) => ({ ...row, last: new Date(last) }))
}
