import { describe, expect, test } from 'vitest'
import { beginInstance } from '../../../src/store/work/instances.ts'
import type { Command } from '../../../src/tasks/commands/command.ts'
import { createCommandRunner } from '../../../src/tasks/commands/command-runner.ts'
import { recover } from '../../../src/tasks/queue/recovery.ts'
import { createWorker, type Worker } from '../../../src/tasks/queue/worker.ts'
import type { QueryMeaning } from '../../../src/tasks/recall/embedding.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'

// What a command cannot say at once is said by a task, so that nobody waits for what a restart has forgotten.

/** A world in which whoever searches is told more as soon as the test lets it be understood. */
function slowWorld() {
  const asked: ((answer: QueryMeaning) => void)[] = []
  const world = createRoadWorld({
    embedQuery: (_text, signal) =>
      new Promise((resolve) => {
        asked.push(resolve)
        signal?.addEventListener('abort', () => resolve({ reason: 'it was stopped' }), { once: true })
      }),
  })
  return { world, asked }
}

/** The next run of the daemon over the same store, with a command that answers at last. */
function nextLife(world: RoadWorld, later: Command['later']): Worker {
  const instance = beginInstance(world.db, { pid: 2, boot: 'this boot' }, world.clock.steady())
  const road = { ...world, instance }
  recover(road)
  const search = { ...world.commands.find('search'), later } as Command
  const runner = createCommandRunner({ ...road, commands: () => ({ find: () => search }), ask: () => undefined })
  return createWorker({
    ...road,
    runners: [runner],
    admission: { over() {} },
    mayBegin: () => true,
    wakeDelivery() {},
  })
}

const bodies = (world: RoadWorld) => world.db.raw.prepare('SELECT body FROM outbox ORDER BY id').pluck().all()
const tasks = (world: RoadWorld) => world.db.raw.prepare('SELECT kind, state, instruction FROM task').all()

describe('the rest of an answer', () => {
  test('comes by itself, once; where there is none, nothing comes', async () => {
    const { world, asked } = slowWorld()
    world.say('/search lemon cake')
    expect(bodies(world)).toEqual(['No results for "lemon cake". Try other words, or fewer.'])
    expect(tasks(world)).toEqual([{ kind: 'command', state: 'queued', instruction: 'search lemon cake' }])
    const settled = world.settle()
    await expect.poll(() => asked.length).toBe(1)
    asked[0]?.({ reason: 'nobody knows' })
    await settled
    expect(tasks(world)).toMatchObject([{ state: 'answered' }])
    expect(bodies(world)).toHaveLength(1)
  })

  test('is asked for again after a clean stop, and after a death', async () => {
    for (const dies of [false, true]) {
      const { world, asked } = slowWorld()
      world.say('/search lemon cake')
      const stop = new AbortController()
      const running = world.worker.run(stop.signal)
      await expect.poll(() => asked.length).toBe(1)
      if (!dies) {
        stop.abort()
        await running
        expect(tasks(world)).toMatchObject([{ state: 'queued' }])
      }
      const next = nextLife(world, async (args, { chat }) => `more about ${args} in ${chat}`)
      const again = new AbortController()
      const ran = next.run(again.signal)
      await expect.poll(() => bodies(world).at(-1)).toBe('more about lemon cake in web:a')
      // The one that was dead comes back too late.
      asked[0]?.({ reason: 'too late' })
      again.abort()
      stop.abort()
      await Promise.all([ran, running])
      expect(bodies(world)).toHaveLength(2)
      expect(tasks(world)).toMatchObject([{ state: 'answered' }])
    }
  })

  test('that breaks is said to be broken', async () => {
    const { world } = slowWorld()
    world.say('/search lemon cake')
    const stop = new AbortController()
    const running = nextLife(world, () => Promise.reject(new Error('no'))).run(stop.signal)
    await expect.poll(() => bodies(world).at(-1)).toContain('Something went wrong')
    stop.abort()
    await running
  })
})

test('a command is known by its own file: by its name it is read, listed, told in German and run', () => {
  const { commands } = createRoadWorld()
  const names = commands.all.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { name, summary } of commands.all) {
    expect(commands.parse(`/${name} x`, '/')).toEqual({ name, args: 'x' })
    expect([name, summary.en.length > 0, summary.de.length > 0, summary.de !== summary.en]).toEqual([
      name,
      true,
      true,
      true,
    ])
  }
  expect(commands.parse('/nothing', '/')).toBeUndefined()
})
