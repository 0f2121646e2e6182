import { describe, expect, test } from 'vitest'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { claimTask, updateClaimed } from '../../../src/store/work/claims.ts'
import { readTask, taskEvents } from '../../../src/store/work/tasks.ts'
import { recover } from '../../../src/tasks/queue/recovery.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'

const bodies = (world: RoadWorld) => world.web.sent.map((delivery) => delivery.body)

/** A claim as another run of the daemon would have made it. */
function claimAs(world: RoadWorld, instance: number) {
  const claim = world.db.transaction(() =>
    claimTask(world.db, {
      instance,
      ...momentOf(world.clock),
      leaseUntil: world.clock.mono() + 30_000,
      suspects: true,
      kinds: ['reply'],
    }),
  )
  if (!claim) throw new Error('nothing to claim')
  return claim
}

describe('leases', () => {
  test('an older instance loses its tasks at once, without waiting for a lease to run out', async () => {
    const world = createRoadWorld()
    world.say('hello')
    claimAs(world, world.instance - 1)
    expect(recover(world)).toMatchObject({ tasks: 1 })
    await world.settle()
    expect(bodies(world)).toEqual(['echo: hello'])
  })

  test('a task of it that may have changed something is not run again by itself: its person decides', async () => {
    const world = createRoadWorld()
    world.say('bake')
    const claim = claimAs(world, world.instance - 1)
    expect(updateClaimed(world.db, claim, { state: 'running', effects: 1 })).toBe(true)
    recover(world)
    expect(readTask(world.db, claim.task.id)?.state).toBe('interrupted')
    await world.settle()
    expect(bodies(world)).toEqual([expect.stringContaining(`/retry ${claim.task.id}`)])
  })

  test('a stale worker that wakes up after another took over changes nothing', async () => {
    const world = createRoadWorld()
    world.say('hello')
    const stale = claimAs(world, world.instance - 1)
    recover(world)
    const fresh = claimAs(world, world.instance)
    expect(updateClaimed(world.db, stale, { state: 'answered', finishedAt: 1 })).toBe(false)
    expect(readTask(world.db, fresh.task.id)?.state).toBe('leased')
    expect(updateClaimed(world.db, fresh, { state: 'running' })).toBe(true)
  })

  test('the same instance claiming again fences its own earlier run', () => {
    const world = createRoadWorld()
    world.say('hello')
    const first = claimAs(world, world.instance)
    world.clock.advance(31_000)
    recover(world)
    // It broke its run, and so it waits a while.
    world.clock.advance(6_000)
    const second = claimAs(world, world.instance)
    expect(updateClaimed(world.db, first, { state: 'answered' })).toBe(false)
    expect(updateClaimed(world.db, second, { state: 'running' })).toBe(true)
  })

  test('a lease of our own counts while it lasts', () => {
    const world = createRoadWorld()
    world.say('hello')
    claimAs(world, world.instance)
    world.clock.advance(29_000)
    expect(recover(world)).toMatchObject({ tasks: 0 })
  })

  test('attempts are counted before the run', () => {
    const world = createRoadWorld()
    world.say('hello')
    const { task } = claimAs(world, world.instance)
    expect(readTask(world.db, task.id)).toMatchObject({ attempt: 1, suspicion: 0 })
    expect(taskEvents(world.db, task.id).map((event) => event.kind)).toEqual(['claimed'])
  })
})
