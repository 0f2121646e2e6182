import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ConfigError, TryLaterError } from '../../src/domain/errors.ts'
import { openDatabase } from '../../src/store/database.ts'
import { backupChecked, migrateDatabase } from '../../src/store/file/migrate.ts'
import { readSeal } from '../../src/store/file/seal.ts'
import { openStore } from '../../src/store/open-store.ts'
import { ensureOwner } from '../../src/store/people/people.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'skein-store-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function refusal(dir: string): Error {
  try {
    openStore(dir).close()
  } catch (error) {
    return error as Error
  }
  expect.fail('it was opened')
}

describe('pragmas', () => {
  test('hold on the connection that makes the file and on every later one', () => {
    const file = join(folder(), 'a.db')
    for (let open = 0; open < 3; open++) {
      const db = openDatabase(file)
      const read = (name: string) => db.raw.pragma(name, { simple: true })
      expect([read('journal_mode'), read('synchronous'), read('foreign_keys'), read('busy_timeout')]).toEqual([
        'wal',
        2,
        1,
        5000,
      ])
      db.close()
    }
  })
})

describe('one daemon per directory', () => {
  test('a second one is told which process holds it, and the first goes on', () => {
    const dir = folder()
    const store = openStore(dir)
    const error = refusal(dir)
    expect(error).toBeInstanceOf(TryLaterError)
    expect(error.message).toContain(`process ${process.pid}`)
    ensureOwner(store.db, 'Ana', new Date())
    store.close()
    openStore(dir).close()
  })

  test('a lock file that is no database is named, not a stack', () => {
    const dir = folder()
    writeFileSync(join(dir, 'lock.db'), 'x'.repeat(5000))
    expect(refusal(dir)).toBeInstanceOf(ConfigError)
  })
})

describe('a store that cannot be trusted is never served', () => {
  function madeStore(): string {
    const dir = folder()
    const store = openStore(dir)
    ensureOwner(store.db, 'Ana', new Date())
    store.db.raw.exec(
      'CREATE TABLE filler (x); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) INSERT INTO filler SELECT randomblob(2000) FROM n',
    )
    store.close()
    return dir
  }

  const damage: [string, (file: string) => void][] = [
    ['cut to nothing', (file) => truncateSync(file, 0)],
    ['cut short', (file) => truncateSync(file, 20_000)],
    [
      'the end cut off a page that holds nothing',
      (file) => {
        const raw = new BetterSqlite3(file)
        raw.exec('DELETE FROM filler')
        raw.close()
        truncateSync(file, statSync(file).size - 100)
      },
    ],
    [
      'a foreign file',
      (file) => writeFileSync(file, 'this is no database, but it is long enough to look like one'.repeat(100)),
    ],
    [
      'a page of zeros',
      (file) => {
        const bytes = readFileSync(file)
        bytes.fill(0, 4096, 8192)
        writeFileSync(file, bytes)
      },
    ],
    [
      'a page of zeros that no start would read',
      (file) => {
        const bytes = readFileSync(file)
        const page = Math.floor(bytes.length / 4096) - 20
        bytes.fill(0, page * 4096, (page + 1) * 4096)
        writeFileSync(file, bytes)
      },
    ],
    [
      'a letter in the name of a table turned over',
      (file) => {
        const raw = new BetterSqlite3(file)
        raw.exec('ALTER TABLE meta RENAME TO mexa')
        raw.close()
      },
    ],
  ]

  test.each(damage)('%s: refused, kept aside once, and left in place', (_name, harm) => {
    const dir = madeStore()
    const file = join(dir, 'skein.db')
    harm(file)
    const harmed = readFileSync(file)
    for (let start = 0; start < 3; start++) {
      const error = refusal(dir)
      expect(error).toBeInstanceOf(ConfigError)
      expect(error.message).toMatch(/damaged.*copy is kept/)
    }
    const aside = readdirSync(dir).filter((name) => /damaged-\d+$/.test(name))
    expect(aside).toHaveLength(1)
    expect(readFileSync(join(dir, aside[0] ?? '')).equals(harmed)).toBe(true)
  })

  test('a store nobody touched since a clean stop is opened without reading all of it, one that was killed is read', () => {
    const dir = madeStore()
    const seal = () => readSeal(join(dir, 'skein.db.seal'))?.state
    expect(seal()).toBe('closed')
    const store = openStore(dir)
    expect(seal()).toBe('open')
    store.close()
    expect(seal()).toBe('closed')
  })

  test('a data directory that is a file is named', () => {
    const file = join(folder(), 'not-a-dir')
    writeFileSync(file, '')
    expect(refusal(file).message).toContain('cannot be used')
  })

  test('a directory open to others is closed', () => {
    const dir = join(folder(), 'data')
    mkdirSync(dir)
    chmodSync(dir, 0o755)
    openStore(dir).close()
    expect(statSync(dir).mode & 0o077).toBe(0)
  })
})

describe('migrations', () => {
  function migrations(count: number): string {
    const dir = folder()
    mkdirSync(join(dir, 'meta'))
    const entries = Array.from({ length: count }, (_, index) => ({
      idx: index,
      version: '6',
      when: 1000 + index,
      tag: `000${index}_x`,
      breakpoints: true,
    }))
    writeFileSync(join(dir, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'sqlite', entries }))
    for (const { tag, idx } of entries)
      writeFileSync(
        join(dir, `${tag}.sql`),
        `CREATE TABLE t${idx} (x);--> statement-breakpoint\nINSERT INTO t${idx} VALUES (1);`,
      )
    return dir
  }

  test('a checked backup stands before each upgrade, none before the first', () => {
    const dir = folder()
    const db = openDatabase(join(dir, 'a.db'))
    migrateDatabase(db, join(dir, 'backups'), migrations(1))
    expect(existsSync(join(dir, 'backups'))).toBe(false)
    migrateDatabase(db, join(dir, 'backups'), migrations(3))
    const backup = new BetterSqlite3(join(dir, 'backups/before-0002_x.db'), { readonly: true })
    expect(backup.prepare("SELECT name FROM sqlite_master WHERE name LIKE 't_'").pluck().all()).toEqual(['t0'])
    expect(db.raw.prepare("SELECT count(*) FROM sqlite_master WHERE name LIKE 't_'").pluck().get()).toBe(3)
    backup.close()
    db.close()
  })

  test('one that fails changes nothing', () => {
    const dir = folder()
    const db = openDatabase(join(dir, 'a.db'))
    migrateDatabase(db, join(dir, 'backups'), migrations(1))
    const broken = migrations(3)
    writeFileSync(join(broken, '0002_x.sql'), 'CREATE TABLE t2 (x);--> statement-breakpoint\nnonsense')
    expect(() => migrateDatabase(db, join(dir, 'backups'), broken)).toThrow()
    expect(db.raw.prepare("SELECT name FROM sqlite_master WHERE name LIKE 't_'").pluck().all()).toEqual(['t0'])
    db.close()
  })

  test('a store of a newer program is refused', () => {
    const dir = folder()
    const db = openDatabase(join(dir, 'a.db'))
    migrateDatabase(db, join(dir, 'backups'), migrations(3))
    expect(() => migrateDatabase(db, join(dir, 'backups'), migrations(2))).toThrow(ConfigError)
    db.close()
  })

  test('the backup of a live store holds what is still in the log', () => {
    const dir = folder()
    const db = openDatabase(join(dir, 'a.db'))
    db.raw.exec('CREATE TABLE t (x); INSERT INTO t VALUES (42)')
    const copy = new BetterSqlite3(backupChecked(db, join(dir, 'backups'), 'now'), { readonly: true })
    expect(copy.prepare('SELECT x FROM t').pluck().get()).toBe(42)
    copy.close()
    db.close()
  })
})
