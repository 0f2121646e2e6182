import { z } from 'zod'
import { parseJson } from '../../lib/text/json.ts'
import type { Database } from '../database.ts'

/** What is known about a run of the daemon that did not end cleanly. */
const crashSchema = z.object({
  instance: z.number(),
  /** When the next start noticed it. */
  noticedAt: z.coerce.date(),
  /** Its last words; absent if it was killed or ran out of memory. */
  cause: z.string().optional(),
  /** Whether the machine was started again since, so that a power cut or a reboot may be the reason. */
  isReboot: z.boolean(),
  /** What it was working on. */
  tasks: z.array(z.object({ id: z.number(), kind: z.string(), chat: z.string() })),
})
export type Crash = z.infer<typeof crashSchema>

const recordSchema = z.object({
  crashes: z.array(crashSchema),
  /** When the owner was last told about safe mode. */
  toldAt: z.coerce.date().optional(),
})

const KEY = 'crashes'
const MAX_CRASHES = 10
const MAX_TASKS = 10

/** Records how the previous run ended, before its tasks are freed. */
export function recordCrash(db: Database, ownInstance: number, instance: number, noticedAt: Date): void {
  const died = db
    .statement(
      `SELECT cause, boot IS NOT NULL AND boot IS NOT (SELECT boot FROM instance WHERE id = ?) AS isReboot
       FROM instance WHERE id = ?`,
    )
    .get(ownInstance, instance) as { cause: string | null; isReboot: number } | undefined
  const tasks = db
    .statement(
      `SELECT id, kind, chat FROM task INDEXED BY task_live
       WHERE finished_at IS NULL AND state IN ('leased', 'running') AND lease_instance = ? ORDER BY id LIMIT ?`,
    )
    .all(instance, MAX_TASKS) as Crash['tasks']
  const { cause, isReboot } = died ?? {}
  const crash: Crash = { instance, noticedAt, isReboot: isReboot === 1, tasks, ...(cause ? { cause } : {}) }
  const record = read(db)
  const crashes = [...record.crashes.filter((known) => known.instance !== instance), crash].slice(-MAX_CRASHES)
  write(db, { ...record, crashes })
}

/** The last crashes, oldest first. */
export function recentCrashes(db: Database, limit = MAX_CRASHES): Crash[] {
  return limit <= 0 ? [] : read(db).crashes.slice(-limit)
}

export function safeModeToldAt(db: Database): Date | undefined {
  return read(db).toldAt
}

export function noteSafeModeTold(db: Database, toldAt: Date): void {
  write(db, { ...read(db), toldAt })
}

function read(db: Database): z.infer<typeof recordSchema> {
  const text = db.statement('SELECT value FROM meta WHERE key = ?').pluck().get(KEY)
  return recordSchema.safeParse(parseJson(String(text))).data ?? { crashes: [] }
}

function write(db: Database, record: z.infer<typeof recordSchema>): void {
  db.statement('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(
    KEY,
    JSON.stringify(record),
  )
}
