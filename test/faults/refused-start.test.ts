import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon, type DaemonOptions, type DaemonPeer } from '../peers/daemon.ts'
import { canMount, createTmpfs } from '../peers/machine/tmpfs.ts'
import { createSpeaker } from '../peers/speaker.ts'

/** Takes under a second; one that goes on for this long would never end. */
const ENDLESS_MS = 60_000
const oneLine = /^skein: [^\n]+\n$/
const canInject = spawnSync('strace', ['-qq', '-o', '/dev/null', '-e', 'inject=bind:error=EPERM', 'true']).status === 0
const isRoot = process.getuid?.() === 0
const nobody = 65_534

let build: Build
const daemons: DaemonPeer[] = []

beforeAll(() => {
  build = createBuild()
})
afterEach(async () => {
  await Promise.all(daemons.splice(0).map((daemon) => daemon.remove()))
})

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

  test('is in a place where nothing can be made', async () => {
    await expectRefused(make({ data: '/proc/x/y' }), 78, 'The data directory /proc/x/y cannot be used')
  })

  test('is a link that leads nowhere, or lies behind one', async () => {
    const daemon = make({})
    symlinkSync(join(daemon.data, 'nowhere'), `${daemon.data}-link`)
    for (const data of [`${daemon.data}-link`, join(`${daemon.data}-link`, 'data')]) {
      await expectRefused(make({ data }), 78, `The data directory ${data} cannot be used`)
    }
    expect(readdirSync(dirname(daemon.data)).sort()).toEqual(['config.toml', 'data-link', 'home'])
  })

  test('has a path too long for a socket, and a command that asks there is told the same', async () => {
    const { data: short } = make({})
    for (const bytes of [98, 110]) {
      const data = short.padEnd(bytes - 1, 'x').concat('é')
      const daemon = make({ data })
      await expectRefused(daemon, 78, 'too long for a socket')
      expect(readdirSync(dirname(short)).filter((name) => name.startsWith('data'))).toEqual([])
      expect(ask(daemon, 'status')).toMatchObject({ status: 78, stderr: expect.stringMatching(oneLine) })
    }
    const longest = make({ data: short.padEnd(96, 'x') })
    await longest.start()
  })

  test.skipIf(!canInject)('cannot hold a socket (left out without strace)', async () => {
    const daemon = make({ under: ['strace', '-f', '-qq', '-o', '/dev/null', '-e', 'inject=bind:error=EOPNOTSUPP'] })
    await expectRefused(daemon, 78, `The data directory ${daemon.data} cannot be used`)
    expect(existsSync(daemon.data)).toBe(false)
  })

  test('is not closed to others when it is a folder of everybody', async () => {
    const daemon = make({})
    mkdirSync(join(daemon.data, 'somebodys'), { recursive: true })
    chmodSync(daemon.data, 0o755)
    await daemon.start()
    expect(statSync(daemon.data).mode & 0o777).toBe(0o755)
  })

  test.skipIf(!canMount())('is on a full disk (left out where nothing can be mounted)', async () => {
    const disk = createTmpfs(32)
    try {
      const daemon = make({ data: join(disk.dir, 'data') })
      disk.fill()
      await expectRefused(daemon, 75, 'The disk is full')
      disk.empty()
      await daemon.start()
      await daemon.stop()
      disk.fill()
      await expectRefused(daemon, 75, 'The disk is full')
    } finally {
      disk.remove()
    }
  })

  test.skipIf(!canInject).each(['pwrite64', 'fsync,fdatasync'])(
    'is on a disk that fails at %s (left out without strace)',
    async (calls) => {
      const under = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', `inject=${calls}:error=EIO`]
      await expectRefused(make({ under }), 78, 'input/output error (EIO)')
    },
  )

  test('is open to others: it is closed, and so are the files in it', async () => {
    const daemon = make({})
    await daemon.start()
    await daemon.stop()
    chmodSync(daemon.data, 0o777)
    for (const file of [daemon.database, daemon.config]) chmodSync(file, 0o666)
    await daemon.start()
    const modes = [daemon.data, daemon.database, daemon.config].map((path) => statSync(path).mode & 0o022)
    expect([...modes, statSync(daemon.database).mode & 0o777]).toEqual([0, 0, 0, 0o600])
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
    expect(words).toContain('line 7')
    expect(words).toContain('workers.max')
  })

  test('has a value of the wrong kind: it says what the value must be', async () => {
    const daemon = make({ config: '[workers]\nmax = "many"\n' })
    expect(await expectRefused(daemon, 78, 'workers.max must be a whole number')).toContain('line 7')
  })
})

describe('a start is refused when a path in the configuration', () => {
  test.each([
    ['is a file where a folder must be', 'config_dir = "/etc/passwd"', 'brain.claude.config_dir is not a folder'],
    ['lies under a file', 'config_dir = "/etc/passwd/claude"', 'brain.claude.config_dir is not a folder'],
    ['holds no secret but a folder', 'api_key = "file:/etc"', 'which is not a plain file'],
    ['holds no secret because nothing is there', 'api_key = "file:/nowhere/key"', 'which cannot be read (ENOENT)'],
  ])('%s', async (_, line, says) => {
    const daemon = make({ config: `[brain.claude]\n${line}\n` })
    await expectRefused(daemon, 78, says)
    expect(existsSync(daemon.data)).toBe(false)
  })

  test('is empty: that is no folder and no file', () => {
    for (const name of ['--data', '--config']) {
      const { status, stderr } = spawnSync(process.execPath, [build.main, name, '', 'start'], { encoding: 'utf8' })
      expect([status, stderr]).toEqual([64, expect.stringMatching(oneLine)])
    }
  })
})

function make(options: Partial<DaemonOptions>): DaemonPeer {
  const daemon = createDaemon({ build, ...options })
  daemons.push(daemon)
  return daemon
}

function ask(daemon: DaemonPeer, command: string) {
  const words = [build.main, '--data', daemon.data, '--config', daemon.config, command]
  return spawnSync(process.execPath, words, { encoding: 'utf8', timeout: ENDLESS_MS, killSignal: 'SIGKILL' })
}

async function expectRefused(daemon: DaemonPeer, code: number, says: string): Promise<string> {
  const launched = daemon.launch()
  // One that spins would not hear a TERM either.
  const timer = setTimeout(() => daemon.signal('SIGKILL'), ENDLESS_MS)
  const exit = await launched.exited
  clearTimeout(timer)
  expect(daemon.words()).toContain(says)
  expect(daemon.words(), 'a sentence, never a stack').toMatch(oneLine)
  expect(exit).toMatchObject({ code, signal: null })
  return daemon.words()
}
