import { describe, expect, test } from 'vitest'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { createLink, findSession, redeemLink } from '../../../src/store/people/web-sessions.ts'
import { lastInLane } from '../../../src/store/work/line-tasks.ts'
import { insertUsage } from '../../../src/store/work/usage.ts'
import { createSafeMode } from '../../../src/tasks/health/safeguards.ts'
import { makePairing } from '../../../src/tasks/people/pairing.ts'
import { findExhaustedCap } from '../../../src/tasks/queue/limits.ts'
import { expire } from '../../../src/tasks/queue/worker.ts'
import { createOwnerAlarm } from '../../../src/tasks/say/notices.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, type Script } from '../../support/scripted-brain.ts'
import { asked, live, press, worldOf } from '../../support/tool-world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const jumps: [name: string, ms: number][] = [
  ['two days back', -2 * DAY],
  ['two days forward', 2 * DAY],
  ['to 1972', Date.UTC(1972, 0, 1) - Date.UTC(2026, 2, 14)],
  ['to 2136', Date.UTC(2136, 0, 1) - Date.UTC(2026, 2, 14)],
]

const bodies = (world: RoadWorld) => world.web.sent.map(({ body }) => body)
const from = (id: number) => ({
  channel: 'telegram' as const,
  chat: `telegram:${id}` as never,
  sender: { channel: 'telegram' as const, id: String(id) },
  senderName: `Member ${id}`,
})

/** Fails at first; asks for a minute's pause. */
function onceOverloaded(): Script {
  let tries = 0
  const failure = { class: 'overloaded', what: 'Busy.', retry: true, afterMs: MINUTE } as const
  return ({ question }) => [tries++ === 0 ? { kind: 'failed', failure } : { kind: 'done', text: `echo: ${question}` }]
}

describe.each(jumps)('when the clock jumps %s', (_, jump) => {
  test('what was accepted before and after is answered at once, in order', async () => {
    const world = createRoadWorld()
    world.say('one')
    world.clock.step(jump)
    await world.settle()
    world.say('two')
    await world.settle()
    expect(bodies(world)).toEqual(['echo: one', 'echo: two'])
  })

  test('a message that is tried again is tried when its minute is over, no sooner and no later', async () => {
    const world = createRoadWorld({ brain: createScriptedBrain(onceOverloaded()) })
    world.say('one')
    await world.settle()
    world.clock.step(jump)
    world.clock.advance(MINUTE - 1)
    await world.settle()
    expect(bodies(world)).toEqual([])
    world.clock.advance(1)
    await world.settle()
    expect(bodies(world)).toEqual(['echo: one'])
  })

  test('so is a delivery, and none is given up', async () => {
    const world = createRoadWorld()
    world.web.receipts.push({ status: 'retry', reason: 'away', afterMs: MINUTE })
    world.say('one')
    await world.settle()
    world.clock.step(jump)
    world.clock.advance(MINUTE - 1)
    await world.settle()
    expect(bodies(world)).toEqual([])
    world.clock.advance(1)
    await world.settle()
    expect(bodies(world)).toEqual(['echo: one'])
  })

  test('a delivery is given up after a day of trying, as ever', async () => {
    const world = createRoadWorld()
    world.web.receipts.push({ status: 'retry', reason: 'away', afterMs: DAY })
    world.say('one')
    await world.settle()
    world.clock.step(jump)
    world.clock.advance(DAY)
    await world.settle()
    const told = expect.stringContaining('could not be delivered: away')
    expect(bodies(world)).toEqual([told, told])
  })

  test('what waits for its turn runs out after its hours, no sooner and no later', () => {
    const world = createRoadWorld({ mayBegin: () => false })
    world.say('one')
    world.clock.step(jump)
    world.clock.advance(DAY - 1)
    expect(expire(world)).toBe(0)
    world.clock.advance(1)
    expect(expire(world)).toBe(1)
  })

  test('pieces of one message are gathered for their six seconds', async () => {
    const world = createRoadWorld()
    world.say('p1', { partOf: 'album' })
    world.clock.step(jump)
    world.clock.advance(1000)
    world.say('p2', { partOf: 'album' })
    world.clock.advance(1500)
    await world.settle()
    expect(bodies(world)).toEqual(['echo: p1\np2'])
  })

  test('the cap of messages an hour holds for an hour', () => {
    const world = createRoadWorld({ settings: { tasksPerHour: 1, queue: 100 } })
    world.member(43)
    const say = () => {
      world.say('x', { ...from(43), chat: `telegram:-${Math.random()}` as never })
      return world.db.raw.prepare('SELECT state FROM task ORDER BY id DESC LIMIT 1').pluck().get()
    }
    expect(say()).toBe('queued')
    world.clock.step(jump)
    world.clock.advance(HOUR - 1)
    expect(say()).toBe('refused')
    world.clock.advance(HOUR + 1)
    expect(say()).toBe('queued')
  })

  test('a code that lets somebody in is good for its fifteen minutes', async () => {
    const world = createRoadWorld()
    const codes = [1, 2].map(() => makePairing(world.db, 'member', momentOf(world.clock)).code)
    world.clock.step(jump)
    world.clock.advance(15 * MINUTE - 1)
    world.say(`/start ${codes[0]}`, from(50))
    world.clock.advance(1)
    world.say(`/start ${codes[1]}`, from(51))
    await world.settle()
    const told = (id: number) => world.telegram.sent.find(({ route }) => route.chat === `telegram:${id}`)?.body
    expect([told(50), told(51)]).toEqual([
      expect.stringContaining('Welcome'),
      expect.stringContaining('invalid or has expired'),
    ])
  })

  test('a question is open for its ten minutes', async () => {
    const world = worldOf([{ name: 'Bash', input: { command: 'make cake' } }])
    world.say('bake')
    const running = live(world)
    await asked(world)
    world.clock.step(jump)
    world.clock.advance(10 * MINUTE - 1)
    expect(press(world, 'yes 1')).toMatchObject({ said: 'Ana allowed it once.' })
    await running
    const late = worldOf([{ name: 'Bash', input: { command: 'make cake' } }])
    late.say('bake')
    const ending = live(late)
    await asked(late)
    late.clock.step(jump)
    late.clock.advance(10 * MINUTE + 1)
    expect(press(late, 'yes 1')).toMatchObject({ said: 'Question 1 has expired. Please ask me again.' })
    late.say('/stop')
    await ending
  })

  test('a link to sign in with is good for its fifteen minutes, and who is signed in stays it for ninety days', () => {
    const { db, clock, owner } = createRoadWorld()
    const [link, late] = [1, 2].map(() => createLink(db, owner.id, momentOf(clock))) as [string, string]
    clock.step(jump)
    clock.advance(15 * MINUTE - 1)
    const cookie = redeemLink(db, link, momentOf(clock)) ?? ''
    clock.advance(1)
    expect(redeemLink(db, late, momentOf(clock))).toBeUndefined()
    clock.step(-jump)
    clock.advance(89 * DAY)
    expect(findSession(db, cookie, clock.steady())).toBe(owner.id)
    clock.step(jump)
    clock.advance(91 * DAY)
    expect(findSession(db, cookie, clock.steady())).toBeUndefined()
  })

  test('people take turns by who was served longest ago', async () => {
    const world = createRoadWorld({ settings: { maxWorkers: 1, tasksPerHour: 100 } })
    for (const id of [43, 44]) world.member(id)
    for (const id of [43, 44]) {
      world.say(`first of ${id}`, from(id))
      await world.settle()
      world.clock.step(id === 43 ? jump : 0)
      world.clock.advance(1)
    }
    for (const id of [44, 43]) world.say(`second of ${id}`, from(id))
    await world.settle()
    expect(world.telegram.sent.slice(2).map(({ body }) => body)).toEqual(['echo: second of 43', 'echo: second of 44'])
  })

  test('starts that ended badly are counted by when they were, so that nothing is held still for the clock', () => {
    const world = createRoadWorld()
    world.clock.advance(HOUR)
    world.clock.step(jump)
    const safe = createSafeMode({ ...world, instance: world.instance + 1, after: () => 1, forMs: HOUR })
    expect(safe.isOn()).toBe(false)
  })

  test('a new conversation that is asked for begins', async () => {
    const brain = {
      ...createScriptedBrain(({ question }) => [{ kind: 'done', text: `echo: ${question}` }]),
      hasSessions: true,
    }
    const world = createRoadWorld({ brain })
    world.say('one')
    await world.settle()
    world.clock.step(jump)
    world.clock.advance(1)
    world.say('/new')
    world.say('two')
    await world.settle()
    expect(brain.turns.map(({ session }) => session?.isNew)).toEqual([true, true])
  })

  test('what was said before it is still before the model', async () => {
    const brain = createScriptedBrain(({ question }) => [{ kind: 'done', text: `echo: ${question}` }])
    const world = createRoadWorld({ brain })
    world.say('my dog is Rex')
    await world.settle()
    world.clock.step(jump)
    world.say('what is he called?')
    await world.settle()
    expect(brain.turns[1]?.system).toContain('my dog is Rex')
  })

  test('and nobody who waits is told anything else than when it will be', async () => {
    const world = createRoadWorld({ brain: createScriptedBrain(onceOverloaded()) })
    world.clock.step(jump)
    world.say('one')
    await world.settle()
    const shown = world.web.shown.findLast((progress) => progress.kind === 'state' && progress.state === 'retry')
    expect(shown).toMatchObject({ retryAt: new Date(world.clock.now().getTime() + MINUTE) })
    expect(lastInLane(world.db, 'root:web:a' as never)?.state).toBe('retry')
  })
})

describe('the daily cap follows the calendar', () => {
  const config = { timezone: 'UTC', brain: { dailyUsd: 5 } as never }
  const isReached = (world: RoadWorld) =>
    findExhaustedCap(world.db, config, 'reply', momentOf(world.clock)) !== undefined
  function spend(world: RoadWorld, costUsd: number): void {
    const tokens = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 }
    const call = { ...tokens, origin: 'chat', brain: 'claude', model: 'm', costUsd } as const
    insertUsage(world.db, { ...call, ...momentOf(world.clock) })
  }

  test('a clock that is set back does not free what was spent', () => {
    const world = createRoadWorld()
    spend(world, 5)
    world.clock.step(-2 * DAY)
    expect(isReached(world)).toBe(true)
  })

  test('and what was spent in 2136 is not held against today for a century', () => {
    const world = createRoadWorld()
    world.clock.step(110 * 365 * DAY)
    spend(world, 5)
    world.clock.step(-110 * 365 * DAY)
    expect(isReached(world)).toBe(true)
    world.clock.advance(DAY)
    expect(isReached(world)).toBe(false)
  })

  test('a machine that slept through midnight begins anew', () => {
    const world = createRoadWorld()
    spend(world, 5)
    world.clock.step(20 * HOUR)
    expect(isReached(world)).toBe(false)
  })
})

test('trouble is told again after a clock of the year 2136 was set right', async () => {
  const world = createRoadWorld()
  const alarm = createOwnerAlarm(world)
  world.clock.step(110 * 365 * DAY)
  alarm('The disk is nearly full.')
  await world.settle()
  world.clock.step(-110 * 365 * DAY)
  alarm('The disk is nearly full.')
  alarm('The disk is nearly full.')
  await world.settle()
  expect(bodies(world)).toEqual(['The disk is nearly full.', 'The disk is nearly full.'])
})
