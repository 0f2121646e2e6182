import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../../src/store/open-store.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon } from '../peers/daemon.ts'
import { createSpeaker } from '../peers/speaker.ts'

const PAGE = 4096
const rounds = process.env.SKEIN_LONG ? 1000 : 60

let build: Build
let room: string
/** The store after a clean stop, and after a kill: with a journal beside it. */
let stopped: string
let killed: string

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
  await daemon.stop()
  cpSync(daemon.data, stopped, { recursive: true })
  await daemon.start()
  await speaker.outcome(await speaker.say('web:a', 'the last'))
  await daemon.kill()
  rmSync(daemon.socket)
  cpSync(daemon.data, killed, { recursive: true })
  speaker.close()
  await daemon.remove()
}, 120_000)
afterAll(() => {
  build.remove()
  rmSync(room, { recursive: true, force: true })
})

describe('a damaged store is kept aside and never served:', () => {
  test.each<[damage: string, (file: string) => void]>([
    ['cut to nothing', (file) => truncateSync(file, 0)],
    ['cut in half', (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2 / PAGE) * PAGE)],
    ['cut in the middle of a page', (file) => truncateSync(file, readFileSync(file).length - 100)],
    ['a page of zeros', (file) => change(file, (bytes) => bytes.fill(0, PAGE * 4, PAGE * 5))],
    ['a broken head', (file) => change(file, (bytes) => bytes.fill(0xff, 20, 60))],
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

  test('the journal of another store beside one that was stopped cleanly', () => {
    const data = mkdtempSync(join(room, 'other-'))
    openStore(data).close()
    cpSync(join(killed, 'skein.db-wal'), join(data, 'skein.db-wal'))
    expect(expectServedOnlyIfSound(data)).toBe(false)
  })

  test('its journal taken away', () => {
    const data = copyOf(killed)
    rmSync(join(data, 'skein.db-wal'))
    expectServedOnlyIfSound(data)
  })

  test(`${rounds} times a few bytes turned over at random`, () => {
    let refused = 0
    for (let round = 0; round < rounds; round++) {
      const data = copyOf(stopped)
      change(join(data, 'skein.db'), (bytes) => {
        for (let flips = 1 + Math.floor(Math.random() * 200); flips > 0; flips--) {
          const at = Math.floor(Math.random() * bytes.length)
          bytes[at] = (bytes[at] ?? 0) ^ (1 + Math.floor(Math.random() * 255))
        }
      })
      if (!expectServedOnlyIfSound(data)) refused++
      rmSync(data, { recursive: true })
    }
    console.log(`damage: ${refused} of ${rounds} stores with bytes turned over were refused`)
    expect(refused).toBeGreaterThan(0)
  })
})

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

function change(file: string, harm: (bytes: Buffer) => void): void {
  const bytes = readFileSync(file)
  harm(bytes)
  writeFileSync(file, bytes)
}
