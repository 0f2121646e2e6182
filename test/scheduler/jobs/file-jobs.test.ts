import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { ConfigError } from '../../../src/domain/errors.ts'
import { readFileJobs, syncFileJobs } from '../../../src/scheduler/jobs/file-jobs.ts'
import { listJobs, updateJob } from '../../../src/store/schedule/jobs.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'

const folder = mkdtempSync(join(tmpdir(), 'skein-file-jobs-'))
const file = join(folder, 'config.toml')
afterAll(() => rmSync(folder, { recursive: true }))

const standup = '[[schedules]]\nname = "standup"\ncron = "0 9 * * 1-5"\ntext = "what is planned?"\n'

function keep(world: RoadWorld, text: string): string[] {
  writeFileSync(file, `timezone = "Europe/Berlin"\n${text}`, { mode: 0o600 })
  const now = world.clock.now()
  syncFileJobs(world.db, readFileJobs(loadConfig(file, {}), now), now)
  return listJobs(world.db).map(({ id, kind, name, state, nextAt, timezone }) => {
    return `${id} ${kind} ${name} ${state} ${nextAt === null ? 'never' : new Date(nextAt).toISOString()} ${timezone}`
  })
}

test('jobs of the file are as it says at every start: new, moved, gone; a pause and their number stay', () => {
  const world = createRoadWorld()
  expect(keep(world, standup)).toEqual(['1 scheduled standup active 2026-03-16T08:00:00.000Z Europe/Berlin'])
  updateJob(world.db, 1, { state: 'paused' })
  expect(keep(world, standup)).toEqual(['1 scheduled standup paused 2026-03-16T08:00:00.000Z Europe/Berlin'])
  const moved = standup.replace('0 9', '30 9')
  expect(keep(world, moved)).toEqual(['1 scheduled standup active 2026-03-16T08:30:00.000Z Europe/Berlin'])
  const reminder = '[[schedules]]\nname = "tea"\nat = "2026-03-14 17:00"\nkind = "remind"\ntext = "tea"\n'
  expect(keep(world, reminder)).toEqual(['2 reminder tea active 2026-03-14T16:00:00.000Z Europe/Berlin'])
  expect(keep(world, standup)).toEqual(['3 scheduled standup active 2026-03-16T08:00:00.000Z Europe/Berlin'])
})

test('a heartbeat is a job like the others, and off unless it is switched on', () => {
  const world = createRoadWorld()
  const checks = '[[heartbeat.checks]]\nsource = "reminders"\n'
  expect(keep(world, `[heartbeat]\n${checks}`)).toEqual([])
  expect(keep(world, `[heartbeat]\nenabled = true\n${checks}`)).toEqual([
    '1 heartbeat heartbeat active 2026-03-14T11:00:00.000Z Europe/Berlin',
  ])
})

test.each([
  ['cron = "0 25 * * *"', /the job "standup" cannot be scheduled: .*hour/],
  ['cron = "0 0 31 2 *"', /the job "standup" cannot be scheduled/],
  ['cron = "* * * * * *"', /the job "standup" cannot be scheduled: .*[Ss]econd/],
  ['at = "tomorrow"', /at must be a day and a time such as "2026-12-01 09:00"/],
])('%s is refused at the start, with what is wrong', (when, says) => {
  const world = createRoadWorld()
  const text = standup.replace('cron = "0 9 * * 1-5"', when)
  expect(() => keep(world, text)).toThrow(ConfigError)
  expect(() => keep(world, text)).toThrow(says)
})

test('a job of the file speaks where its person wrote last, and else in a chat of its own', async () => {
  const world = createRoadWorld()
  keep(world, '[[schedules]]\nname = "tea"\nevery_minutes = 60\nkind = "remind"\ntext = "tea"\n')
  world.clock.advance(3_600_000)
  await world.tick()
  expect(world.web.sent.map(({ route }) => route.chat)).toEqual(['web:scheduled'])
  const sender = { channel: 'telegram', id: '1' } as const
  world.say('hello', { chat: 'telegram:1' as never, channel: 'telegram', sender })
  world.clock.advance(3_600_000)
  await world.tick()
  expect(world.telegram.sent.map(({ body }) => body)).toContainEqual(expect.stringContaining('Reminder: tea'))
})
