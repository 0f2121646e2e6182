import { z } from 'zod'
import { parseJson } from '../../../lib/text/json.ts'
import { importMessages as messages } from '../../../messages/import-messages.ts'
import { type ForeignDatabase, openForeignDatabase, SQLITE_MARK } from '../../../store/file/foreign-database.ts'
import { MAX_LINE_CHARS, type ParsedLine } from '../../../store/messages/import-messages.ts'
import { type ImportFormat, type ImportSource, problemAt } from './import-format.ts'
import { type OpenclawSession, openclawSession, readOpenclawEntry } from './openclaw.ts'

/** `openclaw-agent.sqlite`, which newer versions keep instead of the files: the same entries, one row each. */
export const openclawStore: ImportFormat = {
  name: 'OpenClaw',
  hasNames: true,
  matches: (head, path) => head.startsWith(SQLITE_MARK) && isStore(path),
  async *read(source) {
    const db = openForeignDatabase(source.path)
    if (!db) throw new Error(`${source.path} can no longer be read`)
    try {
      yield* readEntries(db, source)
    } finally {
      db.close()
    }
  },
}

function isStore(path: string): boolean {
  const db = openForeignDatabase(path)
  try {
    return db?.hasTable('transcript_events', ['session_id', 'seq', 'event_json']) ?? false
  } finally {
    db?.close()
  }
}

const ROWS_AT_ONCE = 500

const row = z.object({ session: z.string().min(1), seq: z.number(), event: z.string().nullable() })

function* readEntries(db: ForeignDatabase, { now }: ImportSource): Generator<(ParsedLine | undefined)[]> {
  const titles = sessionsIn(db)
  const entries = db.all(
    `SELECT session_id AS session, seq, iif(length(event_json) > ?, NULL, event_json) AS event
     FROM transcript_events ORDER BY session_id, seq`,
    MAX_LINE_CHARS,
  )
  let read: (ParsedLine | undefined)[] = []
  for (const found of entries) {
    const parsed = row.safeParse(found)
    if (!parsed.success) continue
    const { session: id, seq, event } = parsed.data
    const session = titles.get(id) ?? openclawSession(id, '', undefined)
    const place = messages.places.messageOf(seq, messages.places.chat(session.title))
    // Long entries can be compressed in a way that this Node cannot read.
    const isMissing = event === null
    read.push(
      isMissing
        ? problemAt(place, messages.problems.compressed)
        : readOpenclawEntry(parseJson(event), { session, place, now }),
    )
    if (read.length < ROWS_AT_ONCE) continue
    yield read
    read = []
  }
  yield read
}

const MAX_SESSIONS = 100_000
const windowRow = z.object({ id: z.string(), key: z.string(), title: z.string().nullish().catch(undefined) })

/** The names of the sessions; the tables that have them differ between versions. */
function sessionsIn(db: ForeignDatabase): Map<string, OpenclawSession> {
  const table = ['session_windows', 'sessions'].find((name) => db.hasTable(name, ['session_id', 'session_key']))
  if (table === undefined) return new Map()
  const title = db.hasTable(table, ['display_name']) ? 'display_name' : 'NULL'
  const rows = db.all(
    `SELECT session_id AS id, session_key AS key, ${title} AS title FROM ${table} LIMIT ?`,
    MAX_SESSIONS,
  )
  const known = [...rows].flatMap((found) => windowRow.safeParse(found).data ?? [])
  return new Map(known.map(({ id, key, title: name }) => [id, openclawSession(id, key, name ?? undefined)]))
}
