import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Author } from '../../domain/message.ts'
import type { Trust } from '../../domain/person.ts'
import type { Database } from '../database.ts'

/** One conversation, as far as it was held since a moment. */
export interface RecentConversation {
  id: number
  chat: ChatId
  lane: Lane
  /** Of those since then. */
  messages: number
  lastId: number
}

/** Nobody talks for a month without half an hour of silence; those that began before it are not looked at. */
const LONGEST_MS = 31 * 86_400_000

/** What was said in these chats after one moment and until another, those that spoke last first. */
export function conversationsSince(
  db: Database,
  chats: ChatId[],
  { after, until, limit }: { after: Date; until: Date; limit: number },
): RecentConversation[] {
  return db
    .statement(
      `SELECT conversation.id, conversation.chat, conversation.lane, count(*) AS messages, max(own.message_id) AS lastId
       FROM json_each(@chats) AS asked CROSS JOIN conversation ON conversation.chat = asked.value
         AND started_at <= @until AND started_at > @after - ${LONGEST_MS}
       JOIN conversation_message AS own ON own.conversation_id = conversation.id AND own.at > @after AND own.at <= @until
       WHERE last_at > @after GROUP BY conversation.id ORDER BY max(own.at) DESC, conversation.id DESC LIMIT @limit`,
    )
    .all({
      chats: JSON.stringify(chats),
      after: after.getTime(),
      until: until.getTime(),
      limit,
    }) as RecentConversation[]
}

/** The lanes of these chats in which a conversation began since then, those that spoke last first. */
export function latestLanes(
  db: Database,
  chats: ChatId[],
  { since, limit }: { since: Date; limit: number },
): { lane: Lane; chat: ChatId }[] {
  return db
    .statement(
      `SELECT lane, chat FROM json_each(@chats) AS asked CROSS JOIN conversation ON conversation.chat = asked.value
         AND started_at > @since
       GROUP BY lane ORDER BY max(last_at) DESC LIMIT @limit`,
    )
    .all({ chats: JSON.stringify(chats), since: since.getTime(), limit }) as { lane: Lane; chat: ChatId }[]
}

export interface EndLine {
  author: Author
  name: string
  text: string
  trust: Trust
}

/** The first and the last line of a conversation within a time; one where they are the same. */
export function endsOfConversation(db: Database, id: number, after: Date, until: Date): EndLine[] {
  const end = (order: 'ASC' | 'DESC') =>
    db
      .statement(
        `SELECT message.id, author, name, text, trust FROM conversation_message AS own
         JOIN message ON message.id = own.message_id
         WHERE own.conversation_id = ? AND own.at > ? AND own.at <= ? ORDER BY own.at ${order}, own.message_id ${order} LIMIT 1`,
      )
      .get(id, after.getTime(), until.getTime()) as (EndLine & { id: number }) | undefined
  const [first, last] = [end('ASC'), end('DESC')]
  if (!first || !last) return []
  return first.id === last.id ? [first] : [first, last]
}
