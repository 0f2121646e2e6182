import { and, eq } from 'drizzle-orm'
import { type ChannelName, type ChatId, channelOf, type Lane } from '../../domain/ids.ts'
import { longAgo, type Moment, type Steady } from '../../lib/time/clock.ts'
import { countRows } from '../count.ts'
import type { Database } from '../database.ts'
import { chat, lane, message } from '../schema/schema.ts'

export interface NewChat {
  id: ChatId
  title: string
  personId: number | undefined
}

/** The first who is let in and comes to a chat has it: strangers may have been there before. */
export function ensureChat(db: Database, values: NewChat, now: Date): void {
  db.statement(
    `INSERT INTO chat (id, channel, title, person_id, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET person_id = excluded.person_id
     WHERE chat.person_id IS NULL AND excluded.person_id IS NOT NULL`,
  ).run(values.id, channelOf(values.id), values.title, values.personId ?? null, now.getTime())
}

/** Somebody's own chat goes with their address to whom it belongs now. */
export function claimChat(db: Database, id: ChatId, personId: number): void {
  db.statement('UPDATE chat SET person_id = ? WHERE id = ?').run(personId, id)
}

export function ensureLane(db: Database, key: Lane, chatId: ChatId): void {
  db.statement('INSERT INTO lane (key, chat) VALUES (?, ?) ON CONFLICT DO NOTHING').run(key, chatId)
}

/** From then on the lane counts as a new conversation (/new). */
export function startAnew(db: Database, key: Lane, { now, steady }: Moment): void {
  db.orm.update(lane).set({ newAt: now.getTime(), anewAt: steady }).where(eq(lane.key, key)).run()
}

/** What people said about a lane as a whole; undefined what they never did. */
export function laneMarks(db: Database, key: Lane): Record<'newAt' | 'continueAt' | 'clearedAt', Date | undefined> {
  const row = db
    .statement('SELECT new_at AS newAt, continue_at AS continueAt, cleared_at AS clearedAt FROM lane WHERE key = ?')
    .get(key) as Record<'newAt' | 'continueAt' | 'clearedAt', number> | undefined
  const at = (ms: number | undefined) => (ms ? new Date(ms) : undefined)
  return { newAt: at(row?.newAt), continueAt: at(row?.continueAt), clearedAt: at(row?.clearedAt) }
}

/** When it was last told to start anew, or to hide its past. */
export function anewSince(db: Database, key: Lane): Steady {
  return (db.statement('SELECT anew_at FROM lane WHERE key = ?').pluck().get(key) ?? longAgo) as Steady
}

/** The next turn goes on with what was before, whatever the clock says (/continue). */
export function goOnAfterAll(db: Database, key: Lane, at: Date): void {
  db.orm.update(lane).set({ continueAt: at.getTime() }).where(eq(lane.key, key)).run()
}

/** Nothing from before is shown by itself any more (/context clear). */
export function clearContext(db: Database, key: Lane, { now, steady }: Moment): void {
  db.orm.update(lane).set({ clearedAt: now.getTime(), anewAt: steady }).where(eq(lane.key, key)).run()
}

/** What these chats are called. */
export function chatTitles(db: Database, ids: ChatId[]): Map<ChatId, string> {
  const rows = db
    .statement('SELECT id, title FROM chat WHERE id IN (SELECT value FROM json_each(?))')
    .all(JSON.stringify(ids)) as { id: ChatId; title: string }[]
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** The newest chat of a person's own that is not on the given channel: where a notice goes when that channel is gone. */
export function chatElsewhere(db: Database, personId: number, not: ChannelName): ChatId | undefined {
  return db
    .statement(
      `SELECT chat.id FROM chat WHERE person_id = @personId AND channel <> @not AND ${isOwn} ORDER BY created_at DESC`,
    )
    .pluck()
    .get({ personId, not }) as ChatId | undefined
}

/** Where a person has written to us and nobody else reads along, one by one; not the local page, where all is theirs. */
export function ownChats(db: Database, personId: number): ChatId[] {
  return db
    .statement(
      `SELECT chat.id FROM chat WHERE channel <> 'web' AND ${isOwn}
       AND EXISTS (SELECT 1 FROM message WHERE message.chat = chat.id AND author = 'human') ORDER BY created_at`,
    )
    .pluck()
    .all({ personId }) as ChatId[]
}

/** Whether nobody but this person reads along. In a group whoever spoke first stands as its owner, which says nothing. */
export function isPrivateTo(db: Database, id: ChatId, personId: number): boolean {
  return db.statement(`SELECT 1 FROM chat WHERE id = @id AND ${isOwn}`).pluck().get({ id, personId }) === 1
}

/** The same, of a chat that may not be there yet, once they have written in it. */
export function willBePrivateTo(db: Database, id: ChatId, personId: number): boolean {
  return (
    db
      .statement(isOwnNowOrThen)
      .pluck()
      .get({ id, channel: channelOf(id), personId }) === 1
  )
}

// The local page shows each chat to one person. Elsewhere a chat is somebody's own when it has the very name of an
// address of theirs: a group has a name that no person can have.
const isOwn = `(channel = 'web' AND person_id = @personId OR EXISTS (
  SELECT 1 FROM address WHERE address.person_id = @personId
    AND address.channel = chat.channel AND chat.id = address.channel || ':' || address.remote_id))`

const isOwnNowOrThen = `SELECT 1
  FROM (SELECT id, channel, person_id FROM chat WHERE id = @id
    UNION ALL SELECT @id, @channel, (SELECT person_id FROM address WHERE channel = 'web' AND person_id = @personId)
      WHERE NOT EXISTS (SELECT 1 FROM chat WHERE id = @id)) AS chat
  WHERE ${isOwn}`

/** Whether somebody who is let in has spoken there, or brought us in; elsewhere strangers are among themselves. */
export function isVouchedFor(db: Database, id: ChatId): boolean {
  return chatOwner(db, id) !== undefined
}

export function chatOwner(db: Database, id: ChatId): number | undefined {
  return db.orm.select({ personId: chat.personId }).from(chat).where(eq(chat.id, id)).get()?.personId ?? undefined
}

export function countTalk(db: Database, id: ChatId): number {
  return countRows(db, message, and(eq(message.chat, id), eq(message.kind, 'talk')))
}
