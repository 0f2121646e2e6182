import type { InboundUnread } from '../../domain/message.ts'
import type { Database } from '../database.ts'
import { unread } from '../schema/schema.ts'

/** Once under its key, however often the platform sends it. */
export function keepUnread(db: Database, { key, channel, account, at, raw }: InboundUnread): void {
  db.orm.insert(unread).values({ key, channel, account, at: at.getTime(), raw }).onConflictDoNothing().run()
}
