import { randomBytes } from 'node:crypto'
import { Queue } from 'bullmq'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { keys, openRedis, PREFIX, queueName, type RedisLink } from '../../../src/spawner/remote/redis-link.ts'
import { createRunnerPool } from '../../../src/spawner/remote/runner-pool.ts'
import { createRunnerProcess } from '../../../src/spawner/remote/runner-process.ts'
import { createOpener, createSealer, type LineName } from '../../../src/spawner/remote/sealed-line.ts'
import { CONTRACT, type DaemonBeat, type RunnerBeat } from '../../../src/spawner/remote/turn-messages.ts'
import { createUseMarks } from '../../../src/spawner/remote/use-marks.ts'
import type { BrainEvent } from '../../../src/spawner/spawner.ts'
import { type RedisPeer, redisServers, startRedis } from '../../peers/redis/redis.ts'
import { createRunnerWorld, emptyBook, noCopies, type RunnerWorldOptions, turnOf } from '../../support/runner-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'
import { silentLog } from '../../support/silent-log.ts'
import { until } from '../../support/until.ts'

const BEAT_MS = 100

describe.skipIf(redisServers.length === 0)('a runner', () => {
  let redis: RedisPeer
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => await redis.remove())

  const done: BrainEvent[] = [{ kind: 'done', text: 'Done.' }]

  describe('that keeps failing', () => {
    async function open(names: string[], options: RunnerWorldOptions = {}) {
      let works = true
      const brains = Object.fromEntries(names.map((name) => [name, createScriptedBrain(() => (works ? done : []))]))
      const world = await createRunnerWorld(redis, brains, options)
      onTestFinished(world.close)
      const answer = async (isWorking: boolean) => {
        works = isWorking
        return await world.ask(turnOf({}))
      }
      const turns = () => names.map((name) => world.brain(name).turns.length).toSorted((a, b) => b - a)
      return { world, answer, turns, states: () => world.pool.status().map(({ state }) => state) }
    }

    test('rests after three failures in a row while another one works, and is used again after a minute', async () => {
      let waitedMs = 0
      const clock = { ...systemClock, mono: () => systemClock.mono() + waitedMs }
      const { world, answer, turns, states } = await open(['attic', 'cellar'], { clock })
      // A chat stays with its runner.
      await answer(false)
      await answer(false)
      expect(states()).toEqual(['ready', 'ready'])
      await answer(false)
      expect(states().toSorted()).toEqual(['ready', 'resting'])
      expect(world.pool.candidates('scripted')).toHaveLength(1)
      expect(await answer(true)).toEqual(done)
      expect(turns()).toEqual([3, 1])
      waitedMs = 60_000
      await until(() => expect(states()).toEqual(['ready', 'ready']))
    })

    test('is used all the same if it is the only one, and rests no more when it answers', async () => {
      const { answer, states } = await open(['attic'])
      for (let times = 0; times < 3; times++) await answer(false)
      expect(states()).toEqual(['resting'])
      expect(await answer(true)).toEqual(done)
      expect(states()).toEqual(['ready'])
    })

    test('does not rest if it answers in between', async () => {
      const { answer, states } = await open(['attic'])
      for (const works of [false, false, true, false, false]) await answer(works)
      expect(states()).toEqual(['ready'])
    })
  })

  describe('of contract', () => {
    function meet(): { name: string; root: Buffer; link: RedisLink } {
      const link = openRedis(redis.settings, () => {})
      onTestFinished(link.close)
      return { name: `attic-${randomBytes(3).toString('hex')}`, root: randomBytes(32), link }
    }
    const line = (runner: string, root: Buffer, direction: LineName['direction'], salt: Buffer): LineName => ({
      root,
      runner,
      line: 'beat',
      direction,
      salt,
    })

    test.each([
      [CONTRACT, 'ready', ['attic']],
      [CONTRACT + 1, 'other-version', []],
    ])('%i at the runner: the daemon calls it %s', async (contract, state, candidates) => {
      const { name, root, link } = meet()
      const book = { ...emptyBook, list: () => [{ name, root, pairedAt: new Date() }] }
      const pool = createRunnerPool({ link, clock: systemClock, log: silentLog, beatMs: BEAT_MS, book })
      onTestFinished(pool.stop)
      const salt = randomBytes(16)
      const sealer = createSealer(line(name, root, 'to-daemon', salt))
      const beat: RunnerBeat = {
        instance: 'i',
        echo: '',
        contract,
        version: '9',
        host: 'tower',
        places: 4,
        free: 4,
        memoryMb: 1,
        sessions: 0,
        brains: ['scripted'],
        isDraining: false,
        turns: {},
      }
      await until(async () => {
        const frame = await link.redis.getBuffer(keys.beatOfDaemon(name))
        const opener = createOpener(line(name, root, 'to-runner', frame?.subarray(0, 16) ?? salt), { maySkip: true })
        const heard = opener.open(frame?.subarray(16) ?? Buffer.alloc(0))
        const echo = heard.kind === 'message' ? (heard.message as DaemonBeat).instance : ''
        const said = Buffer.concat([salt, sealer.seal({ ...beat, echo })])
        await link.redis.set(keys.beatOfRunner(name), said)
        expect(pool.status()[0]?.state).toBe(state)
      }, BEAT_MS)
      expect(pool.candidates('scripted').map((one) => one.name.slice(0, 5))).toEqual(candidates)
    })

    test.each([
      [CONTRACT, 'claim'],
      [CONTRACT + 1, 'declined'],
    ])('%i at the daemon: its own answer to a ticket is %s', async (contract, answer) => {
      const { name, root, link } = meet()
      const runner = createRunnerProcess({
        link,
        clock: systemClock,
        log: silentLog,
        runner: name,
        root,
        brains: new Map(),
        furnish: async (turn) => turn,
        bind: () => () => {},
        copies: noCopies,
        marks: createUseMarks(),
        version: '0',
        places: 4,
        minFreeMb: 0,
        beatMs: BEAT_MS,
      })
      const stop = new AbortController()
      const running = runner.run({ stop: stop.signal, drain: new AbortController().signal })
      const queue = new Queue(queueName(name), { connection: link.options, prefix: PREFIX, skipMetasUpdate: true })
      onTestFinished(async () => {
        stop.abort()
        await running
        await queue.disconnect()
      })
      const turn = randomBytes(16).toString('hex')
      const salt = randomBytes(16)
      const sealer = createSealer(line(name, root, 'to-runner', salt))
      const beat: DaemonBeat = { instance: 'd', echo: '', contract, open: [turn], forget: [], isRemoved: false }
      await link.redis.set(keys.beatOfDaemon(name), Buffer.concat([salt, sealer.seal(beat)]))
      await link.open(keys.toDaemon(turn), 60_000)
      await queue.add('turn', { turn })
      const [, fields] = await until(async () => {
        const [, entry] = await redis.admin().xrangeBuffer(keys.toDaemon(turn), '-', '+')
        expect(entry).toBeDefined()
        return entry as unknown as [Buffer, Buffer[]]
      })
      const [, from, , frame] = fields
      const nonce = Buffer.from(String(from).split('.')[1] ?? '', 'hex')
      const opener = createOpener({ root, runner: name, line: turn, direction: 'to-daemon', salt: nonce })
      expect(opener.open(frame ?? Buffer.alloc(0))).toEqual({
        kind: 'message',
        message: expect.objectContaining({ t: answer }),
      })
    })
  })

  describe('that ends', () => {
    /** A turn that takes longer than a stop allows, and one that comes meanwhile. */
    async function endWith(how: 'stop' | 'drain') {
      const attic = createScriptedBrain(async function* (turn, signal) {
        if (turn.text !== 'long') return yield* done
        await new Promise<void>((resolve) => {
          setTimeout(resolve, 1500)
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
        if (!signal.aborted) yield* done
      })
      const world = await createRunnerWorld(redis, { attic }, { drainMs: 500 })
      onTestFinished(world.close)
      const asking = world.ask(turnOf({ text: 'long' }))
      await until(() => expect(attic.turns).toHaveLength(1))
      const ending = world[how]('attic')
      await until(() => expect(world.pool.status()[0]?.state).toBe('draining'))
      const late = await world.ask(turnOf({ text: 'late' }))
      const long = await asking
      await ending
      return { late, long, turns: attic.turns.length }
    }
    const notTaken = [{ kind: 'failed', failure: { class: 'network', retry: true } }]

    test('after a drain finishes its turns, however long they take, and takes no others', async () => {
      expect(await endWith('drain')).toMatchObject({ late: notTaken, long: done, turns: 1 })
    })

    test('after a stop hands back turns that take too long', async () => {
      const handedBack = [{ kind: 'failed', failure: { class: 'crash', retry: true } }]
      expect(await endWith('stop')).toMatchObject({ late: notTaken, long: handedBack, turns: 1 })
    })
  })
})
