import BetterSqlite3 from 'better-sqlite3'
import { count, type SQL } from 'drizzle-orm'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { createWordReader } from '../lib/text/words.ts'
import * as schema from './schema/schema.ts'

/** One open SQLite file. Store functions take it first. */
export interface Database {
  /** Typed queries: what most of the store is written in. */
  readonly orm: BetterSQLite3Database<typeof schema>
  /** A prepared statement, made once per text; for the few queries that run for every message. */
  statement(text: string): BetterSqlite3.Statement
  /** BEGIN IMMEDIATE; a transaction inside a transaction joins it. */
  transaction<T>(work: () => T): T
  /** Runs the work right before the open transaction commits, or at once when none is open. */
  beforeCommit(work: () => void): void
  /** Runs the work that waits for the commit now, because somebody is about to read its result. */
  runBeforeCommit(): void
  /**
   * The words by which a text is found. It remembers the stems it has seen, because every message passes through here.
   */
  readonly words: (text: string) => string[]
  readonly raw: BetterSqlite3.Database
  close(): void
}

export function openDatabase(file: string): Database {
  return wrap(configure(new BetterSqlite3(file, { timeout: 5000 })))
}

/** For commands that run while the daemon does: they can read but not write. */
export function openReadOnly(file: string): Database {
  const raw = new BetterSqlite3(file, { timeout: 5000, readonly: true, fileMustExist: true })
  raw.pragma('query_only = ON')
  return wrap(raw)
}

function wrap(raw: BetterSqlite3.Database): Database {
  const statements = new Map<string, BetterSqlite3.Statement>()
  let waiting: (() => void)[] | undefined
  const runBeforeCommit = () => {
    for (const work of waiting?.splice(0) ?? []) work()
  }
  return {
    raw,
    words: createWordReader(),
    orm: drizzle(raw, { schema, casing: 'snake_case' }),
    statement(text) {
      let statement = statements.get(text)
      if (!statement) {
        statement = raw.prepare(text)
        statements.set(text, statement)
      }
      return statement
    },
    transaction(work) {
      if (raw.inTransaction) return work()
      waiting = []
      const wholeWork = () => {
        const result = work()
        runBeforeCommit()
        return result
      }
      try {
        return raw.transaction(wholeWork).immediate()
      } finally {
        waiting = undefined
      }
    },
    beforeCommit(work) {
      if (waiting) waiting.push(work)
      else work()
    },
    runBeforeCommit,
    close: () => raw.close(),
  }
}

// better-sqlite3 is built with DEFAULT_WAL_SYNCHRONOUS=1: every open but the one that creates the file
// silently runs at NORMAL, which loses acknowledged rows at a power cut. So each pragma is set, then read back.
const pragmas: [name: string, value: string, expected: number | string][] = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['foreign_keys', 'ON', 1],
  ['busy_timeout', '5000', 5000],
  ['temp_store', 'MEMORY', 2],
  // At the default of 1000 pages, a busy store of a million messages copies its log back at every other commit
  // (measured: 47 ms for a hundred messages, 13 ms with this). The log grows to 16 MB instead of 4.
  ['wal_autocheckpoint', '4000', 4000],
  // SQLite's default of 2 MB cannot even hold the inner pages of a million messages, so every look at an old line reads
  // them again (measured: a tenth of the time to assemble a turn). The memory is taken only as it is used.
  ['cache_size', '-16384', -16384],
  // What is deleted is overwritten with zeros. Little is ever deleted here.
  ['secure_delete', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  ['cell_size_check', 'ON', 1],
]

function configure(raw: BetterSqlite3.Database): BetterSqlite3.Database {
  for (const [name, value, expected] of pragmas) {
    raw.pragma(`${name} = ${value}`)
    const actual: unknown = raw.pragma(name, { simple: true })
    if (actual === expected || (raw.memory && name === 'journal_mode')) continue
    raw.close()
    throw new Error(
      `SQLite refused ${name} = ${value} (it says ${String(actual)}): the promises of the store do not hold here`,
    )
  }
  return raw
}

export function countRows(db: Database, table: SQLiteTable, where: SQL | undefined): number {
  return db.orm.select({ n: count() }).from(table).where(where).get()?.n ?? 0
}
