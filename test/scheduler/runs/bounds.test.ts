import { expect, test } from 'vitest'
import { forgetAddress } from '../../../src/store/people/people.ts'
import { listJobs, readJob } from '../../../src/store/schedule/jobs.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { hourly, plan, runsOf, saidIn } from './jobs.ts'

const HOUR = 3_600_000

test('a job that runs in a circle is stopped and told', async () => {
  const world = createRoadWorld()
  const job = plan(world, { kind: 'every', ms: 10_000, from: 0 }, { kind: 'reminder', text: 'again' })
  for (let i = 0; i < 120; i++) {
    world.clock.advance(10_000)
    world.scheduling.look()
  }
  await world.settle()
  expect(readJob(world.db, job)?.state).toBe('disabled')
  expect(saidIn(world).at(-1)).toContain('I have switched off "the job". It ran 90 times within an hour.')
})

test('the jobs of somebody who is not let in any more are over, and nothing is sent to them', async () => {
  const world = createRoadWorld()
  const member = world.member(7)
  const there = { channel: 'telegram', chat: 'telegram:7' as never, sender: { channel: 'telegram', id: '7' } } as const
  world.say('/remind every day at 11 tea', there)
  forgetAddress(world.db, { channel: 'telegram', id: '7' })
  world.clock.advance(HOUR)
  await world.tick()
  expect(world.telegram.sent.filter(({ body }) => body.includes('Reminder'))).toEqual([])
  expect(listJobs(world.db, { personId: member.id })).toEqual([])
})

test('a job that is switched on again is given another hour, and can be switched off once more', async () => {
  const world = createRoadWorld()
  const job = plan(world, { kind: 'every', ms: 10_000, from: 0 }, { kind: 'reminder', text: 'again' })
  const other = plan(world, hourly, { kind: 'reminder', name: 'another', text: 'the other one' })
  const offs = () => saidIn(world).filter((text) => text.includes('I have switched off "the job"')).length
  const walk = (steps: number) => {
    for (let i = 0; i < steps; i++) {
      world.clock.advance(10_000)
      world.scheduling.look()
    }
  }
  walk(100)
  world.say(`/schedule resume ${job}`)
  walk(10)
  expect(readJob(world.db, job)?.state).toBe('active')
  walk(90)
  await world.settle()
  expect(readJob(world.db, job)?.state).toBe('disabled')
  expect(offs()).toBe(2)
  walk(400)
  expect(runsOf(world, other).length).toBeGreaterThan(0)
})

test('what somebody asks for in the quiet hours is said at once', async () => {
  const quiet = { quietHours: '00:00-23:59', spreadSeconds: 0, privateHosts: [], dailyUsd: undefined }
  const world = createRoadWorld({ config: { scheduler: quiet } })
  const job = plan(world, hourly)
  world.clock.advance(61_000)
  world.say(`/schedule run ${job}`)
  await world.tick()
  expect(saidIn(world)).toContain('echo: what is new?')
})

test('what was slept through is begun within the spread, not all at once', async () => {
  const spread = { quietHours: undefined, spreadSeconds: 600, privateHosts: [], dailyUsd: undefined }
  const world = createRoadWorld({ config: { scheduler: spread } })
  const jobs = Array.from({ length: 12 }, (_, n) => plan(world, hourly, { name: `job ${n}` }))
  world.clock.step(HOUR + 5 * 60_000)
  world.scheduling.look()
  const waits = world.db.raw
    .prepare("SELECT due_at - ? FROM task WHERE kind = 'scheduled'")
    .pluck()
    .all(world.clock.steady()) as number[]
  expect(waits).toHaveLength(jobs.length)
  expect(waits.every((ms) => ms >= 0 && ms <= 600_000)).toBe(true)
  expect(new Set(waits).size).toBeGreaterThan(6)
})

test('the results of a member are never told on the page of the owner', async () => {
  const world = createRoadWorld()
  const member = world.member(7)
  const nowhere = { personId: member.id, chat: null, lane: null, route: null }
  const jobs = [plan(world, hourly, { ...nowhere, kind: 'reminder' }), plan(world, hourly, nowhere)]
  world.clock.advance(HOUR)
  await world.tick()
  for (const job of jobs) expect(runsOf(world, job)).toEqual(['03-14T11:00 skipped'])
  expect(saidIn(world).filter((text) => text.includes('what is new'))).toEqual([])
})
