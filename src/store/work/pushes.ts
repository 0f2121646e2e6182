import { and, asc, eq, inArray, lt, lte } from 'drizzle-orm'
import type { ChatId } from '../../domain/ids.ts'
import type { MessageKind, Origin } from '../../domain/message.ts'
import { later, type Moment, type Steady } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { push } from '../schema/schema.ts'

export type PendingPush = typeof push.$inferSelect

/** Adds a notification, unless this message was already announced there. */
export function addPush(db: Database, messageId: number, target: string, at: Steady): void {
  db.orm.insert(push).values({ messageId, target, state: 'pending', dueAt: at, madeAt: at }).onConflictDoNothing().run()
}

/** Keeps only the newest pending ones of a target. */
export function dropOldPushes(db: Database, target: string, kept: number): void {
  db.statement(
    `UPDATE push SET state = 'done' WHERE target = @target AND state = 'pending' AND id NOT IN
       (SELECT id FROM push WHERE target = @target AND state = 'pending' ORDER BY id DESC LIMIT @kept)`,
  ).run({ target, kept })
}

/** Due notifications, oldest first. They count as sent from now on, so that none is sent twice after a crash. */
export function takeDuePushes(db: Database, at: Steady, limit: number): PendingPush[] {
  return db.transaction(() => {
    const due = db.orm
      .select()
      .from(push)
      .where(and(eq(push.state, 'pending'), lte(push.dueAt, at)))
      .orderBy(asc(push.dueAt), asc(push.id))
      .limit(limit)
      .all()
    const ids = due.map(({ id }) => id)
    if (ids.length > 0) db.orm.update(push).set({ state: 'sending' }).where(inArray(push.id, ids)).run()
    return due
  })
}

export function nextPushAt(db: Database): Steady | undefined {
  const isPending = eq(push.state, 'pending')
  return db.orm.select({ at: push.dueAt }).from(push).where(isPending).orderBy(asc(push.dueAt)).limit(1).get()?.at
}

export function finishPush(db: Database, id: number): void {
  db.orm.update(push).set({ state: 'done' }).where(eq(push.id, id)).run()
}

export function retryPush(db: Database, { id, attempts }: PendingPush, dueAt: Steady): void {
  db.orm
    .update(push)
    .set({ state: 'pending', attempts: attempts + 1, dueAt })
    .where(eq(push.id, id))
    .run()
}

/** Ends what a crashed process was sending, because it may have arrived, and removes old rows. */
export function cleanPushes(db: Database, { steady }: Pick<Moment, 'steady'>, keptMs: number): void {
  db.transaction(() => {
    db.orm.update(push).set({ state: 'done' }).where(eq(push.state, 'sending')).run()
    db.orm
      .delete(push)
      .where(lt(push.madeAt, later(steady, -keptMs)))
      .run()
  })
}

/** A message of ours, and whose chat it is in. */
export interface AnnouncedLine {
  chat: ChatId
  ownerId: number | null
  kind: MessageKind
  origin: Origin
  text: string
  /** The person has read it on the page, or it was deleted. */
  isOver: boolean
}

/** Undefined if it is not one of ours. */
export function readAnnouncedLine(db: Database, message: number): AnnouncedLine | undefined {
  const row = db
    .statement(
      `SELECT line.chat, chat.owner_id AS ownerId, line.kind, line.origin, line.text,
         (line.id <= ifnull(kept.seen, 0)
           OR EXISTS (SELECT 1 FROM deleted_message WHERE message_id = line.id)) AS isOver
       FROM message AS line JOIN chat ON chat.id = line.chat LEFT JOIN kept_chat AS kept ON kept.chat = line.chat
       WHERE line.id = ? AND line.author = 'bot'`,
    )
    .get(message) as (Omit<AnnouncedLine, 'isOver'> & { isOver: 0 | 1 }) | undefined
  return row && { ...row, isOver: row.isOver === 1 }
}
