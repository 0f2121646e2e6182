import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../database.ts'

const DAY_MS = 86_400_000
/** Conversations of several lanes can go on side by side; the first line is in one of the first of them. */
const MOST_BESIDE = 50

/** The first line that was said in a chat from a time on; undefined where nothing was. */
export function firstLineSince(db: Database, chat: ChatId, since: Date): number | undefined {
  const asked = { chat, since: since.getTime(), begun: since.getTime() - DAY_MS, most: MOST_BESIDE }
  const said = db.statement(inConversations).pluck().get(asked) as number | undefined
  return said ?? (db.statement(elsewhere).pluck().get({ chat, since: since.getTime() }) as number | undefined)
}

const inConversations = `SELECT message_id FROM (SELECT id FROM conversation INDEXED BY conversation_chat
    WHERE chat = @chat AND started_at >= @begun AND last_at >= @since ORDER BY started_at LIMIT @most) AS near
  CROSS JOIN conversation_message ON conversation_id = near.id
  WHERE at >= @since ORDER BY at, message_id LIMIT 1`

/** What is no conversation, as notices are; they are few, and what is looked for in them is new. */
const elsewhere = `SELECT id FROM (SELECT id, at FROM message WHERE chat = @chat ORDER BY id DESC LIMIT 200)
  WHERE at >= @since ORDER BY id LIMIT 1`
