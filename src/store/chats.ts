import { and, desc, eq, ne } from 'drizzle-orm'
import { type ChannelName, type ChatId, channelOf, type Lane } from '../domain/ids.ts'
import { countRows } from './count.ts'
import type { Database } from './database.ts'
import { chat, lane, message } from './schema.ts'

export interface NewChat {
  id: ChatId
  title: string
  personId: number | undefined
}

export function ensureChat(db: Database, values: NewChat, now: Date): void {
  db.statement(
    'INSERT INTO chat (id, channel, title, person_id, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  ).run(values.id, channelOf(values.id), values.title, values.personId ?? null, now.getTime())
}

export function ensureLane(db: Database, key: Lane, chatId: ChatId): void {
  db.statement('INSERT INTO lane (key, chat) VALUES (?, ?) ON CONFLICT DO NOTHING').run(key, chatId)
}

/** From `at` on, the lane counts as a new conversation (/new). */
export function startAnew(db: Database, key: Lane, at: Date): void {
  db.orm.update(lane).set({ newAt: at.getTime() }).where(eq(lane.key, key)).run()
}

export function anewSince(db: Database, key: Lane): Date | undefined {
  const row = db.orm.select({ newAt: lane.newAt }).from(lane).where(eq(lane.key, key)).get()
  return row?.newAt ? new Date(row.newAt) : undefined
}

/** The newest chat of a person that is not on the given channel: where a notice goes when that channel is gone. */
export function chatElsewhere(db: Database, personId: number, not: ChannelName): ChatId | undefined {
  return db.orm
    .select({ id: chat.id })
    .from(chat)
    .where(and(eq(chat.personId, personId), ne(chat.channel, not)))
    .orderBy(desc(chat.createdAt))
    .get()?.id
}

export function chatOwner(db: Database, id: ChatId): number | undefined {
  return db.orm.select({ personId: chat.personId }).from(chat).where(eq(chat.id, id)).get()?.personId ?? undefined
}

export function countTalk(db: Database, id: ChatId): number {
  return countRows(db, message, and(eq(message.chat, id), eq(message.kind, 'talk')))
}
