import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../src/domain/ids.ts'
import { claimTask, updateClaimed } from '../../src/store/claims.ts'
import { readTask, taskEvents } from '../../src/store/tasks.ts'
import { recover } from '../../src/tasks/recovery.ts'
import { createRoadWorld, type RoadWorld } from '../support/road-world.ts'
import { createScriptedBrain } from '../support/scripted-brain.ts'

const bodies = (world: RoadWorld) => world.web.sent.map((delivery) => delivery.body)
const chat = (name: string) => ({ chat: makeChatId('web', name) })

/** A claim as another run of the daemon would have made it. */
function claimAs(world: RoadWorld, epoch: number) {
  const claim = world.db.transaction(() =>
    claimTask(world.db, { epoch, now: world.clock.now(), leaseUntil: world.clock.mono() + 30_000, alone: true }),
  )
  if (!claim || 'poisoned' in claim) throw new Error('nothing to claim')
  return claim
}

describe('leases', () => {
  test('an older instance loses its tasks at once, without waiting for a lease to run out', async () => {
    const world = createRoadWorld()
    world.say('hello')
    claimAs(world, world.epoch - 1)
    expect(recover(world)).toMatchObject({ tasks: 1 })
    await world.settle()
    expect(bodies(world)).toEqual(['echo: hello'])
  })

  test('a stale worker that wakes up after another took over changes nothing', async () => {
    const world = createRoadWorld()
    world.say('hello')
    const stale = claimAs(world, world.epoch - 1)
    recover(world)
    const fresh = claimAs(world, world.epoch)
    expect(updateClaimed(world.db, stale, { state: 'answered', finishedAt: 1 })).toBe(false)
    expect(readTask(world.db, fresh.task.id)?.state).toBe('leased')
    expect(updateClaimed(world.db, fresh, { state: 'running' })).toBe(true)
  })

  test('the same instance claiming again fences its own earlier run', () => {
    const world = createRoadWorld()
    world.say('hello')
    const first = claimAs(world, world.epoch)
    world.clock.advance(31_000)
    recover(world)
    const second = claimAs(world, world.epoch)
    expect(updateClaimed(world.db, first, { state: 'answered' })).toBe(false)
    expect(updateClaimed(world.db, second, { state: 'running' })).toBe(true)
  })

  test('a lease of our own counts while it lasts', () => {
    const world = createRoadWorld()
    world.say('hello')
    claimAs(world, world.epoch)
    world.clock.advance(29_000)
    expect(recover(world)).toMatchObject({ tasks: 0 })
  })

  test('a message whose runs died twice is set aside on the third claim, with a notice', async () => {
    const world = createRoadWorld()
    world.say('poison')
    for (let death = 1; death <= 2; death++) {
      claimAs(world, world.epoch - 1)
      recover(world)
    }
    world.say('healthy', chat('b'))
    await world.settle()
    expect(readTask(world.db, 1)).toMatchObject({ state: 'quarantined' })
    expect(bodies(world).toSorted()).toEqual([expect.stringContaining('stopped twice'), 'echo: healthy'])
  })

  test('a message that kills the daemon takes no innocent one with it', async () => {
    let now = 0
    let most = 0
    const beside: number[] = []
    const brain = createScriptedBrain(async function* (turn) {
      most = Math.max(most, ++now)
      if ('abc'.includes(turn.question)) {
        beside.push(now - 1)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      // The innocent wait for one another: how long a turn takes to be put together is the machine's affair.
      if ('def'.includes(turn.question)) await expect.poll(() => most, { timeout: 10_000, interval: 2 }).toBe(3)
      now--
      yield { kind: 'done', text: turn.question }
    })
    const world = createRoadWorld({ brain })
    for (const name of ['a', 'b', 'c']) world.say(name, chat(name))
    for (const _ of ['a', 'b', 'c']) claimAs(world, world.epoch - 1)
    recover(world)
    for (const name of ['d', 'e', 'f']) world.say(name, chat(name))
    await world.settle()
    expect(bodies(world).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(brain.turns.slice(0, 3).map((turn) => turn.question)).toEqual(['a', 'b', 'c'])
    expect(beside, 'each suspect runs alone').toEqual([0, 0, 0])
    expect(most).toBe(3)
  })

  test('attempts are counted before the run', () => {
    const world = createRoadWorld()
    world.say('hello')
    const { task } = claimAs(world, world.epoch)
    expect(readTask(world.db, task.id)).toMatchObject({ attempt: 1, crashes: 1 })
    expect(taskEvents(world.db, task.id).map((event) => event.kind)).toEqual(['claimed'])
  })
})
