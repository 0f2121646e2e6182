import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import { migrateDatabase } from '../../src/store/file/migrate.ts'
import { openStore } from '../../src/store/open-store.ts'
import { reportFigures } from '../support/report-figures.ts'
import { createRandom, seed, seeded } from '../support/seeded.ts'
import { isLong, size } from '../support/sizes.ts'

// From earlier schemas to the newest one, dying at statements on the way; in `npm run test:long` from all of them and at
// each statement. What SIGKILL leaves is what the kernel holds of the files, so a copy of them at that moment is the store
// of a daemon that was killed there.

/** How many of the statements are died at. */
const share = size(0.03, 1)
const ROWS = 3
const folder = fileURLToPath(new URL('../../migrations', import.meta.url))
const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string }[] }
/** The schemas to come from: the last three before the newest, which most people have, and five older ones. */
const starts = isLong ? schemas() : [...someOf(schemas().slice(0, -3), 5), ...schemas().slice(-3)]

/** Each schema but the newest, with how many migrations led to it. */
function schemas(): [tag: string, count: number][] {
  return journal.entries.slice(0, -1).map(({ tag }, index) => [tag, index + 1])
}

function someOf<T>(list: T[], count: number): T[] {
  const random = createRandom(seed)
  const left = [...list]
  while (left.length > count) left.splice(random.integer(left.length), 1)
  return left
}

let room: string
beforeAll(() => {
  room = mkdtempSync(join(tmpdir(), 'skein-migrations-'))
})
afterAll(() => rmSync(room, { recursive: true, force: true }))

describe('killed on the way up, a store is the old one or the new one, whole:', () => {
  test.each(starts)(
    'from %s',
    (_tag, count) => {
      const old = storeOf(count)
      const before = look(old)
      const { deaths, statements, after } = dieOften(old, seeded(seed + count))
      for (const { statement, left } of deaths) {
        const found = look(left)
        expect([before.schema, after.schema], `between two schemas at ${statement}`).toContain(found.schema)
        if (found.schema === before.schema) expect(found.rows, statement).toEqual(before.rows)
        openStore(left).close()
        expect(look(left), `opened again after ${statement}`).toEqual(after)
      }
      reportFigures('migration', {
        from: `${count} of ${journal.entries.length}`,
        kills: deaths.length,
        statements,
        seed,
      })
      expect(statements).toBeGreaterThan(50)
    },
    600_000,
  )
})

interface Death {
  statement: string
  /** The data directory as it was then. */
  left: string
}

/** Opens a copy of the store as a start does, and keeps what lies on the disk before each statement, or some of them. */
function dieOften(old: string, random: () => number): { deaths: Death[]; statements: number; after: Look } {
  const data = copyOf(old)
  const deaths: Death[] = []
  const { prepare, exec } = BetterSqlite3.prototype
  let statements = 0
  const keep = (statement: string) => {
    statements++
    if (random() < share) deaths.push({ statement, left: copyOf(data) })
  }
  const preparing = vi.spyOn(BetterSqlite3.prototype, 'prepare').mockImplementation(function (this: never, sql) {
    keep(sql)
    return prepare.call(this, sql)
  })
  const executing = vi.spyOn(BetterSqlite3.prototype, 'exec').mockImplementation(function (this: never, sql) {
    keep(sql)
    return exec.call(this, sql)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const store = openStore(data)
  keep('the end')
  store.close()
  keep('the stop')
  preparing.mockRestore()
  executing.mockRestore()
  return { deaths, statements, after: look(data) }
}

/** A store as the program of that time left it after a clean stop, with a few rows in each table. */
function storeOf(count: number): string {
  const data = mkdtempSync(join(room, 'store-'))
  const then = mkdtempSync(join(room, 'then-'))
  mkdirSync(join(then, 'meta'))
  writeFileSync(
    join(then, 'meta/_journal.json'),
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }),
  )
  for (const { tag } of journal.entries.slice(0, count)) cpSync(join(folder, `${tag}.sql`), join(then, `${tag}.sql`))
  const db = openDatabase(join(data, 'skein.db'))
  migrateDatabase(db, join(data, 'backups'), then)
  fill(db.raw)
  db.close()
  writeFileSync(join(data, 'skein.db.seal'), '')
  return data
}

/** Rows point to each other by their numbers; what must be one of a few words is what a plain message would have. */
function fill(raw: BetterSqlite3.Database): void {
  raw.pragma('foreign_keys = OFF')
  for (const table of tablesOf(raw)) {
    const columns = raw
      .prepare(
        `SELECT i.name, i.type, f."to" AS target FROM pragma_table_info(:table) i
         LEFT JOIN pragma_foreign_key_list(:table) f ON f."from" = i.name GROUP BY i.cid`,
      )
      .all({ table }) as Column[]
    const names = columns.map(({ name }) => `"${name}"`).join()
    // A trigger may have made the row already, while another table was filled.
    const insert = raw.prepare(`INSERT OR REPLACE INTO "${table}" (${names}) VALUES (${columns.map(() => '?').join()})`)
    for (let row = 1; row <= ROWS; row++) insert.run(columns.map((column) => valueOf(column, row)))
  }
}

const words: Record<string, string> = {
  kind: 'talk',
  origin: 'chat',
  author: 'human',
  state: 'answered',
  channel: 'web',
}

function valueOf({ name, type, target }: Column, row: number): string | number {
  if (/int/i.test(type)) return row
  return words[name] ?? `${target ?? name} ${row}`
}

interface Column {
  name: string
  type: string
  /** The column it points to. */
  target: string | null
}

interface Look {
  schema: string
  rows: Record<string, string>
}

/** What a store holds, but for what is made anew at random in each. Looked at in a copy: looking folds the log in. */
function look(data: string): Look {
  const copy = copyOf(data)
  const raw = new BetterSqlite3(join(copy, 'skein.db'))
  try {
    expect(raw.pragma('integrity_check', { simple: true })).toBe('ok')
    const schema = raw.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name').pluck().all()
    const rows = tablesOf(raw).map((table) => {
      const all = raw.prepare(`SELECT * FROM "${table}" ${table === 'meta' ? "WHERE key <> 'fence_key'" : ''}`).all()
      return [table, hash(all)] as const
    })
    return { schema: hash(schema), rows: Object.fromEntries(rows) }
  } finally {
    raw.close()
    rmSync(copy, { recursive: true })
  }
}

/** Without those that SQLite and the full-text index keep for themselves. */
function tablesOf(raw: BetterSqlite3.Database): string[] {
  return raw
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
         AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name <> '__drizzle_migrations' ORDER BY name`,
    )
    .pluck()
    .all() as string[]
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

function copyOf(data: string): string {
  const copy = mkdtempSync(join(room, 'copy-'))
  for (const name of ['skein.db', 'skein.db-wal', 'skein.db.seal']) copyIfThere(join(data, name), join(copy, name))
  return copy
}

function copyIfThere(from: string, to: string): void {
  try {
    cpSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
