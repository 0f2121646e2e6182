import { randomBytes, randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { untilAborted } from '../../../src/lib/time/timers.ts'
import type { BrainEvent, Permissions } from '../../../src/spawner/spawner.ts'
import { type RedisPeer, redisServers, startRedis } from '../../peers/redis/redis.ts'
import { createRunnerWorld, type RunnerWorld, turnOf } from '../../support/runner-world.ts'
import { createScriptedBrain, type Script } from '../../support/scripted-brain.ts'
import { until } from '../../support/until.ts'

describe.skipIf(redisServers.length === 0)('a turn on a runner', () => {
  let redis: RedisPeer
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => await redis.remove())

  test('arrives with all its events, in order', async () => {
    const said: BrainEvent[] = [
      { kind: 'tool', line: 'reading notes' },
      { kind: 'action', action: { line: 'read notes', failed: false, input: '{}', output: 'milk' } },
      { kind: 'done', text: 'Buy milk.' },
    ]
    const world = await worldWith(() => said)
    expect(await world.ask(turnOf({ text: 'what?' }))).toEqual(said)
    expect(world.brain('attic').turns[0]).toMatchObject({ text: 'what?', question: 'what?', task: 1 })
  })

  test('sends a long text in pieces, and the whole arrives', async () => {
    const words = Array.from({ length: 300 }, (_, number) => `word ${number} `)
    const world = await worldWith(async function* () {
      for (let count = 1; count <= words.length; count++) {
        yield { kind: 'text', text: words.slice(0, count).join('') }
        if (count % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 30))
      }
      yield { kind: 'done', text: words.join('') }
    })
    const events = await world.ask(turnOf({}))
    const texts = events.flatMap((event) => (event.kind === 'text' ? event.text : []))
    expect(texts.at(-1)).toBe(words.join(''))
    expect(texts.length).toBeLessThan(30)
    expect(events.at(-1)?.kind).toBe('done')
  })

  test('ends on both sides when it is stopped', async () => {
    let hasEnded = false
    const world = await worldWith(async function* (_, signal) {
      yield { kind: 'text', text: 'I begin' }
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      hasEnded = true
    })
    const stop = new AbortController()
    const events: BrainEvent[] = []
    for await (const event of world.remote.run(turnOf({}), stop.signal)) {
      events.push(event)
      stop.abort()
    }
    expect(events).toEqual([{ kind: 'text', text: 'I begin' }])
    expect(hasEnded).toBe(true)
  })

  test('leaves nothing in Redis', async () => {
    const world = await worldWith(() => [{ kind: 'done', text: 'Done.' }])
    await world.ask(turnOf({}))
    await world.settled()
    const admin = redis.admin()
    const keys = await admin.keys('*')
    expect(keys.filter((key) => key.includes(':turn:'))).toEqual([])
  })

  test('continues a session only with the runner that has it', async () => {
    const world = await worldWith(() => [{ kind: 'done', text: 'Done.' }])
    await world.ask(turnOf({ session: { id: 's1', isNew: true } }))
    expect(await world.ask(turnOf({ session: { id: 's1', isNew: false } }))).toEqual([{ kind: 'done', text: 'Done.' }])
    const [stale] = await world.ask(turnOf({ session: { id: 's2', isNew: false } }))
    expect(stale).toMatchObject({ kind: 'failed', failure: { class: 'stale' } })
  })

  test('opens another session if its runner dies before it has taken the turn', async () => {
    const world = await worldWith(() => [{ kind: 'done', text: 'Done.' }])
    await world.ask(turnOf({ session: { id: 's1', isNew: true } }))
    await world.cutOff('attic')
    const [stale] = await world.ask(turnOf({ session: { id: 's1', isNew: false } }))
    expect(stale).toMatchObject({ kind: 'failed', failure: { class: 'stale' } })
  })

  test('goes to another runner when the first has no place', async () => {
    const gate = createGate()
    const script: Script = async function* (_, signal) {
      await gate.wait(signal)
      yield { kind: 'done', text: 'Done.' }
    }
    const brains = { attic: createScriptedBrain(script), cellar: createScriptedBrain(script) }
    const world = await createRunnerWorld(redis, brains, { places: 1 })
    onTestFinished(world.close)
    const asking = ['a', 'b', 'c'].map(async (id) => await world.ask(turnOf({ chat: makeChatId('web', id) })))
    await until(() => expect([brains.attic.turns.length, brains.cellar.turns.length]).toEqual([1, 1]))
    gate.open()
    expect((await Promise.all(asking)).flat()).toEqual(Array(3).fill({ kind: 'done', text: 'Done.' }))
  })

  test('ends on both sides when its runner is removed, and can be retried', async () => {
    const world = await worldWith(async function* (_, signal) {
      yield { kind: 'text', text: 'I begin' }
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    })
    const asking = world.ask(turnOf({}))
    await until(() => expect(world.brain('attic').turns).toHaveLength(1))
    world.pool.remove(world.pool.status()[0]?.name ?? '')
    expect((await asking).at(-1)).toMatchObject({ kind: 'failed', failure: { class: 'crash', retry: true } })
    // The runner learns from the missing heartbeat that nobody wants the turn any more.
    await until(() => expect(world.runner('attic').running()).toBe(0))
  })

  test('goes to another runner after one was removed', async () => {
    const answers = () => createScriptedBrain(() => [{ kind: 'done', text: 'Done.' }])
    const world = await createRunnerWorld(redis, { attic: answers(), cellar: answers() })
    onTestFinished(world.close)
    const [first = '', second] = world.pool.status().map(({ name }) => name)
    expect(world.pool.remove(first)).toBe(true)
    // What removing does in Redis ends later.
    await world.settled()
    expect(world.pool.status().map(({ name }) => name)).toEqual([second])
    for (const text of ['once', 'twice'])
      expect(await world.ask(turnOf({ text }))).toEqual([{ kind: 'done', text: 'Done.' }])
  })

  test("calls the daemon's tools and asks it for every permission", async () => {
    const asked: unknown[] = []
    const permissions: Permissions = {
      judge: (_, intent) => (asked.push(intent), { verdict: 'ask' }),
      ask: async () => ({ verdict: 'deny', why: 'The person said no.' }),
    }
    const call = async (name: string, input: unknown) => (asked.push([name, input]), { text: 'found', failed: false })
    const world = await createRunnerWorld(
      redis,
      {
        attic: createScriptedBrain(async function* (turn, signal) {
          const { calls } = world.boundTo(turn)
          const found = await calls.call({ kind: 'tool', name: 'search', input: { words: 'gate' } })
          const action = { kind: 'command', command: 'ls', network: false } as const
          const verdict = await calls.call({ kind: 'permit', name: 'run', input: {}, action })
          yield { kind: 'done', text: JSON.stringify([found, verdict, signal.aborted]) }
        }),
      },
      { tools: { call }, permissions },
    )
    onTestFinished(world.close)
    const [done] = await world.ask(turnOf({}))
    const found = { text: 'found', failed: false, trust: 'owner' }
    const refused = { verdict: 'deny', why: 'The person said no.', trust: 'owner' }
    expect(done).toEqual({ kind: 'done', text: JSON.stringify([found, refused, false]) })
    expect(asked).toHaveLength(2)
  })

  test('takes nothing that others write into Redis', async () => {
    const gate = createGate()
    const world = await worldWith(async function* (_, signal) {
      yield { kind: 'text', text: 'I begin' }
      await gate.wait(signal)
      yield { kind: 'done', text: 'Done.' }
    })
    const asking = world.ask(turnOf({}))
    const admin = redis.admin()
    await until(() => expect(world.brain('attic').turns).toHaveLength(1))
    const streams = await until(async () => {
      const found = await admin.keys('skein:turn:*')
      expect(found).toHaveLength(2)
      return found.toSorted()
    })
    for (const stream of streams) {
      const all = (await admin.xrangeBuffer(stream, '-', '+')) as unknown as [Buffer, Buffer[]][]
      // The first one belongs to nobody.
      const entries = all.slice(1)
      for (let times = 0; times < 100; times++) {
        const [, fields] = entries[randomInt(entries.length)] as [Buffer, Buffer[]]
        const [, from = '', , frame = Buffer.alloc(0)] = fields
        const forged = Buffer.from(frame)
        forged.writeBigUInt64BE(BigInt(entries.length))
        for (const written of [frame, forged, frame.subarray(0, frame.length / 2), randomBytes(frame.length)])
          await admin.xadd(stream, '*', 'f', from, 'd', written)
      }
    }
    for (let times = 0; times < 20; times++) {
      const turn = randomBytes(16).toString('hex')
      await admin.xadd(`skein:turn:${turn}:up`, '*', 'f', `attic.${turn}`, 'd', randomBytes(50))
    }
    gate.open()
    expect(await asking).toEqual([
      { kind: 'text', text: 'I begin' },
      { kind: 'done', text: 'Done.' },
    ])
    expect(world.brain('attic').turns).toHaveLength(1)
  })

  async function worldWith(script: Script): Promise<RunnerWorld> {
    const world = await createRunnerWorld(redis, { attic: createScriptedBrain(script) })
    onTestFinished(world.close)
    return world
  }
})

/** What a script waits for until the test opens it, or fails and ends the turn. */
function createGate(): { wait(turn: AbortSignal): Promise<void>; open(): void } {
  const opened = new AbortController()
  return {
    wait: (turn) => untilAborted(AbortSignal.any([opened.signal, turn])),
    open: () => opened.abort(),
  }
}
