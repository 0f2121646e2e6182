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
  /** Whose it is when it is private. */
  owner?: Address | undefined
  /** Somebody we let in who is there; the first of them is remembered, strangers may have been there before. */
  personId?: number | undefined
  facts?: RouteFacts | undefined
}

const LANE_STANDS = `SELECT 1 FROM lane JOIN chat ON chat.id = lane.chat WHERE lane.key = ? AND audience = ?
  AND (? IS NULL OR owner_address IS NOT NULL) AND (? IS NULL OR first_person_id IS NOT NULL)`

/** The chat and the lane in it where something is said. */
export function ensurePlace(db: Database, chat: NewChat, lane: Lane, now: Date): void {
  // Looked up first: nearly every message is said where something was said before, and a write that changes nothing costs
  // as much as one that does (measured: a third of taking a message in).
  const stands = db.statement(LANE_STANDS).pluck()
  const isKnown = !chat.facts && stands.get(lane, chat.audience, ownerOf(chat), chat.personId ?? null) !== undefined
  if (isKnown) return
  ensureChat(db, chat, now)
  ensureLane(db, lane, chat.id)
}

function ownerOf({ id, audience, owner }: NewChat): string | null {
  return audience === 'private' && owner?.channel === channelOf(id) ? owner.id : null
}

/** Who reads along is what the channel said last. Whose it is, and who came first, is said once. */
export function ensureChat(db: Database, chat: NewChat, now: Date): void {
  const { id, title, audience, personId, facts } = chat
  db.statement(
    `INSERT INTO chat (id, channel, title, audience, owner_address, first_person_id, facts, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET audience = excluded.audience,
       owner_address = ifnull(chat.owner_address, excluded.owner_address),
       first_person_id = ifnull(chat.first_person_id, excluded.first_person_id),
       facts = ifnull(excluded.facts, chat.facts)
     WHERE chat.audience <> excluded.audience OR chat.owner_address IS NULL AND excluded.owner_address IS NOT NULL
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

/** The same for every lane of a chat, once: what was said there since then stays. */
export function clearChat(db: Database, id: ChatId, { now, steady }: Moment): void {
  db.statement(`UPDATE lane SET cleared_at = @at, anew_at = @steady WHERE chat = @id AND cleared_at < @at`).run({
    id,
    at: now.getTime(),
    steady: steadyMs(steady),
  })
}

/** Titles are data of whoever may give them. */
const MOST_TITLE_CHARS = 100

/** A group that we know is called so from now on; any other chat keeps its title. */
export function renameGroup(db: Database, id: ChatId, title: string): void {
  const name = truncate(title.trim(), MOST_TITLE_CHARS)
  // Looked up first, as in `ensurePlace`.
  const known = db.statement("SELECT title FROM chat WHERE id = ? AND audience = 'group'").pluck().get(id)
  if (name === '' || known === undefined || known === name) return
  db.statement('UPDATE chat SET title = ? WHERE id = ?').run(name, id)
}

/** What these chats are called. */
export function chatTitles(db: Database, ids: ChatId[]): Map<ChatId, string> {
  const rows = db
    .statement('SELECT id, title FROM chat WHERE id IN (SELECT value FROM json_each(?))')
    .all(JSON.stringify(ids)) as { id: ChatId; title: string }[]
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** What a group is called; undefined where nobody said. */
export function groupTitle(db: Database, id: ChatId): string | undefined {
  const find = db.statement("SELECT title FROM chat WHERE id = ? AND audience = 'group' AND title NOT IN ('', id)")
  return find.pluck().get(id) as string | undefined
}

/** The newest chat of a person's own that is not on the given channel: where a notice goes when that channel is gone. */
export function chatElsewhere(db: Database, personId: number, not: ChannelName): ChatId | undefined {
  return db
    .statement(`SELECT chat.id FROM chat WHERE channel <> @not AND ${isOwn} ORDER BY created_at DESC`)
    .pluck()
    .get({ personId, not }) as ChatId | undefined
}

/**
 * Where a person has written to us and nobody else reads along; of several with one address the one they wrote in last.
 * Where they wrote last comes last.
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

/** Whether nobody but this person reads along. */
export function isPrivateTo(db: Database, id: ChatId, personId: number): boolean {
  return db.statement(`SELECT 1 FROM chat WHERE id = @id AND ${isOwn}`).pluck().get({ id, personId }) === 1
}

/** A private chat is somebody's for as long as they have the address it is with. */
const isOwn = `(chat.audience = 'private' AND EXISTS (
  SELECT 1 FROM address WHERE address.channel = chat.channel AND address.remote_id = chat.owner_address
    AND address.person_id = @personId))`

/** The private chats with whoever has this address. */
export function chatsWith(db: Database, { channel, id }: Address): ChatId[] {
  return db
    .statement("SELECT id FROM chat WHERE channel = ? AND owner_address = ? AND audience = 'private'")
    .pluck()
    .all(channel, id) as ChatId[]
}

/** The way to a chat as such, as an answer to nothing in particular. */
export function routeInto(db: Database, id: ChatId): Route {
  const [found] = db.orm.select({ facts: chat.facts }).from(chat).where(eq(chat.id, id)).all()
  return found?.facts ? { chat: id, facts: found.facts } : { chat: id }
}

/** Who reads along there; undefined for a chat that nobody has told us of. */
export function audienceOf(db: Database, id: ChatId): Audience | undefined {
  return db.statement('SELECT audience FROM chat WHERE id = ?').pluck().get(id) as Audience | undefined
}

/** Whether somebody who is let in has spoken there, or brought us in; elsewhere strangers are among themselves. */
export function isVouchedFor(db: Database, id: ChatId): boolean {
  return db.statement('SELECT first_person_id FROM chat WHERE id = ?').pluck().get(id) != null
}

/** Who is to know what became of something said there. */
export function chatOwner(db: Database, id: ChatId): number | undefined {
  const person = db.statement('SELECT owner_id FROM chat WHERE id = ?').pluck().get(id) as number | null | undefined
  return person ?? undefined
}

export function countMessages(db: Database, id: ChatId): number {
  return countRows(db, message, and(eq(message.chat, id), eq(message.kind, 'conversation')))
}

/** From now on the platform calls this chat of ours by another name. */
export function recordMove(db: Database, chat: ChatId, remote: ChatId, now: Date): void {
  db.statement('INSERT INTO chat_move (remote, chat, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING').run(
    remote,
    chat,
    now.getTime(),
  )
}

/** Our own name for what the platform calls so: the same, unless it has moved. */
export function homeOf(db: Database, remote: ChatId): ChatId {
  const home = db.statement('SELECT chat FROM chat_move WHERE remote = ?').pluck().get(remote)
  return (home as ChatId | undefined) ?? remote
}

/** Where a chat that has moved goes on; undefined for one that is where it always was. */
export function movedTo(db: Database, chat: ChatId): ChatId | undefined {
  return db.statement('SELECT remote FROM chat_move WHERE chat = ? ORDER BY at DESC').pluck().get(chat) as
    | ChatId
    | undefined
}
