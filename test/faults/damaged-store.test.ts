import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSeal } from '../../src/store/file/seal.ts'
import { fingerprint } from '../../src/store/file/store-condition.ts'
import { openStore } from '../../src/store/open-store.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon } from '../peers/daemon.ts'
import { createSpeaker, type Speaker } from '../peers/speaker.ts'
import { reportFigures } from '../support/report-figures.ts'
import { seed, seeded } from '../support/seeded.ts'
import { size } from '../support/sizes.ts'
import { until } from '../support/until.ts'

const PAGE = 4096
const rounds = size(15, 1000)

let build: Build
let room: string
/** The store after a clean stop, and after a kill: with a journal beside it. */
let stopped: string
let killed: string
/** Of the life before the one that was killed. */
let earlierLog: string

beforeAll(async () => {
  build = createBuild()
  room = mkdtempSync(join(tmpdir(), 'skein-damage-'))
  stopped = join(room, 'stopped')
  killed = join(room, 'killed')
  const daemon = createDaemon({ build, data: join(room, 'data') })
  const speaker = createSpeaker(daemon.socket)
  await daemon.start()
  for (const word of ['first', 'second', 'third']) {
    await speaker.outcome(await speaker.say('web:a', `the ${word} of three `.repeat(1000)))
  }
  earlierLog = join(room, 'earlier-wal')
  cpSync(`${daemon.database}-wal`, earlierLog)
  await daemon.stop()
  cpSync(daemon.data, stopped, { recursive: true })
  await daemon.start()
  await speaker.outcome(await speaker.say('web:a', 'the last'))
  await daemon.kill()
  rmSync(daemon.socket)
  cpSync(daemon.data, killed, { recursive: true })
  speaker.close()
  await daemon.remove()
})
afterAll(() => {
  rmSync(room, { recursive: true, force: true })
})

describe('a damaged store is kept aside and never served:', () => {
  test.each<[damage: string, (file: string) => void]>([
    ['cut to nothing', (file) => truncateSync(file, 0)],
    ['cut in half', (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2 / PAGE) * PAGE)],
    ['cut in the middle of a page', (file) => truncateSync(file, readFileSync(file).length - 100)],
    ['a page of zeros', (file) => change(file, (bytes) => bytes.fill(0, PAGE * 4, PAGE * 5))],
    ['a broken head', (file) => change(file, (bytes) => bytes.fill(0xff, 20, 60))],
    ['a migration that it had is forgotten', (file) => forgetMigrations(file)],
    ["another program's file", (file) => writeFileSync(file, 'id,name\n1,Ana\n'.repeat(1000))],
  ])('%s', async (_damage, harm) => {
    const data = copyOf(stopped)
    const daemon = createDaemon({ build, data })
    try {
      harm(daemon.database)
      const before = readFileSync(daemon.database)
      expect(await daemon.launch().exited).toMatchObject({ code: 78 })
      expect(daemon.words()).toMatch(/^skein: The store \S+ is damaged [^\n]+\n$/)
      const aside = readdirSync(data).find((name) => name.startsWith('skein.db.damaged-')) ?? ''
      expect(readFileSync(join(data, aside)).equals(before)).toBe(true)
      expect(readFileSync(daemon.database).equals(before), 'what is left may still be repaired').toBe(true)
    } finally {
      await daemon.remove()
    }
  })

  test(
    `${rounds} times a few bytes turned over at random`,
    () => {
      const random = seeded(seed)
      let refused = 0
      for (let round = 0; round < rounds; round++) {
        const data = copyOf(stopped)
        turnOver(join(data, 'skein.db'), random)
        if (!expectServedOnlyIfSound(data)) refused++
        rmSync(data, { recursive: true })
      }
      reportFigures('damage', { stores: rounds, refused, seed })
      expect(refused).toBeGreaterThan(0)
    },
    60_000 + rounds * 300,
  )
})

describe('one line and nothing touched when', () => {
  const isRoot = process.getuid?.() === 0

  test.each<[what: string, from: () => string, (file: string) => void, says: RegExp]>([
    [
      'the database is missing beside its log and seal',
      () => killed,
      (file) => rmSync(file),
      /is missing, but .*-wal and/,
    ],
    ['a folder stands in its place', () => stopped, (file) => inPlace(file, () => mkdirSync(file)), /is not a file/],
    [
      'a link leads nowhere',
      () => stopped,
      (file) => inPlace(file, () => symlinkSync('gone', file)),
      /is a link to gone/,
    ],
    ['its log is of another time', () => killed, (file) => cpSync(earlierLog, `${file}-wal`), /does not belong/],
    [
      'another database is in its place',
      () => stopped,
      (file) => inPlace(file, () => makeOther(file)),
      /is not a store/,
    ],
    ['it may not be read', () => stopped, (file) => chmodSync(file, 0), /cannot be written/],
  ])('%s', async (_what, from, harm, says) => {
    const data = copyOf(from())
    const daemon = createDaemon({
      build,
      data,
      under: isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [],
    })
    try {
      harm(daemon.database)
      const before = readdirSync(data).filter((name) => name.startsWith('skein.db'))
      expect(await daemon.launch().exited).toMatchObject({ code: 78 })
      expect(daemon.words()).toMatch(/^skein: [^\n]+\n$/)
      expect(daemon.words()).toMatch(says)
      expect(readdirSync(data)).toEqual(expect.arrayContaining(before))
    } finally {
      await daemon.remove()
    }
  })
})

describe('nothing is lost, and nobody is alarmed, when', () => {
  test.each<[what: string, (file: string) => void]>([
    ['the seal is missing', (file) => rmSync(`${file}.seal`)],
    ['the seal is garbage', (file) => writeFileSync(`${file}.seal`, Buffer.from('\0\xff{"state":', 'latin1'))],
    ['the index of the log is missing', (file) => rmSync(`${file}-shm`)],
    ['the index of the log is garbage', (file) => change(`${file}-shm`, (bytes) => bytes.fill(0x5a))],
    ['the last line of the log was never finished', (file) => appendFileSync(`${file}-wal`, Buffer.alloc(3000, 7))],
  ])('%s', (_what, harm) => {
    const data = copyOf(killed)
    harm(join(data, 'skein.db'))
    const store = openStore(data)
    const last = store.db.raw.prepare("SELECT count(*) FROM message WHERE text = 'the last'").pluck().get()
    expect([last, store.trouble]).toEqual([1, undefined])
    store.close()
  })
})

describe('the owner is told', () => {
  test.each<[what: string, (log: string) => void, says: RegExp]>([
    ['of a log that is gone', (log) => rmSync(log), /skein\.db-wal.* is gone/],
    ['of a log that does not verify', (log) => change(log, (bytes) => bytes.fill(0x77, 10_000, 10_100)), /was damaged/],
  ])(
    '%s',
    async (_what, harm, says) => {
      const data = copyOf(killed)
      harm(join(data, 'skein.db-wal'))
      await served(data, async (speaker) => {
        await notice(speaker, says)
        expect(await speaker.outcome(await speaker.say('web:a', 'still there?'))).toMatchObject({ state: 'answered' })
      })
    },
    900_000,
  )

  test('of pages that do not check, found while it runs under a clean seal; the next start refuses them', async () => {
    const data = copyOf(stopped)
    const file = join(data, 'skein.db')
    const store = openStore(data)
    store.db.raw.exec('CREATE TABLE filler (id INTEGER PRIMARY KEY, x)')
    const insert = store.db.raw.prepare('INSERT INTO filler (x) VALUES (?)')
    store.db.transaction(() => {
      for (let row = 0; row < 50_000; row++) insert.run('x'.repeat(200))
    })
    store.close()
    // One page of thousands: a sample of a few rows hardly meets it.
    const pages = Math.floor(statSync(file).size / PAGE)
    change(file, (bytes) => bytes.fill(0, PAGE * (pages - 300), PAGE * (pages - 299)))
    writeSeal(`${file}.seal`, { state: 'closed', file: fingerprint(file) })
    await served(data, (speaker) => notice(speaker, /My database is damaged \(filler/))
    const again = createDaemon({ build, data })
    expect(await again.launch().exited).toMatchObject({ code: 78 })
    expect(again.words()).toMatch(/is damaged .* A copy is kept/)
    await again.remove()
  })
})

async function served(data: string, act: (speaker: Speaker) => Promise<void>): Promise<void> {
  const daemon = createDaemon({ build, data })
  const speaker = createSpeaker(daemon.socket)
  try {
    await daemon.start()
    await act(speaker)
    expect(await daemon.stop()).toMatchObject({ code: 0 })
  } finally {
    speaker.close()
    await daemon.remove()
  }
}

async function notice(speaker: Speaker, says: RegExp): Promise<void> {
  const look = async () => {
    const { body } = await speaker.call('GET', '/lines?chat=web:notices&limit=10')
    expect((body as { text: string }[]).map(({ text }) => text).join('\n')).toMatch(says)
  }
  await until(look)
}

function inPlace(file: string, put: () => void): void {
  rmSync(file)
  put()
}

function forgetMigrations(file: string): void {
  const raw = new BetterSqlite3(file)
  raw.exec("UPDATE __drizzle_migrations SET created_at = ''")
  raw.close()
}

function makeOther(file: string): void {
  const raw = new BetterSqlite3(file)
  raw.exec('CREATE TABLE notes (x)')
  raw.close()
}

/** SQLite's own check is the judge; what it cannot see (bytes inside a text) nobody can. Returns whether it was served. */
function expectServedOnlyIfSound(data: string): boolean {
  const judged = copyOf(data)
  const isSound = checkAlone(join(judged, 'skein.db'))
  let isServed = true
  try {
    openStore(data).close()
  } catch (error) {
    isServed = false
    expect(error).toMatchObject({ name: 'ConfigError' })
    expect(readdirSync(data).some((name) => name.startsWith('skein.db.damaged-'))).toBe(true)
  }
  if (isServed) expect(isSound, 'a store that fails its check was served').toBe(true)
  return isServed
}

function checkAlone(file: string): boolean {
  const raw = new BetterSqlite3(file)
  try {
    return raw.pragma('quick_check', { simple: true }) === 'ok'
  } catch {
    return false
  } finally {
    raw.close()
  }
}

function copyOf(data: string): string {
  const copy = mkdtempSync(join(room, 'copy-'))
  cpSync(data, copy, { recursive: true })
  if (!existsSync(join(copy, 'skein.db'))) throw new Error('there is no store to damage')
  return copy
}

function turnOver(file: string, random: () => number): void {
  change(file, (bytes) => {
    for (let flips = 1 + Math.floor(random() * 200); flips > 0; flips--) {
      const at = Math.floor(random() * bytes.length)
      bytes[at] = (bytes[at] ?? 0) ^ (1 + Math.floor(random() * 255))
    }
  })
}

function change(file: string, harm: (bytes: Buffer) => void): void {
  const bytes = readFileSync(file)
  harm(bytes)
  writeFileSync(file, bytes)
}
