import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { BrainEvent } from '../../../src/spawner/spawner.ts'
import { type RedisPeer, redisServers, startRedis } from '../../peers/redis/redis.ts'
import { createRunnerWorld, turnOf } from '../../support/runner-world.ts'
import { createScriptedBrain, type Script } from '../../support/scripted-brain.ts'
import { until } from '../../support/until.ts'

/** Long, so that the turns do not end for lack of heartbeats. */
const BEAT_MS = 3000
const done: BrainEvent = { kind: 'done', text: 'Done.' }
const other = (name: string) => turnOf({ chat: makeChatId('web', name), text: name })

describe.skipIf(redisServers.length === 0)('a turn that a full runner was offered', () => {
  let redis: RedisPeer
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => await redis.remove())

  /** Runners with one place each. Those of the first chat are taken until `goOn`. */
  async function open(...names: string[]) {
    let goOn = () => {}
    const gate = new Promise<void>((resolve) => (goOn = resolve))
    const script: Script = async function* (turn) {
      if (turn.text === 'slow') await gate
      yield done
    }
    const brains = Object.fromEntries(names.map((name) => [name, createScriptedBrain(script)]))
    const world = await createRunnerWorld(redis, brains, { places: 1, beatMs: BEAT_MS })
    onTestFinished(world.close)
    const { pool } = world
    const rung: (string | undefined)[] = []
    let waiting = 0
    const { ring, untilPlace } = pool
    pool.untilPlace = async (need, signal) => {
      waiting += 1
      await untilPlace(need, signal)
    }
    pool.ring = async (turn, ticket) => {
      rung.push(ticket.runner)
      await ring(turn, ticket)
    }
    // From now on the chat has a runner, whose own queue it uses. So the other queue still offers it turns.
    await world.ask(turnOf({}))
    const slow = world.ask(turnOf({ text: 'slow' }))
    const ran = () => names.map((name) => world.brain(name).turns.map(({ text }) => text))
    await until(() => expect(ran().flat()).toContain('slow'))
    rung.length = 0
    return { world, goOn, slow, rung, ran, waiting: () => waiting }
  }

  test('waits without asking again and again, and begins as soon as the place is free', async () => {
    const { world, goOn, slow, rung, ran, waiting } = await open('attic')
    const asked: Promise<BrainEvent[]>[] = []
    for (const name of ['a', 'b', 'c']) {
      asked.push(world.ask(other(name)))
      await until(() => expect(waiting()).toBe(asked.length))
    }
    expect(rung).toHaveLength(3)
    await new Promise((resolve) => setTimeout(resolve, BEAT_MS))
    expect(rung).toHaveLength(3)
    // No heartbeat tells the daemon that the place is free.
    Object.assign(world.pool.link.redis, { mgetBuffer: async () => [] })
    goOn()
    expect(await slow).toEqual([done])
    expect(await Promise.all(asked)).toEqual([[done], [done], [done]])
    expect(ran()).toEqual([['', 'slow', 'a', 'b', 'c']])
  })

  test('is given to one that has a place', async () => {
    const { world, goOn, slow, rung, ran } = await open('attic', 'barn')
    for (const name of ['a', 'b', 'c']) expect(await world.ask(other(name))).toEqual([done])
    expect(ran().toSorted((a, b) => a.length - b.length)[1]).toEqual(['a', 'b', 'c'])
    // At most one that the full runner took.
    expect(rung.length).toBeLessThanOrEqual(6)
    goOn()
    await slow
  })
})
