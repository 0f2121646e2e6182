import { and, eq, sql } from 'drizzle-orm'
import type { Button, Delivery } from '../../domain/delivery.ts'
import { type ChannelName, type ChatId, channelOf } from '../../domain/ids.ts'
import { type Steady, steadyMs } from '../../lib/time/clock.ts'
import { type AnyText, serializeText } from '../../messages/localized.ts'
import { countRows, type Database } from '../database.ts'
import { filesOf } from '../files/files.ts'
import { languageIn } from '../messages/chat-language.ts'
import { message, outbox } from '../schema/schema.ts'

export type OutboxRow = typeof outbox.$inferSelect
export type NewDelivery = Pick<
  OutboxRow,
  'key' | 'messageId' | 'lane' | 'route' | 'kind' | 'part' | 'body' | 'dueAt' | 'deadAt'
> & {
  taskId: number | undefined
  buttons?: Button[]
}

export function insertDelivery(db: Database, row: NewDelivery, now: Date): void {
  db.orm
    .insert(outbox)
    .values({
      ...row,
      taskId: row.taskId ?? null,
      channel: channelOf(row.route.chat),
      state: 'pending',
      createdAt: now.getTime(),
    })
    .run()
}

// Written out instead of bound, because SQLite uses the partial indexes only if it can read the states in the
// statement.
const isOpen = sql`${outbox.state} IN ('pending', 'sending', 'retry', 'unknown')`
const isDraft = sql`${outbox.state} = 'drafted'`
const hasFailed = sql`${outbox.state} IN ('held', 'dead')`

/** The facts that decide whether a delivery may go now. */
export interface Head extends Pick<OutboxRow, 'id' | 'lane' | 'state' | 'dueAt'> {
  chat: ChatId
  /** A notice that answers nobody. */
  isNotice: 0 | 1
}

/** A notice of the daemon that answers no message, so nobody waits for it. */
export function isUnasked({ kind, taskId }: Pick<OutboxRow, 'kind' | 'taskId'>): boolean {
  return kind === 'notice' && taskId === null
}

const open = "state IN ('pending', 'sending', 'retry', 'unknown')"
const notice = "(kind = 'notice' AND task_id IS NULL)"

/**
 * The first open row of each lane: replies in a lane keep their order, so nothing behind it may go. Notices that answer
 * nobody wait until no answer of their lane is left.
 */
export function lanesToDeliver(db: Database): Head[] {
  return db
    .statement(
      `SELECT id, lane, state, due_at AS dueAt, route ->> 'chat' AS chat, ${notice} AS isNotice FROM outbox WHERE id IN (
         SELECT coalesce(min(iif(${notice}, NULL, id)), min(id)) FROM outbox WHERE ${open} GROUP BY lane)
       ORDER BY isNotice, due_at, id LIMIT 500`,
    )
    .all() as Head[]
}

export function readOutboxRow(db: Database, id: number): OutboxRow {
  const row = db.orm.select().from(outbox).where(eq(outbox.id, id)).get()
  if (!row) throw new Error(`no delivery ${id}`)
  return row
}

/** The deliveries of a task, sent or not, oldest first. */
export function deliveriesOf(db: Database, taskId: number): OutboxRow[] {
  return db.orm.select().from(outbox).where(eq(outbox.taskId, taskId)).orderBy(outbox.id).all()
}

/** Committed before the first byte leaves: from here on a crash means "unknown", never "send again". */
export function markSending(db: Database, id: number, instance: number): void {
  db.orm
    .update(outbox)
    .set({ state: 'sending', instance, attempt: sql`${outbox.attempt} + 1` })
    .where(eq(outbox.id, id))
    .run()
}

export function markSent(db: Database, id: number, remoteId: string | null, now: Date): void {
  db.orm
    .update(outbox)
    .set({ state: 'sent', remoteId, sentAt: now.getTime(), error: null })
    .where(eq(outbox.id, id))
    .run()
}

/** The buttons below a line of ours, by its platform id. */
export function buttonsBelow(db: Database, chat: ChatId, remoteId: string): Button[] {
  return db.orm
    .select({ buttons: outbox.buttons })
    .from(outbox)
    .innerJoin(message, eq(message.id, outbox.messageId))
    .where(and(eq(outbox.remoteId, remoteId), eq(message.chat, chat)))
    .all()
    .flatMap(({ buttons }) => buttons ?? [])
}

/** It waits until somebody who has read it approves it. `where` is shown meanwhile. */
export function markDrafted(db: Database, id: number, remoteId: string, where: string): void {
  db.orm.update(outbox).set({ state: 'drafted', remoteId, error: where }).where(eq(outbox.id, id)).run()
}

export function listDrafts(db: Database): OutboxRow[] {
  return db.orm.select().from(outbox).where(isDraft).orderBy(outbox.id).all()
}

/** The key for the next revision of a draft; all versions share a prefix. */
export function nextRevisionKey(db: Database, { id, taskId }: Pick<OutboxRow, 'id' | 'taskId'>): string {
  const revisions = revisionsOf(db, taskId) ?? `draft:${id}:`
  const count = db.statement("SELECT count(*) FROM task WHERE schedule_key LIKE ? || '%'").pluck().get(revisions)
  return `${revisions}${Number(count) + 1}`
}

/** Earlier versions of this draft can no longer be sent. */
export function replaceDrafts(db: Database, { id, taskId }: Pick<OutboxRow, 'id' | 'taskId'>): void {
  const revisions = revisionsOf(db, taskId)
  if (revisions === undefined) return
  db.statement(
    `UPDATE outbox SET state = 'dead', error = 'a newer version replaces it' WHERE state = 'drafted' AND id <> @id
     AND (id = @first OR task_id IN (SELECT id FROM task WHERE schedule_key LIKE @revisions || '%'))`,
  ).run({ id, first: Number(revisions.split(':')[1]), revisions })
}

function revisionsOf(db: Database, taskId: number | null): string | undefined {
  const key = db.statement('SELECT schedule_key FROM task WHERE id = ?').pluck().get(taskId) as
    | string
    | null
    | undefined
  return /^draft:\d+:/.exec(key ?? '')?.[0]
}

/** From here on it is an ordinary delivery. */
export function approveDraft(db: Database, id: number, times: { dueAt: Steady; deadAt: Steady }): void {
  db.orm
    .update(outbox)
    .set({ state: 'pending', approved: true, attempt: 0, error: null, ...times })
    .where(eq(outbox.id, id))
    .run()
}

export function markRetry(db: Database, id: number, dueAt: Steady, error: AnyText): void {
  db.orm.update(outbox).set({ state: 'retry', dueAt, error }).where(eq(outbox.id, id)).run()
}

/** A copy that a gateway gave up on does not count as the one allowed resend. */
export function markUnknown(db: Database, id: number, dueAt: Steady, error: AnyText): void {
  const resent = sql`iif(${outbox.resent} = ${GIVEN_UP}, 0, ${outbox.resent})`
  db.orm.update(outbox).set({ state: 'unknown', dueAt, error, resent }).where(eq(outbox.id, id)).run()
}

/** It is sent again, marked as a possible repeat, as often as necessary. */
export function markGivenUp(db: Database, id: number, dueAt: Steady, error: AnyText): void {
  db.orm.update(outbox).set({ state: 'unknown', dueAt, error, resent: GIVEN_UP }).where(eq(outbox.id, id)).run()
}

/** The value of `resent` after a gateway gave up on the last copy. */
const GIVEN_UP = 2

/** Nothing is known yet, so it is checked again later. */
export function putOff(db: Database, id: number, dueAt: Steady): void {
  db.orm.update(outbox).set({ dueAt }).where(eq(outbox.id, id)).run()
}

/** While the server is unreachable, pending deliveries do not expire: they live at least until this time. */
export function outlast(db: Database, channel: ChannelName, { if: below, until }: { if: Steady; until: Steady }): void {
  db.statement(`UPDATE outbox SET dead_at = ? WHERE ${open} AND channel = ? AND dead_at < ?`).run(
    steadyMs(until),
    channel,
    steadyMs(below),
  )
}

/** Marks it as a possible repeat. */
export function markResend(db: Database, id: number): void {
  db.orm
    .update(outbox)
    .set({ state: 'pending', resent: sql`max(1, ${outbox.resent})` })
    .where(eq(outbox.id, id))
    .run()
}

export function hasDelivery(db: Database, key: string): boolean {
  return db.statement('SELECT 1 FROM outbox WHERE key = ?').pluck().get(key) === 1
}

/** Proven absent: an ordinary send, not a repeat. */
export function markAbsent(db: Database, id: number): void {
  db.orm.update(outbox).set({ state: 'pending' }).where(eq(outbox.id, id)).run()
}

export function markEnded(db: Database, id: number, state: 'held' | 'dead', error: AnyText): void {
  db.orm.update(outbox).set({ state, error }).where(eq(outbox.id, id)).run()
}

/** Holds the open deliveries to this chat until somebody acts. Returns how many. */
export function holdOpen(db: Database, chat: ChatId, error: AnyText): number {
  return db
    .statement(
      `UPDATE outbox SET state = 'held', error = ? WHERE state IN ('pending', 'retry') AND route ->> 'chat' = ?`,
    )
    .run(serializeText(error), chat).changes
}

/** Releases the deliveries that were held for this reason. */
export function freeHeld(db: Database, chat: ChatId, error: AnyText, dueAt: Steady): void {
  db.statement(
    `UPDATE outbox SET state = 'retry', due_at = ? WHERE state = 'held' AND error = ? AND route ->> 'chat' = ?`,
  ).run(dueAt, serializeText(error), chat)
}

/** Makes failed deliveries due, except those that wait for this reason. */
export function retryFailed(db: Database, except: AnyText, dueAt: Steady): void {
  db.statement(`UPDATE outbox SET due_at = min(due_at, ?) WHERE state = 'retry' AND error IS NOT ?`).run(
    dueAt,
    serializeText(except),
  )
}

/** Cancels the open deliveries to these chats. */
export function dropOpen(db: Database, chats: ChatId[], error: AnyText): void {
  db.statement(
    `UPDATE outbox SET state = 'dead', error = ?
     WHERE state IN ('pending', 'retry', 'unknown', 'held') AND route ->> 'chat' IN (SELECT value FROM json_each(?))`,
  ).run(serializeText(error), JSON.stringify(chats))
}

/** Deliveries that an older instance was sending when it died. */
export function orphanedSends(db: Database, instance: number): OutboxRow[] {
  return db.orm
    .select()
    .from(outbox)
    .where(and(isOpen, eq(outbox.state, 'sending'), sql`${outbox.instance} IS NOT ${instance}`))
    .all()
}

export function countOpen(db: Database): number {
  return countRows(db, outbox, isOpen)
}

export function countDrafts(db: Database): number {
  return countRows(db, outbox, isDraft)
}

export function countHeldOrDead(db: Database): number {
  return countRows(db, outbox, hasFailed)
}

export function toDelivery(db: Database, row: OutboxRow): Delivery {
  return {
    id: row.id,
    key: row.key,
    message: row.messageId,
    lane: row.lane,
    ...(row.taskId === null ? {} : { task: row.taskId }),
    route: row.route,
    kind: row.kind,
    part: row.part,
    at: new Date(row.createdAt),
    body: row.body,
    buttons: row.buttons ?? [],
    files: row.part === 0 ? (filesOf(db, [row.messageId]).get(row.messageId) ?? []) : [],
    attempt: row.attempt,
    maybeRepeat: row.resent >= 1,
    language: languageIn(db, row.route.chat),
    ...(row.approved && { approved: true }),
  }
}
