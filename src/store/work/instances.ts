import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, desc, eq, isNull, ne } from 'drizzle-orm'
import { z } from 'zod'
import type { Evidence } from '../../domain/task.ts'
import type { Anchor, Steady } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { instance } from '../schema/schema.ts'

/** Starts a new instance; this commit voids every lease of older ones. */
export function beginInstance(
  db: Database,
  life: { pid: number; boot: string | undefined },
  startedAt: Steady,
): number {
  const row = { pid: life.pid, boot: life.boot ?? null, startedAt }
  return db.orm.insert(instance).values(row).returning().get().id
}

/** Whatever happens from here on is not the fault of the running tasks. */
export function noteStop(db: Database, id: number, now: Date): void {
  db.orm.update(instance).set({ stopAskedAt: now.getTime() }).where(eq(instance.id, id)).run()
}

/** Marks a clean stop. */
export function endInstance(db: Database, id: number, now: Date): void {
  db.orm.update(instance).set({ endedAt: now.getTime() }).where(eq(instance.id, id)).run()
}

/** Records why the last instance with this process id died. */
export function noteCause(db: Database, pid: number, cause: string): void {
  const died = and(eq(instance.pid, pid), isNull(instance.endedAt))
  const last = db.orm.select().from(instance).where(died).orderBy(desc(instance.id)).limit(1).get()
  if (last) db.orm.update(instance).set({ cause }).where(eq(instance.id, last.id)).run()
}

/** What the end of an instance says about the tasks it was running, as far as the present instance (`own`) can tell. */
export function evidenceOf(db: Database, id: number, ownId: number): Evidence {
  const died = readInstance(db, id)
  if (!died) return 'weak'
  if (died.endedAt !== null || died.stopAskedAt !== null) return 'none'
  const boot = readInstance(db, ownId)?.boot ?? null
  if (died.boot !== null && boot !== null && died.boot !== boot) return 'none'
  return died.cause === null ? 'weak' : 'strong'
}

/** The instance before this one. */
export function lastInstance(db: Database, ownId: number): number | undefined {
  return db.orm.select().from(instance).where(ne(instance.id, ownId)).orderBy(desc(instance.id)).limit(1).get()?.id
}

function readInstance(db: Database, id: number) {
  return db.orm.select().from(instance).where(eq(instance.id, id)).get()
}

/**
 * The number of starts since `since`, without this one, that did not end cleanly. Counting stops at the last clean
 * stop.
 */
export function uncleanStarts(db: Database, id: number, since: Steady): number {
  const earlier = db.orm.select().from(instance).orderBy(desc(instance.id)).limit(50).all()
  let count = 0
  for (const row of earlier) {
    if (row.id === id) continue
    if (row.endedAt !== null || row.startedAt < since) break
    count++
  }
  return count
}

/**
 * The causes of the crashes among the last starts, newest first; undefined for a kill. The running process, if there is
 * one, is not among them.
 */
export function recentCrashes(db: Database, starts: number, running: number | undefined): (string | undefined)[] {
  const [newest, ...older] = db.orm
    .select()
    .from(instance)
    .orderBy(desc(instance.id))
    .limit(starts + 1)
    .all()
  const ended = newest && newest.pid !== running ? [newest, ...older] : older
  return ended
    .slice(0, starts)
    .filter(({ endedAt, stopAskedAt }) => endedAt === null && stopAskedAt === null)
    .map(({ cause }) => cause ?? undefined)
}

const lastWordsSchema = z.object({ pid: z.number(), cause: z.string() })
const lastWordsFile = (dataDir: string) => join(dataDir, 'last-words.json')
const MAX_CAUSE_CHARS = 500

/**
 * Writes down why the process is about to die. A file, because the store may be in the middle of a transaction that
 * nobody will commit. Never throws, because nobody is left to catch it.
 */
export function leaveLastWords(dataDir: string, error: unknown, scrub: (text: string) => string): void {
  try {
    const words = { pid: process.pid, cause: scrub(`${String(error)}${placeOf(error)}`).slice(0, MAX_CAUSE_CHARS) }
    writeFileSync(lastWordsFile(dataDir), JSON.stringify(words), { mode: 0o600 })
  } catch {}
}

/** The function in which it was thrown, so that people can tell which part is broken. */
function placeOf(error: unknown): string {
  const frames = error instanceof Error ? (error.stack ?? '').split('\n    at ').slice(1) : []
  const named = frames.find((frame) => frame.includes(' ('))
  return named === undefined ? '' : ` (in ${named.slice(0, named.indexOf(' ('))})`
}

/** Copies the last words of the previous process into the store, if there are any. */
export function keepLastWords(db: Database, dataDir: string): void {
  const words = readLastWords(lastWordsFile(dataDir))
  if (words) noteCause(db, words.pid, words.cause)
  rmSync(lastWordsFile(dataDir), { force: true })
}

/** An unreadable file was cut off while writing: there was a reason, but nobody knows which. */
function readLastWords(file: string): z.infer<typeof lastWordsSchema> | undefined {
  try {
    return lastWordsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

const ANCHOR_KEY = 'steady_anchor'

const anchorSchema = z.object({ steady: z.number(), wall: z.number(), mono: z.number(), boot: z.string().optional() })

/** The last stored position of the steady timeline; undefined in a store that never had one. */
export function readAnchor(db: Database): Anchor | undefined {
  const text = db.statement('SELECT value FROM meta WHERE key = ?').pluck().get(ANCHOR_KEY) as string | undefined
  return text === undefined ? lastSeen(db) : anchorSchema.parse(JSON.parse(text))
}

export function writeAnchor(db: Database, anchor: Anchor): void {
  db.statement('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(
    ANCHOR_KEY,
    JSON.stringify(anchor),
  )
}

/** Older stores used the wall clock, so the timeline begins at the last time they recorded. */
function lastSeen(db: Database): Anchor | undefined {
  const at = db
    .statement(
      `SELECT max(at) FROM (
         SELECT max(started_at, coalesce(ended_at, 0)) AS at FROM instance
         UNION ALL SELECT created_at FROM task WHERE finished_at IS NULL
         UNION ALL SELECT created_at FROM outbox WHERE state IN ('pending', 'sending', 'retry', 'unknown'))`,
    )
    .pluck()
    .get() as number | null
  return at === null ? undefined : { steady: at, wall: at, mono: 0 }
}
