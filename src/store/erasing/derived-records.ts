import type { Database } from '../database.ts'
import { dropSummaries } from '../messages/deletions.ts'
import { emptied, removedTurns, runAll } from './emptied-rows.ts'

// Records in which a line may be repeated although it was said elsewhere: what a model was shown in another chat, what a tool
// found, a title made from the first line. Each table says which columns hold words and what happens to a row with a copy.

interface DerivedRecords {
  table: string
  key: 'id' | 'rowid'
  columns: string[]
  /** SQL that runs for one row; @key is its key. */
  remove: string[]
}

const empty = (table: string, ...sets: string[]) => [`UPDATE ${table} SET ${sets.join(', ')} WHERE rowid = @key`]
const drop = (table: string) => [`DELETE FROM ${table} WHERE rowid = @key`]

const derivedRecords: DerivedRecords[] = [
  {
    table: 'assembly',
    key: 'id',
    columns: ['reason', 'parts', 'left_out', 'failed', 'system', 'text', 'reported'],
    remove: drop('assembly'),
  },
  {
    table: 'action',
    key: 'rowid',
    columns: ['line'],
    remove: empty('action', "line = ''", 'input = NULL', 'output = NULL', 'said = NULL'),
  },
  {
    table: 'action',
    key: 'rowid',
    columns: ['input', 'output', 'said'],
    remove: empty('action', 'input = NULL', 'output = NULL', 'said = NULL'),
  },
  { table: 'answer', key: 'rowid', columns: ['thought'], remove: empty('answer', 'thought = NULL') },
  { table: 'task', key: 'id', columns: ['reason'], remove: empty('task', 'reason = NULL') },
  { table: 'task', key: 'id', columns: ['instruction'], remove: empty('task', 'instruction = NULL') },
  { table: 'task_event', key: 'id', columns: ['data'], remove: empty('task_event', 'data = NULL') },
  {
    table: 'approval',
    key: 'id',
    columns: ['effect', 'gist', 'rule', 'settled'],
    remove: empty('approval', "effect = ''", 'gist = NULL', 'rule = NULL', 'settled = NULL'),
  },
  { table: 'thread_state', key: 'id', columns: ['question', 'choices'], remove: drop('thread_state') },
  {
    table: 'job_run',
    key: 'id',
    columns: ['sources', 'result', 'extras', 'reason'],
    remove: empty('job_run', 'sources = NULL', 'result = NULL', 'extras = NULL', 'reason = NULL'),
  },
  { table: 'outbox', key: 'id', columns: ['error'], remove: empty('outbox', 'error = NULL') },
  { table: 'instance', key: 'id', columns: ['cause'], remove: empty('instance', 'cause = NULL') },
  { table: 'unread', key: 'rowid', columns: ['raw'], remove: empty('unread', "raw = ''") },
  { table: 'chat', key: 'rowid', columns: ['title'], remove: empty('chat', 'title = id') },
  { table: 'kept_chat', key: 'rowid', columns: ['name'], remove: empty('kept_chat', 'name = NULL') },
  { table: 'proposal', key: 'id', columns: ['section', 'before', 'text', 'reason'], remove: drop('proposal') },
  { table: 'foreign_file', key: 'rowid', columns: ['path', 'words'], remove: drop('foreign_file') },
]

/** Where a sweep continues. */
export interface SweepPlace {
  table: number
  after: number
}

/** Looks at some rows, and returns where to continue; undefined at the end. */
export function sweepRecords(
  db: Database,
  { table, after }: SweepPlace,
  { isCopy, limit }: { isCopy(text: string): boolean; limit: number },
): { next: SweepPlace | undefined; removed: number } {
  const records = derivedRecords[table]
  if (!records) return { next: undefined, removed: 0 }
  const { table: name, key, columns, remove } = records
  const rows = db
    .statement(`SELECT ${key} AS key, ${columns.join(', ')} FROM ${name} WHERE ${key} > ? ORDER BY ${key} LIMIT ?`)
    .all(after, limit) as ({ key: number } & Record<string, string | null>)[]
  const found = rows.filter((row) => columns.some((column) => holdsCopy(row[column], isCopy))).map((row) => row.key)
  db.transaction(() => {
    for (const found_ of found) for (const text of remove) db.statement(text).run({ key: found_ })
  })
  const last = rows.at(-1)
  const next = last && rows.length === limit ? { table, after: last.key } : { table: table + 1, after: 0 }
  return { next: next.table < derivedRecords.length ? next : undefined, removed: found.length }
}

function holdsCopy(value: unknown, isCopy: (text: string) => boolean): boolean {
  return typeof value === 'string' && value !== '' && isCopy(value)
}

/** The summaries that repeat the words although they do not cover the lines. They are made again. */
export function sweepSummaries(db: Database, isCopy: (text: string) => boolean): number {
  const texts = db.statement(
    `SELECT summary.id, conversation_id AS conversation, summary.text || ifnull(' ' || correction.text, '') AS text
     FROM summary LEFT JOIN correction ON correction.summary_id = summary.id`,
  )
  const found = (texts.all() as { id: number; conversation: number | null; text: string }[]).filter((row) =>
    isCopy(row.text),
  )
  db.transaction(() => {
    for (const { id, conversation } of found) {
      dropSummaries(db, 'id = @id', { id })
      db.statement('UPDATE conversation SET closed_at = NULL WHERE id = ?').run(conversation)
    }
  })
  return found.length
}

export interface KnownSession {
  brain: string
  session: string
}

/** The sessions whose prompt or stored turns repeat the words, and those of these lanes. */
export function sessionsWithCopies(db: Database, erasure: number, isCopy: (text: string) => boolean): KnownSession[] {
  const lanes = `SELECT DISTINCT lane FROM erased_message JOIN message ON message.id = message_id WHERE erasure_id = ?`
  const own = new Set(
    db.statement(`SELECT session FROM epoch WHERE lane IN (${lanes})`).pluck().all(erasure) as string[],
  )
  const epochs = db.statement('SELECT id, brain, session FROM epoch').all() as (KnownSession & { id: number })[]
  const promptOf = db.statement(`SELECT prompt || "foreign" || ifnull(reason, '') FROM epoch WHERE id = ?`).pluck()
  return epochs.filter(
    ({ id, session }) => own.has(session) || isCopy(promptOf.get(id) as string) || turnsHoldCopy(db, session, isCopy),
  )
}

function turnsHoldCopy(db: Database, session: string, isCopy: (text: string) => boolean): boolean {
  const turns = 'SELECT id FROM session_turn WHERE session = @session'
  const steps = `SELECT id FROM session_step WHERE turn_id IN (${turns})`
  return [
    `SELECT text || ' ' || files || ' ' || ifnull(answer, '') FROM session_turn WHERE session = @session`,
    `SELECT said || ' ' || calls || ' ' || ifnull(joined, '') FROM session_step WHERE turn_id IN (${turns})`,
    `SELECT text FROM session_result WHERE step_id IN (${steps})`,
    'SELECT view FROM session_view WHERE session = @session',
  ].some((query) => (db.statement(query).pluck().all({ session }) as string[]).some((text) => isCopy(text)))
}

/** Ends a session for good: its model is not asked to continue it, and nothing of it is kept. */
export function eraseSession(db: Database, session: string, now: Date): void {
  db.transaction(() => {
    const ofSession = 'session = @session'
    const close = `UPDATE epoch SET closed_at = ifnull(closed_at, @now) WHERE ${ofSession}`
    const removeView = `DELETE FROM session_view WHERE ${ofSession}`
    const statements = [close, emptied.epoch(ofSession), ...removedTurns(ofSession), removeView]
    runAll(db, statements, { session, now: now.getTime() })
  })
}
