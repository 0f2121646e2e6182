import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ConfigError } from '../../../src/domain/errors.ts'
import { writeSeal } from '../../../src/store/file/seal.ts'
import { fingerprint } from '../../../src/store/file/store-condition.ts'
import { openStore, type Store } from '../../../src/store/open-store.ts'

let dir: string
beforeEach(() => {
  dir = folder()
})

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'skein-lost-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function lines(store: Store): number {
  return store.db.raw.prepare("SELECT count(*) FROM meta WHERE key LIKE 'line%'").pluck().get() as number
}

function write(store: Store, from: number, to: number): void {
  for (let line = from; line <= to; line++)
    store.db.raw.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run(`line ${line}`, 'x'.repeat(3000))
}

/** Ten lines, stopped cleanly. */
function stopped(): string {
  const store = openStore(dir)
  write(store, 1, 10)
  store.close()
  return dir
}

/** Then ten more, and killed: what the disk holds while the store is still open. */
function killed(): string {
  stopped()
  const store = openStore(dir)
  write(store, 11, 20)
  return cutOff(store)
}

function cutOff(store: Store): string {
  const left = folder()
  cpSync(dir, left, { recursive: true })
  store.close()
  return left
}

function refusal(data: string): string {
  const before = contents(data)
  try {
    openStore(data).close()
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    expect(contents(data), 'what was refused stays as it was').toEqual(before)
    return (error as Error).message
  }
  throw new Error('it was opened')
}

function contents(data: string): Record<string, string> {
  const files = ['skein.db', 'skein.db-wal', 'skein.db.seal'].map((name) => join(data, name))
  // SQLite leaves an empty log where it found none.
  const full = files.filter((file) => existsSync(file) && statSync(file).size > 0)
  return Object.fromEntries(full.map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]))
}

function opened<T>(data: string, look: (store: Store) => T): T {
  const store = openStore(data)
  try {
    return look(store)
  } finally {
    store.close()
  }
}

describe('a missing database is refused, and the way back works,', () => {
  test('beside its log and its seal', () => {
    const data = killed()
    const file = join(data, 'skein.db')
    renameSync(file, join(data, 'elsewhere'))
    expect(refusal(data)).toMatch(/skein\.db is missing, but \S+-wal and \S+seal show .* Nothing was changed/)
    renameSync(join(data, 'elsewhere'), file)
    expect(opened(data, lines)).toBe(20)
  })

  test('beside its seal alone, and a copy that is put in its place is opened', () => {
    const data = stopped()
    const file = join(data, 'skein.db')
    const copy = new BetterSqlite3(file)
    copy.prepare('VACUUM INTO ?').run(join(data, 'copy.db'))
    copy.close()
    rmSync(file)
    expect(refusal(data)).toContain('is missing')
    renameSync(join(data, 'copy.db'), file)
    expect(opened(data, lines)).toBe(10)
  })

  test('beside its log alone; with that moved away it begins empty', () => {
    const data = killed()
    rmSync(join(data, 'skein.db'))
    rmSync(join(data, 'skein.db.seal'))
    expect(refusal(data)).toContain('is missing')
    rmSync(join(data, 'skein.db-wal'))
    expect(opened(data, lines)).toBe(0)
  })

  test('at the other end of a link', () => {
    const data = stopped()
    const disk = folder()
    renameSync(join(data, 'skein.db'), join(disk, 'there.db'))
    symlinkSync(join(disk, 'there.db'), join(data, 'skein.db'))
    expect(opened(data, lines)).toBe(10)
    renameSync(disk, `${disk}-away`)
    expect(refusal(data)).toContain('is a link to')
    renameSync(`${disk}-away`, disk)
    expect(opened(data, lines)).toBe(10)
  })
})

describe('a log that is lost is told of until the owner knows:', () => {
  test('none is missed after a stop, nor after a kill', () => {
    let data = killed()
    expect(opened(dir, ({ trouble }) => trouble)).toBeUndefined()
    for (let kill = 0; kill < 3; kill++) {
      dir = data
      const store = openStore(dir)
      expect([store.trouble, lines(store)]).toEqual([undefined, 20 + kill])
      write(store, 21 + kill, 21 + kill)
      data = cutOff(store)
    }
  })

  test('it is gone', () => {
    const data = killed()
    rmSync(join(data, 'skein.db-wal'))
    dir = data
    const store = openStore(dir)
    expect([store.trouble, lines(store)]).toEqual(['gone', 10])
    const again = cutOff(store)
    opened(again, (later) => {
      expect(later.trouble, 'nobody was told yet').toBe('gone')
      later.toldOwner()
    })
    expect(opened(again, ({ trouble }) => trouble)).toBeUndefined()
  })

  test('it is damaged in the middle, and kept', () => {
    const data = killed()
    const log = join(data, 'skein.db-wal')
    const bytes = readFileSync(log)
    for (let at = 32 + 4120 * 3; at < 32 + 4120 * 4; at++) bytes[at] = (bytes[at] ?? 0) ^ 0xff
    writeFileSync(log, bytes)
    expect(opened(data, ({ trouble }) => trouble)).toBe('harmed')
    const kept = readdirSync(data).find((name) => /damaged-\d+-wal$/.test(name)) ?? ''
    expect(readFileSync(join(data, kept)).equals(bytes)).toBe(true)
  })

  test('it was cut behind what the seal knew of it', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    stopped()
    const store = openStore(dir)
    write(store, 11, 20)
    vi.advanceTimersByTime(60_000)
    const data = cutOff(store)
    truncateSync(join(data, 'skein.db-wal'), 32 + 4120 * 4)
    expect(opened(data, ({ trouble }) => trouble)).toBe('harmed')
  })
})

describe('what does not belong together is not put together:', () => {
  test('the log of an earlier life of the same store', () => {
    const earlier = killed()
    dir = folder()
    cpSync(earlier, dir, { recursive: true })
    const store = openStore(dir)
    write(store, 21, 40)
    const later = cutOff(store)
    cpSync(join(earlier, 'skein.db-wal'), join(later, 'skein.db-wal'))
    expect(refusal(later)).toMatch(/does not belong to the store next to it/)
  })

  test('the log of another store, beside one that was killed and beside one that was stopped', () => {
    const log = join(killed(), 'skein.db-wal')
    dir = folder()
    const other = killed()
    for (const data of [other, dir]) {
      cpSync(log, join(data, 'skein.db-wal'))
      expect(refusal(data)).toMatch(/does not belong to the store next to it/)
    }
  })

  test('a copy in the place of the database, beside the log of the one that was there; without the log it is opened', () => {
    const data = killed()
    cpSync(join(dir, 'skein.db'), join(data, 'copy.db'))
    dir = folder()
    cpSync(join(stopped(), 'skein.db'), join(data, 'skein.db'))
    expect(refusal(data)).toMatch(/is another file than the one the log was written for/)
    rmSync(join(data, 'skein.db-wal'))
    expect(opened(data, (store) => [store.trouble, lines(store)])).toEqual([undefined, 10])
  })

  test("another program's database in its place", () => {
    const data = stopped()
    for (const sql of ['CREATE TABLE notes (x)', 'SELECT 1']) {
      rmSync(join(data, 'skein.db'))
      const raw = new BetterSqlite3(join(data, 'skein.db'))
      raw.exec(`PRAGMA user_version = 7; ${sql}`)
      raw.close()
      expect(refusal(data)).toContain('is not a store of Skein')
    }
  })

  test('a folder in the place of each file', () => {
    for (const name of ['skein.db', 'skein.db-wal', 'skein.db.seal']) {
      dir = folder()
      const data = stopped()
      rmSync(join(data, name), { force: true })
      cpSync(folder(), join(data, name), { recursive: true })
      expect(() => openStore(data)).toThrow(/is not a file/)
    }
  })
})

describe('a clean seal does not excuse damage:', () => {
  function harmed(megabytes: number, page: (count: number) => number): string {
    const store = openStore(dir)
    const insert = store.db.raw.prepare("INSERT INTO meta (key, value) VALUES ('f' || ?, hex(randomblob(500000)))")
    for (let row = 0; row < megabytes; row++) insert.run(row)
    store.close()
    const file = join(dir, 'skein.db')
    const bytes = readFileSync(file)
    const at = page(bytes.length / 4096) * 4096
    bytes.fill(0, at, at + 4096)
    writeFileSync(file, bytes)
    writeSeal(`${file}.seal`, { state: 'closed', file: fingerprint(file) })
    return dir
  }

  test('a small store is read whole', () => {
    const data = harmed(1, () => 20)
    expect(refusal(data)).toMatch(/is damaged .* A copy is kept at/)
    expect(readdirSync(data).some((name) => name.startsWith('skein.db.damaged-'))).toBe(true)
  })

  test('of a large one a sample is read, which goes through the roots of all tables', () => {
    const root = () => {
      const raw = new BetterSqlite3(join(dir, 'skein.db'), { readonly: true })
      const page = raw.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'message_key'").pluck().get() as number
      raw.close()
      return page - 1
    }
    expect(refusal(harmed(10, root))).toMatch(/is damaged/)
    expect(existsSync(join(dir, 'skein.db'))).toBe(true)
  })

  test('one that was found wrong while it ran is read whole at the next start', () => {
    const data = stopped()
    opened(data, (store) => store.doubt())
    expect(readFileSync(join(data, 'skein.db.seal'), 'utf8')).toContain('"void"')
  })
})
