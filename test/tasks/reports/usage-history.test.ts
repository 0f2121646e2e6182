import { expect, test } from 'vitest'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { insertUsage, type NewUsage } from '../../../src/store/work/usage.ts'
import { readUsageHistory } from '../../../src/tasks/reports/usage-history.ts'
import { readUsage } from '../../../src/tasks/reports/usage-report.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { onBoth } from '../../support/test-clock.ts'

const call = {
  origin: 'chat',
  brain: 'claude',
  model: 'sonnet',
  inputTokens: 100,
  outputTokens: 20,
  cacheReadTokens: 900,
  cacheWriteTokens: 0,
  costUsd: 0.25,
} satisfies Omit<NewUsage, 'now' | 'steady'>

const config = { timezone: 'Europe/Berlin', brain: { dailyUsd: 5 } as never }

/** It is 11:00 on 14 March in Berlin. */
function world() {
  const made = createRoadWorld()
  const said = made.say('hello')
  const taskId = 'task' in said ? said.task : undefined
  if (taskId === undefined) throw new Error('no task')
  return { ...made, taskId }
}

test('every day of the zone is told, also one on which nothing was asked, and today as /usage tells it', () => {
  const { db, clock } = world()
  const book = (at: string, more: Partial<NewUsage> = {}) =>
    insertUsage(db, { ...call, ...onBoth(new Date(at)), ...more })
  book('2026-03-14T09:00:00Z')
  // The last minute of the 13th in Berlin, and the first of the 14th.
  book('2026-03-13T22:59:00Z', { costUsd: 1 })
  book('2026-03-13T23:01:00Z', { costUsd: 2, model: 'opus' })
  book('2026-03-11T12:00:00Z', { costUsd: 100 })
  const moment = momentOf(clock)
  const { days, today, byModel } = readUsageHistory(db, config, moment, 3)
  expect(days.map(({ date, calls, usd }) => [date, calls, usd])).toEqual([
    ['2026-03-12', 0, 0],
    ['2026-03-13', 1, 1],
    ['2026-03-14', 2, 2.25],
  ])
  expect(today).toEqual(readUsage(db, config, moment).today)
  expect(today.usd).toBe(days.at(-1)?.usd)
  expect(byModel.map(({ name, usd, cacheReadTokens }) => [name, usd, cacheReadTokens])).toEqual([
    ['opus', 2, 900],
    ['sonnet', 1.25, 1800],
  ])
})

test('a day on which clocks are changed is one day', () => {
  const { db } = world()
  const moment = onBoth(new Date('2026-03-30T10:00:00Z'))
  const { days } = readUsageHistory(db, config, moment, 3)
  expect(days.map(({ date }) => date)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
})

test('the dearest chats come first with their titles; what belongs to none is told by channel all the same', () => {
  const { db, clock, taskId } = world()
  insertUsage(db, { ...call, ...momentOf(clock), taskId })
  insertUsage(db, { ...call, ...momentOf(clock), origin: 'compaction', costUsd: 3 })
  const { chats, byChannel, byOrigin } = readUsageHistory(db, config, momentOf(clock), 7)
  expect(chats).toMatchObject([{ id: expect.stringMatching(/^web:/), name: expect.any(String), usd: 0.25 }])
  expect(byChannel.map(({ name, usd }) => [name, usd])).toEqual([
    ['none', 3],
    ['web', 0.25],
  ])
  expect(byOrigin.map(({ name }) => name)).toEqual(['compaction', 'chat'])
})

test('how long answers let wait is told by half and by 95 of a hundred, of answers in chats alone', () => {
  const { db, clock } = world()
  for (let ms = 100; ms <= 2000; ms += 100) insertUsage(db, { ...call, ...momentOf(clock), firstTextMs: ms })
  insertUsage(db, { ...call, ...momentOf(clock), origin: 'triage', firstTextMs: 90_000 })
  insertUsage(db, { ...call, ...momentOf(clock) })
  const { firstWord, days } = readUsageHistory(db, config, momentOf(clock), 7)
  expect(firstWord).toEqual({ answers: 20, p50: 1000, p95: 1900 })
  expect(days.at(-1)?.firstWord).toEqual(firstWord)
  expect(days[0]).not.toHaveProperty('firstWord')
})
