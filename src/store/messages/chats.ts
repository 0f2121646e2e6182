import { and, eq } from 'drizzle-orm'
import type { Route, RouteFacts } from '../../domain/delivery.ts'
import { type ChannelName, type ChatId, channelOf, type Lane } from '../../domain/ids.ts'
import type { Audience } from '../../domain/message.ts'
import type { Address } from '../../domain/person.ts'
import { truncate } from '../../lib/text/text.ts'
import { longAgo, type Moment, type Steady, steadyMs } from '../../lib/time/clock.ts'
import { countRows, type Database } from '../database.ts'
import { chat, lane, message } from '../schema/schema.ts'

export interface NewChat {
  id: ChatId
  title: string
  audience: Audience
  /** The owner of a private chat. */
  owner?: Address | undefined
  /** A person we let in who is in the chat. The first one is remembered, even if strangers were there before. */
  personId?: number | undefined
  facts?: RouteFacts | undefined
}

const LANE_STANDS = `SELECT 1 FROM lane JOIN chat ON chat.id = lane.chat WHERE lane.key = ? AND audience = ?
  AND title <> chat.id AND (? IS NULL OR owner_address IS NOT NULL) AND (? IS NULL OR first_person_id IS NOT NULL)`

/** Creates the chat and the lane if they do not exist. */
export function ensurePlace(db: Database, chat: NewChat, lane: Lane, now: Date): void {
  // We look first, because nearly every message arrives in a known lane, and a write that changes nothing costs as much
  // as any other (measured: a third of accepting a message).
  const laneExists = db.statement(LANE_STANDS).pluck()
  const isKnown = !chat.facts && laneExists.get(lane, chat.audience, ownerOf(chat), chat.personId ?? null) !== undefined
  if (isKnown) return
  ensureChat(db, chat, now)
  ensureLane(db, lane, chat.id)
}

function ownerOf({ id, audience, owner }: NewChat): string | null {
  return audience === 'private' && owner?.channel === channelOf(id) ? owner.id : null
}

/** The audience is what the channel said last. The owner, the first person and the title are set only once; an erased chat has
 * its id as title. */
export function ensureChat(db: Database, chat: NewChat, now: Date): void {
  const { id, title, audience, personId, facts } = chat
  db.statement(
    `INSERT INTO chat (id, channel, title, audience, owner_address, first_person_id, facts, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET audience = excluded.audience, title = iif(chat.title = chat.id, excluded.title, chat.title),
       owner_address = ifnull(chat.owner_address, excluded.owner_address),
       first_person_id = ifnull(chat.first_person_id, excluded.first_person_id),
       facts = ifnull(excluded.facts, chat.facts)
     WHERE chat.audience <> excluded.audience OR chat.title = chat.id OR chat.owner_address IS NULL AND excluded.owner_address IS NOT NULL
       OR chat.first_person_id IS NULL AND excluded.first_person_id IS NOT NULL OR excluded.facts IS NOT NULL`,
  ).run(
    id,
    channelOf(id),
    title,
    audience,
    ownerOf(chat),
    personId ?? null,
    facts ? JSON.stringify(facts) : null,
    now.getTime(),
  )
}

export function ensureLane(db: Database, key: Lane, chatId: ChatId): void {
  if (db.statement('SELECT 1 FROM lane WHERE key = ?').pluck().get(key) !== undefined) return
  db.statement('INSERT INTO lane (key, chat) VALUES (?, ?) ON CONFLICT DO NOTHING').run(key, chatId)
}

/** From now on the lane counts as a new conversation (/new). */
export function startAnew(db: Database, key: Lane, { now, steady }: Moment): void {
  db.orm.update(lane).set({ newAt: now.getTime(), anewAt: steady }).where(eq(lane.key, key)).run()
}

/** When people last gave each of these commands in a lane; undefined if never. */
export function laneMarks(db: Database, key: Lane): Record<'newAt' | 'continueAt' | 'clearedAt', Date | undefined> {
  const row = db
    .statement('SELECT new_at AS newAt, continue_at AS continueAt, cleared_at AS clearedAt FROM lane WHERE key = ?')
    .get(key) as Record<'newAt' | 'continueAt' | 'clearedAt', number> | undefined
  const at = (ms: number | undefined) => (ms ? new Date(ms) : undefined)
  return { newAt: at(row?.newAt), continueAt: at(row?.continueAt), clearedAt: at(row?.clearedAt) }
}

/** When the lane was last told to start anew or to hide its past. */
export function anewSince(db: Database, key: Lane): Steady {
  return (db.statement('SELECT anew_at FROM lane WHERE key = ?').pluck().get(key) ?? longAgo) as Steady
}

/** The next turn continues the conversation regardless of the time that has passed (/continue). */
export function goOnAfterAll(db: Database, key: Lane, at: Date): void {
  db.orm.update(lane).set({ continueAt: at.getTime() }).where(eq(lane.key, key)).run()
}

/** Nothing from before is shown by itself any more (/context clear). */
export function clearContext(db: Database, key: Lane, { now, steady }: Moment): void {
  db.orm.update(lane).set({ clearedAt: now.getTime(), anewAt: steady }).where(eq(lane.key, key)).run()
}

/** Clears all lanes of a chat up to now. */
export function clearChat(db: Database, id: ChatId, { now, steady }: Moment): void {
  db.statement(`UPDATE lane SET cleared_at = @at, anew_at = @steady WHERE chat = @id AND cleared_at < @at`).run({
    id,
    at: now.getTime(),
    steady: steadyMs(steady),
  })
}

/** Anybody who may rename a group chooses this text. */
const MAX_TITLE_CHARS = 100

/** Renames a known group; any other chat keeps its title. */
export function renameGroup(db: Database, id: ChatId, title: string): void {
  const name = truncate(title.trim(), MAX_TITLE_CHARS)
  // We look first, as in `ensurePlace`.
  const currentTitle = db.statement("SELECT title FROM chat WHERE id = ? AND audience = 'group'").pluck().get(id)
  if (name === '' || currentTitle === undefined || currentTitle === name) return
  db.statement('UPDATE chat SET title = ? WHERE id = ?').run(name, id)
}

export function chatTitles(db: Database, ids: ChatId[]): Map<ChatId, string> {
  const rows = db
    .statement('SELECT id, title FROM chat WHERE id IN (SELECT value FROM json_each(?))')
    .all(JSON.stringify(ids)) as { id: ChatId; title: string }[]
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** The title of a group; undefined if it has none. */
export function groupTitle(db: Database, id: ChatId): string | undefined {
  const find = db.statement("SELECT title FROM chat WHERE id = ? AND audience = 'group' AND title NOT IN ('', id)")
  return find.pluck().get(id) as string | undefined
}

/** The newest private chat of a person on another channel: the place for a notice when this channel is unavailable. */
export function chatElsewhere(db: Database, personId: number, not: ChannelName): ChatId | undefined {
  return db
    .statement(`SELECT chat.id FROM chat WHERE channel <> @not AND ${isOwn} ORDER BY created_at DESC`)
    .pluck()
    .get({ personId, not }) as ChatId | undefined
}

/**
 * The private chats in which a person has written to us, the most recent last. If one address has several chats, only
 * the most recent one counts.
 */
export function ownChats(db: Database, personId: number): ChatId[] {
  const rows = db
    .statement(
      `SELECT chat.id, max(said.id) FROM chat
       JOIN message AS said ON said.id = (SELECT max(id) FROM message WHERE message.chat = chat.id AND author = 'human')
       WHERE ${isOwn} GROUP BY channel, owner_address ORDER BY max(said.id)`,
    )
    .all({ personId }) as { id: ChatId }[]
  return rows.map(({ id }) => id)
}

/** Whether this person is the only reader of the chat. */
export function isPrivateTo(db: Database, id: ChatId, personId: number): boolean {
  return db.statement(`SELECT 1 FROM chat WHERE id = @id AND ${isOwn}`).pluck().get({ id, personId }) === 1
}

/** SQL condition: a private chat belongs to a person as long as they have its address. */
export const isOwn = `(chat.audience = 'private' AND EXISTS (
  SELECT 1 FROM address WHERE address.channel = chat.channel AND address.remote_id = chat.owner_address
    AND address.person_id = @personId))`

/** The private chats with the person at this address. */
export function chatsWith(db: Database, { channel, id }: Address): ChatId[] {
  return db
    .statement("SELECT id FROM chat WHERE channel = ? AND owner_address = ? AND audience = 'private'")
    .pluck()
    .all(channel, id) as ChatId[]
}

/** The route to a chat that replies to nothing in particular. */
export function routeInto(db: Database, id: ChatId): Route {
  const [row] = db.orm.select({ facts: chat.facts }).from(chat).where(eq(chat.id, id)).all()
  return row?.facts ? { chat: id, facts: row.facts } : { chat: id }
}

/** Who reads the chat; undefined if no channel has told us about it. */
export function audienceOf(db: Database, id: ChatId): Audience | undefined {
  return db.statement('SELECT audience FROM chat WHERE id = ?').pluck().get(id) as Audience | undefined
}

/** Whether somebody we let in has spoken there or added us. Otherwise only strangers are there. */
export function isVouchedFor(db: Database, id: ChatId): boolean {
  return db.statement('SELECT first_person_id FROM chat WHERE id = ?').pluck().get(id) != null
}

/** The person who is told what became of messages in this chat. */
export function chatOwner(db: Database, id: ChatId): number | undefined {
  const person = db.statement('SELECT owner_id FROM chat WHERE id = ?').pluck().get(id) as number | null | undefined
  return person ?? undefined
}

export function countMessages(db: Database, id: ChatId): number {
  return countRows(db, message, and(eq(message.chat, id), eq(message.kind, 'conversation')))
}

/** The platform uses a new id for this chat from now on. */
export function recordMove(db: Database, chat: ChatId, remote: ChatId, now: Date): void {
  db.statement('INSERT INTO chat_move (remote, chat, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING').run(
    remote,
    chat,
    now.getTime(),
  )
}

/** Our id for the chat that the platform calls this; they differ only after a move. */
export function homeOf(db: Database, remote: ChatId): ChatId {
  const home = db.statement('SELECT chat FROM chat_move WHERE remote = ?').pluck().get(remote)
  return (home as ChatId | undefined) ?? remote
}

/** The platform's new id of a chat that has moved; undefined if it has not. */
export function movedTo(db: Database, chat: ChatId): ChatId | undefined {
  return db.statement('SELECT remote FROM chat_move WHERE chat = ? ORDER BY at DESC').pluck().get(chat) as
    | ChatId
    | undefined
}
