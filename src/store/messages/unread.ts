import type { ChannelName } from '../../domain/ids.ts'
import type { InboundUnread } from '../../domain/message.ts'
import type { Database } from '../database.ts'
import { unread } from '../schema/schema.ts'

/** Once under its key, however often the platform sends it. */
export function keepUnread(db: Database, { key, channel, account, at, raw }: InboundUnread): void {
  db.orm.insert(unread).values({ key, channel, account, at: at.getTime(), raw }).onConflictDoNothing().run()
}

/** What came on one channel and could not be read. */
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
