import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TryLaterError } from '../../../src/domain/errors.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { lockDirectory } from '../../../src/store/file/data-dir.ts'
import { migrateDatabase } from '../../../src/store/file/migrate.ts'
import { returnToSchema, schemaOf } from '../../../src/store/file/upgrade-return.ts'
import { openStore } from '../../../src/store/open-store.ts'

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url))
let room: string
let data: string
let database: string
let before: number | undefined
const since = new Date(0)

beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'skein-return-'))
  data = join(room, 'data')
  database = join(data, 'skein.db')
  openStore(data).close()
  before = schemaOf(database)
  run(`PRAGMA foreign_keys = OFF;
    INSERT INTO setting (key, value, at) VALUES ('kept', '1', 0);
    INSERT INTO channel_cursor VALUES ('telegram', 'bot', 'updates', '7', 0);
    INSERT INTO task (kind, chat, lane, person_id, route, state, lease_token, due_at, deadline_at, created_at)
    VALUES ('reply', 'web:main', 'web:main', 1, '{}', 'running', 1, 0, 0, 0)`)
})
afterEach(() => rmSync(room, { recursive: true, force: true }))

/** As a newer version of the program does it at its start. */
function upgrade(sql = 'CREATE TABLE newer (id integer);'): void {
  const folder = join(room, 'newer')
  cpSync(migrations, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8'))
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: 'newer' })
  writeFileSync(file, JSON.stringify(journal))
  writeFileSync(join(folder, 'newer.sql'), sql)
  const db = openDatabase(database)
  migrateDatabase(db, join(data, 'backups'), folder)
  db.close()
}

function run(sql: string): void {
  const raw = new BetterSqlite3(database)
  raw.exec(sql)
  raw.close()
}

const goBack = (after = since) => returnToSchema(data, before, after, () => {})
const isThere = (table: string) => {
  const raw = new BetterSqlite3(database, { readonly: true })
  try {
    return raw.prepare('SELECT count(*) FROM sqlite_schema WHERE name = ?').pluck().get(table) === 1
  } finally {
    raw.close()
  }
}

describe('when a program goes back to the version before', () => {
  test('a store that was not upgraded is left alone, to the last byte', () => {
    const bytes = readFileSync(database)
    expect(goBack()).toBe('unchanged')
    expect(readFileSync(database).equals(bytes)).toBe(true)
  })

  test('the copy from before the upgrade takes its place, and opens', () => {
    upgrade()
    expect(goBack()).toBe('restored')
    expect(schemaOf(database)).toBe(before)
    expect(isThere('newer')).toBe(false)
    const { db, close } = openStore(data)
    expect(db.statement("SELECT value FROM setting WHERE key = 'kept'").pluck().get()).toBe('1')
    close()
    expect(existsSync(join(data, 'backups/after-failed-update.db'))).toBe(true)
  })

  test.each([
    ['a message', "INSERT INTO message_key (key, message_id) VALUES ('another', 1)"],
    ['a person', "INSERT INTO person (name, role, created_at) VALUES ('Ana', 'member', 0)"],
    ['a setting', "UPDATE setting SET value = '2'"],
    ['an acknowledged reaction', "UPDATE channel_cursor SET value = '8'"],
    ['another run of a task', 'UPDATE task SET lease_token = 2'],
  ])('it does not, if %s came since', (_what, sql) => {
    upgrade()
    run(`PRAGMA foreign_keys = OFF; ${sql}`)
    expect(goBack()).toBe('used')
    expect(isThere('newer')).toBe(true)
  })

  test('it does not, if the upgrade changed what it would have to compare', () => {
    upgrade('ALTER TABLE outbox RENAME TO deliveries;')
    expect(goBack()).toBe('used')
  })

  test('it does not, if the copy is of an earlier upgrade', () => {
    upgrade()
    const later = new Date(statSync(join(data, 'backups/before-newer.db')).mtimeMs + 1000)
    expect(goBack(later)).toBe('no copy')
    expect(isThere('newer')).toBe(true)
  })

  test('it does not while another program has the store open, whose log would damage the copy', () => {
    const other = new BetterSqlite3(database, { readonly: true })
    other.prepare('SELECT count(*) FROM meta').get()
    upgrade()
    expect(goBack).toThrow('Stop that program, then run "skein update" again.')
    expect(isThere('newer')).toBe(true)
    other.close()
    expect(goBack()).toBe('restored')
    openStore(data).close()
  })

  test('nothing is done while a daemon runs', () => {
    upgrade()
    const lock = lockDirectory(data)
    expect(goBack).toThrow(TryLaterError)
    lock.release()
  })
})
