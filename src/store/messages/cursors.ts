import { and, eq } from 'drizzle-orm'
import type { ChannelName } from '../../domain/ids.ts'
import type { Cursor } from '../../domain/message.ts'
import type { Database } from '../database.ts'
import { channelCursor } from '../schema/schema.ts'

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
