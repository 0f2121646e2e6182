import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { BrainEvent } from '../../../src/spawner/spawner.ts'
import { type RedisPeer, redisServers, startRedis } from '../../peers/redis/redis.ts'
import { createRunnerWorld, type RunnerWorld, turnOf } from '../../support/runner-world.ts'
import { createScriptedBrain, type Script } from '../../support/scripted-brain.ts'
import { until } from '../../support/until.ts'

describe.skipIf(redisServers.length === 0)('Redis', () => {
  let redis: RedisPeer
  beforeEach(async () => {
    redis = await startRedis()
    // After the runners have ended.
    onTestFinished(redis.remove)
  })

  async function worldWith(script: Script): Promise<RunnerWorld> {
    const world = await createRunnerWorld(redis, { attic: createScriptedBrain(script) })
    onTestFinished(world.close)
    return world
  }

  /** Begins to answer, and ends the first time only when it is stopped. */
  function interrupted(): Script {
    let runs = 0
    return async function* (_, signal) {
      yield { kind: 'text', text: 'I begin' }
      if (++runs === 1) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      if (!signal.aborted) yield { kind: 'done', text: 'Done.' }
    }
  }

  const done: BrainEvent = { kind: 'done', text: 'Done.' }

  const losses: Record<string, () => Promise<unknown>> = {
    'is emptied': async () => await redis.admin().flushall(),
    'is killed and comes back with nothing': async () => {
      await redis.kill()
      await redis.start()
    },
  }

  test.each(Object.entries(losses))('that %s costs a retry, and the next turn is answered', async (_, lose) => {
    const world = await worldWith(interrupted())
    const asking = world.ask(turnOf({}))
    await until(() => expect(world.brain('attic').turns).toHaveLength(1))
    await lose()
    expect((await asking).at(-1)).toMatchObject({ kind: 'failed', failure: { class: 'crash', retry: true } })
    await until(() => expect(world.runner('attic').running()).toBe(0))
    await until(() => expect(world.pool.candidates('scripted')[0]?.free).toBe(4))
    expect((await world.ask(turnOf({}))).at(-1)).toEqual(done)
  })

  test('that stands still for a moment delays the answer and loses nothing', async () => {
    const world = await worldWith(async function* () {
      for (const text of ['one', 'one two', 'one two three']) {
        yield { kind: 'text', text }
        await new Promise((resolve) => setTimeout(resolve, 60))
      }
      yield done
    })
    const asking = world.ask(turnOf({}))
    await until(() => expect(world.brain('attic').turns).toHaveLength(1))
    redis.pause(200)
    const events = await asking
    expect(events.filter((event) => event.kind === 'text').at(-1)).toEqual({ kind: 'text', text: 'one two three' })
    expect(events.at(-1)).toEqual(done)
  })

  test('never sees a word of a turn, of its answer, or of what tools do', async () => {
    const planted = Array.from({ length: 50 }, () => `planted-${randomBytes(8).toString('hex')}`)
    const at = (place: number) => planted.slice(place * 10, place * 10 + 10).join(' ')
    const seen: string[] = []
    const monitor = await redis.admin().monitor()
    monitor.on('monitor', (_, args: string[]) => seen.push(args.join(' ')))
    const world = await createRunnerWorld(
      redis,
      {
        attic: createScriptedBrain(async function* (turn) {
          const { calls } = world.boundTo(turn)
          await calls.call({ kind: 'tool', name: 'search', input: { words: at(2) } })
          yield { kind: 'action', action: { line: at(4), failed: false, output: at(3) } }
          yield { kind: 'done', text: at(3) }
        }),
      },
      { tools: { call: async () => ({ text: at(4), failed: false }) } },
    )
    onTestFinished(world.close)
    const events = await world.ask(turnOf({ system: at(0), text: at(1), person: { id: 1, name: at(2) } }))
    expect(events.at(-1)).toEqual({ kind: 'done', text: at(3) })
    const admin = redis.admin()
    for (const key of await admin.keys('*')) seen.push(String(await admin.dumpBuffer(key)))
    await until(() => expect(seen.some((line) => line.includes('xadd'))).toBe(true))
    monitor.disconnect()
    const all = seen.join('\n')
    expect(planted.filter((word) => all.includes(word))).toEqual([])
    // The same search does find what Redis may know.
    expect(all).toContain('skein:turns')
  })
})
