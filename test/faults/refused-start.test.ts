import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon, type DaemonOptions, type DaemonPeer } from '../peers/daemon.ts'
import { createSpeaker } from '../peers/speaker.ts'
import { canMount, createTmpfs } from '../peers/tmpfs.ts'

/** The promise is 3 s; a machine that runs other suites meanwhile gets some more. */
const SOON_MS = 5000
const isRoot = process.getuid?.() === 0
const nobody = 65_534

let build: Build
const daemons: DaemonPeer[] = []

beforeAll(() => {
  build = createBuild()
}, 120_000)
afterEach(async () => {
  await Promise.all(daemons.splice(0).map((daemon) => daemon.remove()))
})
afterAll(() => build.remove())

describe('a start is refused with one line when the data directory', () => {
  test('is a file', async () => {
    const daemon = make({})
    writeFileSync(daemon.data, 'not a folder')
    await expectRefused(daemon, 78, `The data directory ${daemon.data} cannot be used`)
    expect(readFileSync(daemon.data, 'utf8')).toBe('not a folder')
  })

  test('belongs to somebody else', async () => {
    // Root may write anywhere unless it gives up that power first.
    const daemon = make(isRoot ? { under: ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] } : {})
    mkdirSync(daemon.data)
    if (isRoot) chownSync(daemon.data, nobody, nobody)
    chmodSync(daemon.data, isRoot ? 0o700 : 0o500)
    await expectRefused(daemon, 78, `The data directory ${daemon.data} cannot be used`)
  })

  test.skipIf(!canMount())('is on a read-only disk (left out where nothing can be mounted)', async () => {
    const disk = createTmpfs(32)
    try {
      const daemon = make({ data: join(disk.dir, 'data') })
      await daemon.start()
      await daemon.stop()
      disk.remountReadOnly()
      await expectRefused(daemon, 78, `The data directory ${daemon.data} cannot be used`)
    } finally {
      disk.remove()
    }
  })

  test('is in use: it names the process, and that one is unharmed', async () => {
    const first = make({})
    await first.start()
    await expectRefused(make({ data: first.data }), 75, `process ${first.pid()}`)
    const speaker = createSpeaker(first.socket)
    expect(await speaker.outcome(await speaker.say('web:a', 'still there?'))).toMatchObject({ state: 'answered' })
    speaker.close()
  })

  test('was written by a newer version', async () => {
    const daemon = make({})
    await daemon.start()
    await daemon.stop()
    const raw = new BetterSqlite3(daemon.database)
    raw.exec('UPDATE __drizzle_migrations SET created_at = created_at + 1')
    raw.close()
    await expectRefused(daemon, 78, 'newer Skein')
  })
})

describe('a start is refused when the configuration', () => {
  test('has a key nobody knows: it names the key, the line and the nearest key', async () => {
    const daemon = make({ config: '[workers]\nmaxx = 3\n' })
    const words = await expectRefused(daemon, 78, 'workers.maxx')
    expect(words).toContain('line 6')
    expect(words).toContain('workers.max')
  })

  test('has a value of the wrong kind: it says what the value must be', async () => {
    const daemon = make({ config: '[workers]\nmax = "many"\n' })
    expect(await expectRefused(daemon, 78, 'workers.max must be a whole number')).toContain('line 6')
  })
})

function make(options: Partial<DaemonOptions>): DaemonPeer {
  const daemon = createDaemon({ build, ...options })
  daemons.push(daemon)
  return daemon
}

async function expectRefused(daemon: DaemonPeer, code: number, says: string): Promise<string> {
  const exit = await daemon.launch().exited
  expect(daemon.words()).toContain(says)
  expect(daemon.words(), 'a sentence, never a stack').toMatch(/^skein: [^\n]+\n$/)
  expect(exit).toMatchObject({ code, signal: null })
  expect(exit.ms).toBeLessThan(SOON_MS)
  return daemon.words()
}
