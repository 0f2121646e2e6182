import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { FailureClass } from '../../../src/spawner/failure-classes.ts'
import type { BrainEvent } from '../../../src/spawner/spawner.ts'
import { listTasks, readTask } from '../../../src/store/work/tasks.ts'
import { createBreaker, type Obstacle } from '../../../src/tasks/queue/breaker.ts'
import { retryNow } from '../../../src/tasks/queue/reopen.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'
import { createTestClock } from '../../support/test-clock.ts'

const MINUTE = 60_000
const done: BrainEvent = { kind: 'done', text: 'fine' }
const failed = (name: FailureClass): BrainEvent => ({
  kind: 'failed',
  failure: { class: name, what: `It says ${name}.`, retry: false },
})

function rig() {
  const clock = createTestClock()
  const alarms: Obstacle[] = []
  const breaker = createBreaker({ clock, alarm: (obstacle) => alarms.push(obstacle) })
  return { clock, alarms, breaker, hear: (...events: BrainEvent[]) => events.forEach(breaker.observe) }
}

describe.each(['auth', 'billing', 'missing'] as const)('after one failure of class %s', (name) => {
  test('nothing is run for 15 minutes, and it says why and until when', () => {
    const { breaker, clock, hear } = rig()
    hear(failed(name))
    clock.advance(15 * MINUTE - 1)
    expect(breaker.obstacleFor(1)).toEqual({
      failure: expect.objectContaining({ class: name, what: `It says ${name}.` }),
      waitMs: 1,
      isTemporary: false,
    })
    clock.advance(1)
    expect(breaker.obstacleFor(1)).toBeUndefined()
  })

  test('the owner is alarmed once an hour', () => {
    const { clock, hear, alarms } = rig()
    for (let minute = 0; minute < 120; minute += 15) {
      hear(failed(name))
      clock.advance(15 * MINUTE)
    }
    expect(alarms.map(({ waitMs }) => waitMs)).toEqual([15 * MINUTE, 15 * MINUTE])
  })
})

describe('trouble that passes', () => {
  test('opens at the fifth failure in a row, for a minute', () => {
    const { breaker, clock, hear, alarms } = rig()
    hear(failed('overloaded'), failed('network'), failed('server'), failed('overloaded'))
    expect(breaker.obstacleFor(1)).toBeUndefined()
    hear(failed('network'))
    expect(breaker.obstacleFor(1)).toMatchObject({ isTemporary: true, waitMs: MINUTE })
    clock.advance(MINUTE)
    expect(breaker.obstacleFor(1)).toBeUndefined()
    expect(alarms).toEqual([])
  })

  test.each<[string, BrainEvent]>([
    ['an answer', done],
    ['a refusal, which is an answer too', failed('refusal')],
    ['a rate limit, which is the account speaking', failed('rate_limit')],
  ])('is not in a row across %s', (_, between) => {
    const { breaker, hear } = rig()
    hear(...Array(4).fill(failed('network')), between, ...Array(4).fill(failed('network')))
    expect(breaker.obstacleFor(1)).toBeUndefined()
  })

  test('a crash neither counts nor interrupts', () => {
    const { breaker, hear } = rig()
    hear(...Array(4).fill(failed('server')), failed('crash'), failed('hang'), failed('flood'), failed('stale'))
    expect(breaker.obstacleFor(1)).toBeUndefined()
    hear(failed('server'))
    expect(breaker.obstacleFor(1)).toBeDefined()
  })

  test('five failures over more than five minutes are no row', () => {
    const { breaker, clock, hear } = rig()
    for (let n = 0; n < 8; n++) {
      hear(failed('network'))
      clock.advance(1.3 * MINUTE)
    }
    expect(breaker.obstacleFor(1)).toBeUndefined()
  })
})

describe('the probe', () => {
  function probing(name: FailureClass = 'auth') {
    const world = rig()
    world.hear(failed(name))
    world.clock.advance(15 * MINUTE)
    expect(world.breaker.obstacleFor(7)).toBeUndefined()
    return world
  }

  test('is one task; the others wait a moment for what it finds', () => {
    const { breaker } = probing()
    expect(breaker.obstacleFor(8)).toMatchObject({ isTemporary: true, waitMs: 10_000 })
    expect(breaker.obstacleFor(9)).toBeDefined()
  })

  test.each<[string, BrainEvent]>([
    ['first word', { kind: 'text', text: 'We' }],
    ['answer', done],
    ['refusal', failed('refusal')],
  ])('lets everybody through with its %s', (_, event) => {
    const { breaker, hear } = probing()
    hear(event)
    expect(breaker.obstacleFor(8)).toBeUndefined()
    expect(breaker.obstacleFor(9)).toBeUndefined()
  })

  test('that fails in the same way closes the door for another 15 minutes', () => {
    const { breaker, hear } = probing()
    hear(failed('auth'))
    breaker.endRun(7)
    expect(breaker.obstacleFor(8)).toMatchObject({ isTemporary: false, waitMs: 15 * MINUTE })
  })

  test('that finds the network down makes everybody wait instead', () => {
    const { breaker, hear } = probing()
    hear(failed('network'))
    breaker.endRun(7)
    expect(breaker.obstacleFor(8)).toMatchObject({ isTemporary: true, waitMs: MINUTE })
  })

  test('that was stopped or crashed gives its place to the next', () => {
    const { breaker, hear } = probing()
    breaker.endRun(3)
    expect(breaker.obstacleFor(8)).toBeDefined()
    hear(failed('crash'))
    breaker.endRun(7)
    expect(breaker.obstacleFor(8)).toBeUndefined()
    expect(breaker.obstacleFor(9)).toBeDefined()
  })
})

test('runs that were under way when it opened prolong nothing, but may bring worse news', () => {
  const { breaker, clock, hear } = rig()
  hear(...Array(5).fill(failed('network')))
  clock.advance(30_000)
  hear(failed('network'))
  expect(breaker.obstacleFor(1)?.waitMs).toBe(MINUTE / 2)
  hear(failed('auth'))
  expect(breaker.obstacleFor(1)).toMatchObject({ isTemporary: false, waitMs: 15 * MINUTE })
})

test('the draft of a run that began before does not close it', () => {
  const { breaker, hear } = rig()
  hear(failed('auth'), { kind: 'text', text: 'still talking' })
  expect(breaker.obstacleFor(1)).toBeDefined()
})

describe('on the road', () => {
  const bodies = (world: RoadWorld) => world.web.sent.map((delivery) => `${delivery.route.chat} ${delivery.body}`)
  const chat = (name: string) => ({ chat: makeChatId('web', name) })

  function world(...events: BrainEvent[]) {
    const brain = createScriptedBrain(() => [events.length > 1 ? (events.shift() ?? done) : (events[0] ?? done)])
    return { brain, ...createRoadWorld({ brain }) }
  }

  test('a refused key costs one start; the rest fail at once, and the owner is told elsewhere, not again on the page', async () => {
    const w = world(failed('auth'))
    w.say('/whoami', {
      channel: 'telegram',
      chat: makeChatId('telegram', '1'),
      sender: { channel: 'telegram', id: '1' },
    })
    w.say('one', chat('a'))
    await w.settle()
    for (const name of ['b', 'c']) w.say('more', chat(name))
    await w.settle()
    expect(w.brain.turns).toHaveLength(1)
    expect(bodies(w).toSorted()).toEqual([
      'web:a I could not answer. It says auth. Write /retry 1 to try again.',
      'web:b I could not answer. It says auth. I will try the model again at 10:15. Write /retry 2 to try again.',
      'web:c I could not answer. It says auth. I will try the model again at 10:15. Write /retry 3 to try again.',
    ])
    // Sent in short parts there.
    expect(w.telegram.sent.map(({ body }) => body).join(' ')).toContain(
      'The model (scripted) is not available. It says auth.',
    )
    expect(listTasks(w.db, { limit: 5 }).map((task) => task.state)).toEqual(['failed', 'failed', 'failed'])
  })

  test('after the pause the next message is the probe', async () => {
    const w = world(failed('auth'), done)
    w.say('one')
    await w.settle()
    w.clock.advance(15 * MINUTE)
    w.say('two')
    await w.settle()
    w.say('three')
    await w.settle()
    expect(bodies(w).filter((body) => body.endsWith(' fine'))).toHaveLength(2)
  })

  test.each(['/retry', '/config workers.max 3'])('%s closes it', async (command) => {
    const w = world(failed('billing'), done)
    w.say('one', chat('a'))
    await w.settle()
    w.say(command, chat('a'))
    w.say('two', chat('b'))
    await w.settle()
    expect(bodies(w)).toContain('web:b fine')
  })

  test('an overload that lasts puts tasks back for a minute, without counting it as a try', async () => {
    const w = world(...Array<BrainEvent>(5).fill(failed('overloaded')), done)
    for (let n = 0; n < 5; n++) {
      w.say('x', chat(`before${n}`))
      await w.settle()
    }
    w.say('patient', chat('later'))
    await w.settle()
    expect(w.brain.turns).toHaveLength(5)
    expect(readTask(w.db, 6)).toMatchObject({
      state: 'retry',
      attempt: 0,
      suspicion: 0,
      reason: {
        en: 'It says overloaded. I will try the model again at 10:01.',
        de: 'It says overloaded. Ich versuche es um 10:01 Uhr wieder mit dem Modell.',
      },
      dueAt: new Date('2026-03-14T10:01:00Z').getTime(),
    })
    expect(w.web.shown).toContainEqual(
      expect.objectContaining({ task: 6, state: 'retry', retryAt: new Date('2026-03-14T10:01:00Z') }),
    )
    w.clock.advance(MINUTE)
    await w.settle()
    expect(bodies(w)).toContain('web:later fine')
  })

  test('tried by hand, what waits for it goes at once, and a name that is none changes nothing', async () => {
    const w = world(...Array<BrainEvent>(5).fill(failed('overloaded')), done)
    for (let n = 0; n < 5; n++) {
      w.say('x', chat(`before${n}`))
      await w.settle()
    }
    w.say('patient', chat('later'))
    await w.settle()
    expect(retryNow(w, 'somebody else')).toBe(false)
    await w.settle()
    expect(readTask(w.db, 6)).toMatchObject({ state: 'retry' })
    expect(retryNow(w, 'scripted')).toBe(true)
    expect(w.overview().brain.trouble).toBeUndefined()
    await w.settle()
    expect(bodies(w)).toContain('web:later fine')
  })

  test('a probe that is stopped does not keep the others out', async () => {
    const events: BrainEvent[] = [failed('auth')]
    const brain = createScriptedBrain(async function* (turn, signal) {
      const next = events.shift()
      if (next) return yield next
      if (turn.question === 'probe')
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      else yield done
    })
    const w = createRoadWorld({ brain })
    w.say('one')
    await w.settle()
    w.clock.advance(15 * MINUTE)
    const stop = new AbortController()
    const running = [w.worker.run(stop.signal), w.deliver.run(stop.signal)]
    w.say('probe', chat('p'))
    await expect.poll(() => brain.turns.length).toBe(2)
    w.say('/stop', chat('p'))
    await expect.poll(() => w.web.sent.map(({ body }) => body)).toContain('Stopped.')
    stop.abort()
    await Promise.all(running)
    w.say('two', chat('q'))
    await w.settle()
    expect(bodies(w)).toContain('web:q fine')
  })
})
