import { describe, expect, test } from 'vitest'
import { readJob } from '../../../src/store/schedule/jobs.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, echo, gated } from '../../support/scripted-brain.ts'
import { daily, hourly, plan, runsOf, saidIn } from './jobs.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

test('a job asks a model at its instant, with the fast model, and its answer is sent and no history', async () => {
  const brain = createScriptedBrain(echo)
  const world = createRoadWorld({ brain })
  const job = plan(world, hourly)
  await world.tick()
  expect(brain.turns.map(({ kind }) => kind)).toEqual(['reply'])

  world.clock.advance(HOUR)
  await world.tick()
  expect(runsOf(world, job)).toEqual(['03-14T11:00 delivered'])
  expect(saidIn(world).at(-1)).toBe('echo: what is new?')
  expect(brain.turns.at(-1)).toMatchObject({ kind: 'scheduled', model: 'fast' })
  expect(world.db.raw.prepare("SELECT origin FROM message WHERE text = 'echo: what is new?'").pluck().get()).toBe(
    'scheduled',
  )
})

test('a reminder is said as it stands, without a task and at any hour', async () => {
  const brain = createScriptedBrain(echo)
  const quiet = { quietHours: '00:00-23:59', spreadSeconds: 0, privateHosts: [], dailyUsd: undefined }
  const world = createRoadWorld({ brain, config: { scheduler: quiet } })
  const at = world.clock.now().getTime() + HOUR
  const job = plan(world, { kind: 'once', at }, { kind: 'reminder', text: 'call Ana' })
  world.clock.advance(HOUR)
  await world.tick()
  const said = world.web.sent.find(({ body }) => body.startsWith('Reminder: call Ana'))
  expect(said?.buttons.map(({ label }) => label)).toEqual(['Done', 'In 10 minutes', 'In 1 hour', 'Tomorrow'])
  expect(brain.turns).toHaveLength(1)
  expect(readJob(world.db, job)).toMatchObject({ state: 'active', nextAt: null })
})

describe('what was slept through', () => {
  test('is run once, its newest instant alone, when that is within the grace', async () => {
    const world = createRoadWorld()
    const job = plan(world, hourly)
    world.clock.step(5 * HOUR + 10 * 60_000)
    await world.tick()
    world.clock.advance(60_000)
    await world.tick()
    expect(runsOf(world, job)).toEqual(['03-14T15:00 delivered'])
  })

  test('longer ago is written down as missed and told once', async () => {
    const world = createRoadWorld()
    const job = plan(world, daily)
    world.clock.step(2 * DAY)
    await world.tick()
    expect(runsOf(world, job)).toEqual(['03-16T07:00 missed'])
    expect(saidIn(world)).toContain(
      `I missed "the job". It was due on Monday 16 March, 07:00, when I was not running. Write "/schedule run ${job}" to run it now.`,
    )
    await world.tick()
    expect(saidIn(world).filter((text) => text.startsWith('I missed'))).toHaveLength(1)
  })

  test('with missed = "skip" is left out without a word', async () => {
    const world = createRoadWorld()
    const job = plan(world, hourly, { options: { missed: 'skip' } })
    world.clock.step(HOUR + 5 * 60_000)
    await world.tick()
    expect(runsOf(world, job)).toEqual(['03-14T11:00 missed'])
    expect(saidIn(world)).toEqual(['echo: hello'])
  })

  test('by a reminder is never lost, and says when it was due', async () => {
    const world = createRoadWorld()
    const at = world.clock.now().getTime() + HOUR
    plan(world, { kind: 'once', at }, { kind: 'reminder', text: 'call Ana' })
    world.clock.step(3 * DAY)
    await world.tick()
    const late = expect.stringContaining('Reminder: call Ana (it was due on Saturday 14 March, 11:00)')
    expect(saidIn(world)).toContainEqual(late)
  })
})

describe('a clock that is set', () => {
  test('back does not run an instant twice', async () => {
    const world = createRoadWorld()
    const job = plan(world, hourly)
    world.clock.advance(HOUR)
    await world.tick()
    world.clock.step(-3 * HOUR)
    await world.tick()
    for (let i = 0; i < 4; i++) {
      world.clock.advance(HOUR)
      await world.tick()
    }
    // 08:00 on to 11:00 on the wall, once more: what was run stays run, what had not come yet comes.
    expect(runsOf(world, job)).toEqual([
      '03-14T09:00 delivered',
      '03-14T10:00 delivered',
      '03-14T11:00 delivered',
      '03-14T12:00 delivered',
    ])
  })

  test('forward by mistake and back again loses no instant', async () => {
    const world = createRoadWorld()
    const job = plan(world, daily)
    world.clock.step(2 * DAY)
    await world.tick()
    world.clock.step(-2 * DAY)
    await world.tick()
    for (let i = 0; i < 24 * 2; i++) {
      world.clock.advance(HOUR)
      await world.tick()
    }
    expect(runsOf(world, job)).toEqual(['03-15T07:00 delivered', '03-16T07:00 delivered'])
  })
})

test('a run that is not over is not run beside itself', async () => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const world = createRoadWorld({ brain: createScriptedBrain(gated(gate)), settings: { totalMs: 100 * HOUR } })
  const job = plan(world, hourly)
  const once = new AbortController()
  const running = world.worker.run(once.signal)
  for (let i = 0; i < 3; i++) {
    world.clock.advance(HOUR)
    world.scheduling.look()
  }
  expect(runsOf(world, job)).toEqual(['03-14T11:00 queued', '03-14T12:00 skipped', '03-14T13:00 skipped'])
  open()
  once.abort()
  await running
})

test('five failures in a row switch a job off, with a notice each; a success in between begins anew', async () => {
  let fails = true
  const brain = createScriptedBrain(function* (turn) {
    if (turn.kind === 'scheduled' && fails)
      yield { kind: 'failed', failure: { class: 'model', what: 'There is no such model.', retry: false } }
    else yield { kind: 'done', text: 'fine' }
  })
  const world = createRoadWorld({ brain })
  const job = plan(world, hourly)
  const hours = async (count: number) => {
    for (let i = 0; i < count; i++) {
      world.clock.advance(HOUR)
      await world.tick()
    }
  }
  await hours(4)
  fails = false
  await hours(1)
  expect(readJob(world.db, job)?.failures).toBe(0)
  fails = true
  await hours(6)
  expect(readJob(world.db, job)?.state).toBe('disabled')
  const notices = saidIn(world).filter((text) => text.includes('"the job"'))
  expect(notices).toHaveLength(9)
  expect(notices[0]).toBe('"the job" failed. There is no such model.')
  expect(notices.at(-1)).toBe(
    `I have switched off "the job". It failed 5 times in a row, the last time because: There is no such model. Write "/schedule resume ${job}" to switch it on again.`,
  )
})

test('results wait for the end of the quiet hours and are said once', async () => {
  const quiet = { quietHours: '10:30-12:00', spreadSeconds: 0, privateHosts: [], dailyUsd: undefined }
  const world = createRoadWorld({ config: { scheduler: quiet } })
  const job = plan(world, hourly)
  world.clock.advance(HOUR)
  await world.tick()
  expect(runsOf(world, job)).toEqual(['03-14T11:00 held'])
  expect(saidIn(world)).toEqual(['echo: hello'])
  world.clock.advance(HOUR - 1000)
  await world.tick()
  expect(saidIn(world)).toEqual(['echo: hello'])
  world.clock.advance(1000)
  await world.tick()
  await world.tick()
  expect(runsOf(world, job)).toEqual(['03-14T11:00 delivered', '03-14T12:00 delivered'])
  expect(saidIn(world)).toEqual(['echo: hello', 'echo: what is new?', 'echo: what is new?'])
})

test('results go to several chats, and to those alone', async () => {
  const world = createRoadWorld()
  world.say('from Telegram', {
    chat: 'telegram:1' as never,
    channel: 'telegram',
    sender: { channel: 'telegram', id: '1' },
  })
  await world.settle()
  plan(world, hourly, { destinations: ['telegram:1', 'web:a'] })
  world.clock.advance(HOUR)
  await world.tick()
  expect(saidIn(world).filter((text) => text.includes('what is new'))).toHaveLength(1)
  expect(world.telegram.sent.map(({ body }) => body).at(-1)).toBe('echo: what is new?')
})
