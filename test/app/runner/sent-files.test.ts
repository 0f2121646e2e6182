import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createRunnerTools } from '../../../src/app/runner/runner-tools.ts'
import { createRunnerFiles, type RunnerFiles } from '../../../src/app/runner/sent-files.ts'
import type { DaemonCalls } from '../../../src/spawner/remote/hosted-turn.ts'
import { MAX_SENT_BYTES, PIECE_BYTES } from '../../../src/spawner/remote/turn-messages.ts'
import { createUploads } from '../../../src/spawner/remote/uploaded-files.ts'
import { createUseMarks } from '../../../src/spawner/remote/use-marks.ts'
import type { Tools, Turn, TurnFile } from '../../../src/spawner/spawner.ts'
import { type RedisPeer, redisServers, startRedis } from '../../peers/redis/redis.ts'
import { createRunnerWorld, turnOf } from '../../support/runner-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'

const KB = 1024

describe.skipIf(redisServers.length === 0)('files between a daemon and a runner', () => {
  let redis: RedisPeer
  let dir: string
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => await redis.remove())
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'skein-files-'))
    for (const name of ['store', 'runner', 'daemon']) mkdirSync(join(dir, name))
  })
  afterEach(() => rmSync(dir, { recursive: true }))

  const cached = () => readdirSync(join(dir, 'runner', 'files')).toSorted()

  /** As the daemon stores them: named by their hash. */
  function stored(bytes: Buffer, name = 'dog.png'): TurnFile {
    const path = join(dir, 'store', createHash('sha256').update(bytes).digest('hex'))
    writeFileSync(path, bytes)
    return { name, type: 'image/png', bytes: bytes.length, form: 'image', path }
  }

  describe('to the runner', () => {
    type Piece = { piece?: string }
    let fetched = 0

    /** What a turn with these files finds at the runner. `spoil` changes what the daemon answers. */
    async function open(maxBytes?: number, spoil = (piece: Buffer): Buffer => piece) {
      fetched = 0
      const files = createRunnerFiles(join(dir, 'runner'), maxBytes)
      const seen: Turn[] = []
      const attic = createScriptedBrain((turn) => {
        seen.push(turn)
        return [{ kind: 'done', text: 'Done.' }]
      })
      const spoiled = (calls: DaemonCalls): DaemonCalls => ({
        ...calls,
        async call(call) {
          if (call.kind !== 'fetch') return await calls.call(call)
          fetched += 1
          const { piece = '' } = (await calls.call(call)) as Piece
          return { piece: spoil(Buffer.from(piece, 'base64')).toString('base64') }
        },
      })
      const world = await createRunnerWorld(
        redis,
        { attic },
        { furnish: (turn, sent, calls, has) => files.furnish(turn, sent, spoiled(calls), has) },
      )
      onTestFinished(world.close)
      return async (...sent: TurnFile[]) => {
        await world.ask(turnOf({ files: sent }))
        return seen.at(-1)?.files ?? []
      }
    }

    test('travel in pieces, only once, and arrive as they are', async () => {
      const bytes = randomBytes(2 * PIECE_BYTES + 100)
      const arrivedOf = await open()
      const [file] = await arrivedOf(stored(bytes))
      expect(file).toMatchObject({ name: 'dog.png', form: 'image', bytes: bytes.length })
      expect(readFileSync(file?.path ?? '').equals(bytes)).toBe(true)
      expect(fetched).toBe(3)
      await arrivedOf(stored(bytes, 'again.png'))
      expect(fetched).toBe(3)
    })

    test.each<[string, (piece: Buffer) => Buffer]>([
      ['has one other bit', (piece) => Buffer.concat([Buffer.from([(piece[0] ?? 0) ^ 1]), piece.subarray(1)])],
      ['is cut', (piece) => piece.subarray(1)],
      ['is missing', () => Buffer.alloc(0)],
      ['is too long', (piece) => Buffer.concat([piece, piece])],
    ])('are gone for the model if a piece %s, and nothing of them is kept', async (_, spoil) => {
      const arrivedOf = await open(undefined, spoil)
      expect(await arrivedOf(stored(randomBytes(PIECE_BYTES + 100)))).toMatchObject([{ form: 'gone', path: '' }])
      expect(cached()).toEqual([])
    })

    test('are removed from the cache when it is full, those that were used longest ago first', async () => {
      const arrivedOf = await open(1000 * KB)
      const [first, second, third] = [1, 2, 3].map(() => stored(randomBytes(400 * KB))) as [
        TurnFile,
        TurnFile,
        TurnFile,
      ]
      await arrivedOf(first)
      await arrivedOf(second)
      await arrivedOf(first)
      await arrivedOf(third)
      const names = [first, third].map(({ path }) => path.slice(-64))
      expect(cached()).toEqual(names.toSorted())
    })
  })

  describe('to the daemon', () => {
    let files: RunnerFiles
    beforeEach(() => {
      files = createRunnerFiles(join(dir, 'runner'))
    })

    /** Runs a turn whose model does this in its workspace at the runner. Returns the daemon's workspace. */
    async function during(
      act: (turn: Turn, calls: DaemonCalls, signal: AbortSignal) => Promise<unknown>,
      called = noCall,
    ) {
      const world = await createRunnerWorld(
        redis,
        {
          attic: createScriptedBrain(async function* (turn, signal) {
            const done = await act(turn, world.boundTo(turn).calls, signal)
            yield { kind: 'done', text: JSON.stringify(done ?? {}) }
          }),
        },
        { furnish: files.furnish, tools: { call: called } },
      )
      onTestFinished(world.close)
      const workspace = join(dir, 'daemon')
      const events = await world.ask(turnOf({ workspace }))
      return { workspace, events, end: events.at(-1) }
    }

    test('travel when a tool names them, and the daemon gets a path that it knows', async () => {
      const bytes = randomBytes(2 * PIECE_BYTES + 100)
      const { workspace, end } = await during(async (turn, calls) => {
        mkdirSync(join(turn.workspace ?? '', 'out'))
        const path = join(turn.workspace ?? '', 'out', 'list.bin')
        writeFileSync(path, bytes)
        return await files.sendNamed(turn, { path, name: 'My list', count: 3 }, calls)
      })
      expect(end).toEqual({
        kind: 'done',
        text: JSON.stringify({ input: { path: 'out/list.bin', name: 'My list', count: 3 } }),
      })
      expect(readFileSync(join(workspace, 'out', 'list.bin')).equals(bytes)).toBe(true)
    })

    test('that two tools name at the same time both arrive whole', async () => {
      const named: unknown[] = []
      const big = { a: randomBytes(3 * PIECE_BYTES), b: randomBytes(3 * PIECE_BYTES) }
      const tools = createRunnerTools({
        version: '1',
        marks: createUseMarks(),
        files,
        listWebAndMcpTools: async () => [],
      })
      const { workspace } = await during(
        async (turn, calls, signal) => {
          for (const [name, bytes] of Object.entries(big)) writeFileSync(join(turn.workspace ?? '', name), bytes)
          const release = tools.bind(turn, calls, signal)
          const { call } = tools.toolsFor(turn)
          await Promise.all(Object.keys(big).map((path) => call('send_file', { path })))
          release()
        },
        async (_, input) => (named.push(input), { text: 'sent', failed: false }),
      )
      for (const [name, bytes] of Object.entries(big))
        expect(readFileSync(join(workspace, name)).equals(bytes), name).toBe(true)
      expect(named).toEqual([{ path: 'a' }, { path: 'b' }])
    })

    test('do not travel through links, and a pipe stops nothing', async () => {
      writeFileSync(join(dir, 'secret'), 'the key of the runner')
      const { workspace, end } = await during(async (turn, calls) => {
        const at = (name: string) => join(turn.workspace ?? '', name)
        symlinkSync(join(dir, 'secret'), at('link'))
        symlinkSync(dir, at('folder'))
        execFileSync('mkfifo', [at('pipe')])
        return await files.sendNamed(turn, { a: 'link', b: 'folder/secret', c: join(dir, 'secret'), d: 'pipe' }, calls)
      })
      const unchanged = { a: 'link', b: 'folder/secret', c: join(dir, 'secret'), d: 'pipe' }
      expect(end).toEqual({ kind: 'done', text: JSON.stringify({ input: unchanged }) })
      expect(readdirSync(workspace)).toEqual([])
    })

    test('that are too large are refused, and the tool says so instead of taking an older one', async () => {
      const { workspace, end } = await during(async (turn, calls) => {
        writeFileSync(join(turn.workspace ?? '', 'film'), Buffer.alloc(MAX_SENT_BYTES + 1))
        return await files.sendNamed(turn, { path: 'film' }, calls)
      })
      expect(end).toEqual({
        kind: 'done',
        text: JSON.stringify({ refused: '"film" could not be sent: the file is too large.' }),
      })
      expect(readdirSync(workspace)).toEqual([])
    })

    test('in pieces that are larger than any runner sends end the turn', async () => {
      const piece = 'A'.repeat(2 * PIECE_BYTES + 4)
      const { end } = await during(async (_, calls) => await calls.call({ kind: 'store', path: 'a', offset: 0, piece }))
      expect(end).toMatchObject({
        kind: 'failed',
        failure: { class: 'crash', detail: 'the runner sent something that is not understood' },
      })
    })

    test('that are damaged, incomplete or for another folder are refused by the daemon', async () => {
      const workspace = join(dir, 'daemon')
      const content = Buffer.from('milk and eggs')
      const sha256 = createHash('sha256').update(content).digest('hex')
      const whole = { kind: 'store' as const, path: 'list', offset: 0, piece: content.toString('base64'), sha256 }
      const refusalOf = async (change: Partial<typeof whole>) =>
        (await createUploads(workspace).store({ ...whole, ...change })).refused
      expect(await refusalOf({ piece: Buffer.from('milk').toString('base64') })).toBe('the file was damaged')
      expect(await refusalOf({ offset: 5 })).toBe('a piece is missing')
      for (const path of ['../list', join(dir, 'list'), '.', 'a/../../list'])
        expect(await refusalOf({ path }), path).toBe('it is outside the workspace')
      expect(await createUploads(undefined).store(whole)).toEqual({ refused: 'this chat has no workspace' })
      expect(readdirSync(workspace)).toEqual([])
      expect(existsSync(join(dir, 'list'))).toBe(false)
      expect(await refusalOf({})).toBeUndefined()
      expect(readFileSync(join(workspace, 'list'), 'utf8')).toBe('milk and eggs')
    })
  })
})

const noCall: Tools['call'] = async () => ({ text: 'There are no tools.', failed: true })
