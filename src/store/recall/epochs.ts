import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Foreign } from '../../domain/foreign.ts'
import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Trust } from '../../domain/person.ts'
import type { Moment, Steady } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { epoch, task } from '../schema/schema.ts'

export type Epoch = typeof epoch.$inferSelect
export type NewEpoch = Pick<Epoch, 'lane' | 'brain' | 'session' | 'prompt' | 'terms' | 'trust' | 'seen'> &
  Partial<Pick<Epoch, 'foreign'>>

/** Committed before anything is started, so that a crash leaves only sessions we know of. */
export function openEpoch(db: Database, row: NewEpoch, { now, steady }: Moment): Epoch {
  return db.orm
    .insert(epoch)
    .values({ ...row, openedAt: now.getTime(), begunAt: steady, usedAt: steady })
    .returning()
    .get()
}

export function findOpenEpoch(db: Database, lane: Lane): Epoch | undefined {
  return db.orm
    .select()
    .from(epoch)
    .where(and(eq(epoch.lane, lane), isNull(epoch.closedAt)))
    .get()
}

export function readEpoch(db: Database, id: number): Epoch | undefined {
  return db.orm.select().from(epoch).where(eq(epoch.id, id)).get()
}

/** Records one more turn. The trust of an epoch never rises. */
export function useEpoch(db: Database, id: number, turn: ShownTrust & { seen: number; usedAt: Steady }): void {
  db.orm.update(epoch).set(turn).where(eq(epoch.id, id)).run()
}

/** Records an answered turn, with what the brain reported about the session, if anything. */
export function bookEpoch(db: Database, id: number, reported: Reported | undefined, usedAt: Steady): void {
  db.orm
    .update(epoch)
    .set({
      turns: sql`${epoch.turns} + 1`,
      usedAt,
      ...(reported && {
        contextTokens: reported.contextTokens,
        windowTokens: reported.windowTokens ?? null,
      }),
    })
    .where(eq(epoch.id, id))
    .run()
}

export interface Reported {
  contextTokens: number
  windowTokens: number | undefined
}

export type ClosedSession = Pick<Epoch, 'brain' | 'session'>

export function closeEpoch(db: Database, id: number, reason: string, now: Date): void {
  db.orm
    .update(epoch)
    .set({ closedAt: now.getTime(), reason })
    .where(and(eq(epoch.id, id), isNull(epoch.closedAt)))
    .run()
}

/** Closes the sessions in some chats, because what they were shown is not meant for whoever writes there next. */
export function closeEpochsIn(db: Database, chats: ChatId[], reason: string, now: Date): void {
  db.statement(
    `UPDATE epoch SET closed_at = @now, reason = @reason
     WHERE closed_at IS NULL AND lane IN (SELECT key FROM lane WHERE chat IN (SELECT value FROM json_each(@chats)))`,
  ).run({ now: now.getTime(), reason, chats: JSON.stringify(chats) })
}

/**
 * Closes all open epochs, or only those not used since a time. Returns their sessions, so that each brain can forget
 * its own.
 */
export function closeEpochs(db: Database, reason: string, now: Date, unusedSince?: Steady): ClosedSession[] {
  return db.orm
    .update(epoch)
    .set({ closedAt: now.getTime(), reason })
    .where(and(isNull(epoch.closedAt), unusedSince && lte(epoch.usedAt, unusedSince)))
    .returning({ brain: epoch.brain, session: epoch.session })
    .all()
}

/** The lowest trust of everything it showed, and whose words were part of it. */
export interface ShownTrust {
  trust: Trust
  foreign: Foreign[]
}

export function lowerEpoch(db: Database, lane: Lane, shownTrust: ShownTrust): void {
  db.orm
    .update(epoch)
    .set(shownTrust)
    .where(and(eq(epoch.lane, lane), isNull(epoch.closedAt)))
    .run()
}

export function joinEpoch(db: Database, taskId: number, epochId: number): void {
  db.orm.update(task).set({ epochId }).where(eq(task.id, taskId)).run()
}

/** The sessions that may still be continued. */
export function openSessions(db: Database): Set<string> {
  const rows = db.orm.select({ session: epoch.session }).from(epoch).where(isNull(epoch.closedAt)).all()
  return new Set(rows.map((row) => row.session))
}
