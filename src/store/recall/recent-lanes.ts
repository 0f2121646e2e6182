import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Author } from '../../domain/message.ts'
import type { Trust } from '../../domain/person.ts'
import type { Database } from '../database.ts'

/** Which conversations count: all of a person, or those of a few chats. */
export type ConversationScope = { allChatsOf: number } | { chats: ChatId[] }

/** The part of a conversation since a moment. */
export interface RecentConversation {
  id: number
  chat: ChatId
  lane: Lane
  /** The number of messages since then. */
  messages: number
  lastId: number
}

/** No conversation lasts a month without half an hour of silence, so earlier starts are not considered. */
const LONGEST_CONVERSATION_MS = 31 * 86_400_000

/** Conversations with lines after one moment and until another, the most recently active first. */
export function conversationsSince(
  db: Database,
  scope: ConversationScope,
  { after, until, limit }: { after: Date; until: Date; limit: number },
): RecentConversation[] {
  return db
    .statement(
      `SELECT conversation.id, conversation.chat, conversation.lane, count(*) AS messages, max(own.message_id) AS lastId
       FROM ${chatSource(scope)} JOIN conversation_message AS own ON own.conversation_id = conversation.id
       WHERE ${scopeCondition(scope)} AND started_at <= @until AND started_at > @after - ${LONGEST_CONVERSATION_MS}
         AND own.at > @after AND own.at <= @until AND last_at > @after
       GROUP BY conversation.id ORDER BY max(own.at) DESC, conversation.id DESC LIMIT @limit`,
    )
    .all({ ...scopeParameters(scope), after: after.getTime(), until: until.getTime(), limit }) as RecentConversation[]
}

/** The lanes in which a conversation began since then, the most recently active first. */
export function latestLanes(
  db: Database,
  scope: ConversationScope,
  { since, limit }: { since: Date; limit: number },
): { lane: Lane; chat: ChatId }[] {
  return db
    .statement(
      `SELECT lane, chat FROM ${chatSource(scope)} WHERE ${scopeCondition(scope)} AND started_at > @since
       GROUP BY lane ORDER BY max(last_at) DESC LIMIT @limit`,
    )
    .all({ ...scopeParameters(scope), since: since.getTime(), limit }) as { lane: Lane; chat: ChatId }[]
}

function chatSource(scope: ConversationScope): string {
  return 'allChatsOf' in scope
    ? 'conversation INDEXED BY conversation_owner'
    : 'json_each(@chats) AS asked CROSS JOIN conversation INDEXED BY conversation_chat'
}

function scopeCondition(scope: ConversationScope): string {
  return 'allChatsOf' in scope ? 'conversation.owner_id = @allChatsOf' : 'conversation.chat = asked.value'
}

function scopeParameters(scope: ConversationScope): { allChatsOf: number } | { chats: string } {
  return 'allChatsOf' in scope ? scope : { chats: JSON.stringify(scope.chats) }
}

export interface EndLine {
  author: Author
  name: string
  text: string
  trust: Trust
}

/** The first and the last line of a conversation within a period; only one if they are the same. */
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
