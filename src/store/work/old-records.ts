import { z } from 'zod'
import { parseJson } from '../../lib/text/json.ts'
import type { Database } from '../database.ts'

// Removes records of past work that only explain what happened: what the model saw, the steps of finished sessions, the
// details of tools. Each function takes one small step and is called again until `next` is undefined. Messages, tasks,
// costs, and whatever an open session or an unfinished task needs, always stay.

export interface OldRecordsStep {
  /** How many rows were removed or emptied. */
  removed: number
  /** Where the next step begins; undefined if there is nothing old after this one. */
  next: number | undefined
}

export interface StepOptions {
  /** Records from before this time are old. */
  before: Date
  /** Where the previous step ended; 0 at first. */
  after: number
  /** The number of rows to look at. */
  limit: number
}

interface OldRow {
  id: number
  at: number
  isUnused: number
}

/** What the model saw. How far it was removed is stored, so that people can be told. */
export function removeOldAssemblies(db: Database, options: StepOptions): OldRecordsStep {
  const rows = `SELECT assembly.id, at, task.finished_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM epoch WHERE epoch.id = assembly.epoch_id AND closed_at IS NULL) AS isUnused
    FROM assembly JOIN task ON task.id = task_id WHERE assembly.id > ? ORDER BY assembly.id LIMIT ?`
  return takeStep(db, rows, options, (ids) => {
    const newest = db.statement(`SELECT max(at) FROM assembly WHERE id IN (${LIST})`).pluck().get(ids) as number | null
    if (newest !== null) noteRemoval(db, new Date(newest))
    return db.statement(`DELETE FROM assembly WHERE id IN (${LIST})`).run(ids).changes
  })
}

/** The prompts of closed sessions. The rows stay, because tasks refer to them. */
export function emptyOldPrompts(db: Database, options: StepOptions): OldRecordsStep {
  const rows = `SELECT id, coalesce(closed_at, opened_at) AS at, closed_at IS NOT NULL AND prompt <> '' AS isUnused
    FROM epoch WHERE id > ? ORDER BY id LIMIT ?`
  return takeStep(
    db,
    rows,
    options,
    (ids) => db.statement(`UPDATE epoch SET prompt = '' WHERE id IN (${LIST})`).run(ids).changes,
  )
}

/** The turns of finished sessions of native models, with their steps and results. */
export function removeOldSessionTurns(db: Database, options: StepOptions): OldRecordsStep {
  const rows = `SELECT session_turn.id, at, task.finished_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM epoch WHERE epoch.session = session_turn.session AND closed_at IS NULL) AS isUnused
    FROM session_turn JOIN task ON task.id = task_id WHERE session_turn.id > ? ORDER BY session_turn.id LIMIT ?`
  return takeStep(db, rows, options, (ids) => {
    const steps = `SELECT id FROM session_step WHERE turn_id IN (${LIST})`
    const sessions = db.statement(`SELECT DISTINCT session FROM session_turn WHERE id IN (${LIST})`).pluck().all(ids)
    db.statement(`DELETE FROM session_result WHERE step_id IN (${steps})`).run(ids)
    db.statement(`DELETE FROM session_step WHERE turn_id IN (${LIST})`).run(ids)
    const { changes } = db.statement(`DELETE FROM session_turn WHERE id IN (${LIST})`).run(ids)
    for (const session of sessions)
      db.statement(
        'DELETE FROM session_view WHERE session = ? AND NOT EXISTS (SELECT 1 FROM session_turn WHERE session = session_view.session)',
      ).run(session)
    return changes
  })
}

/** What tools were given and returned, and what models thought. The line about each action stays. */
export function emptyOldDetails(db: Database, options: StepOptions): OldRecordsStep {
  const rows = `SELECT answer.message_id AS id, received_at AS at, 1 AS isUnused
    FROM answer JOIN message ON message.id = message_id WHERE message_id > ? ORDER BY message_id LIMIT ?`
  const after = Math.max(options.after, progressOf(db).detailsTo)
  return takeStep(db, rows, { ...options, after }, (ids) => {
    const emptied = db
      .statement(
        `UPDATE action SET input = NULL, output = NULL WHERE message_id IN (${LIST}) AND (input IS NOT NULL OR output IS NOT NULL)`,
      )
      .run(ids)
    const forgotten = db
      .statement(`UPDATE answer SET thought = NULL WHERE message_id IN (${LIST}) AND thought IS NOT NULL`)
      .run(ids)
    const last = (JSON.parse(ids) as number[]).at(-1)
    if (last !== undefined) writeProgress(db, { ...progressOf(db), detailsTo: last })
    return emptied.changes + forgotten.changes
  })
}

const LIST = 'SELECT value FROM json_each(?)'

/** Looks at the next rows in the order in which they were written. `remove` gets a JSON list of ids. */
function takeStep(
  db: Database,
  rowsText: string,
  { before, after, limit }: StepOptions,
  remove: (ids: string) => number,
): OldRecordsStep {
  return db.transaction(() => {
    const rows = db.statement(rowsText).all(after, limit) as OldRow[]
    const firstNew = rows.findIndex(({ at }) => at >= before.getTime())
    const old = firstNew === -1 ? rows : rows.slice(0, firstNew)
    const ids = old.filter(({ isUnused }) => isUnused === 1).map(({ id }) => id)
    const removed = ids.length === 0 ? 0 : remove(JSON.stringify(ids))
    return { removed, next: firstNew === -1 && rows.length === limit ? rows.at(-1)?.id : undefined }
  })
}

const KEY = 'old_records'

const progressSchema = z.object({
  /** The time of the newest assembly that was removed. */
  assembliesTo: z.number().optional(),
  /** The newest message whose details were emptied. */
  detailsTo: z.number().default(0),
})
type Progress = z.infer<typeof progressSchema>

function progressOf(db: Database): Progress {
  const text = db.statement('SELECT value FROM meta WHERE key = ?').pluck().get(KEY)
  return progressSchema.parse(parseJson(String(text)) ?? {})
}

function writeProgress(db: Database, progress: Progress): void {
  db.statement('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(
    KEY,
    JSON.stringify(progress),
  )
}

function noteRemoval(db: Database, to: Date): void {
  const progress = progressOf(db)
  const assembliesTo = Math.max(progress.assembliesTo ?? 0, to.getTime())
  if (assembliesTo !== progress.assembliesTo) writeProgress(db, { ...progress, assembliesTo })
}

/** Records of what the model saw up to this time were removed because of their age; undefined if none were. */
export function assembliesRemovedTo(db: Database): Date | undefined {
  const { assembliesTo } = progressOf(db)
  return assembliesTo === undefined ? undefined : new Date(assembliesTo)
}
