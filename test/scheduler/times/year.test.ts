import { beforeAll, describe, expect, test } from 'vitest'
import { nextInstant, previousInstant } from '../../../src/scheduler/times/next-instant.ts'
import { seed, seeded } from '../../support/seeded.ts'
import { size } from '../../support/sizes.ts'
import { pick, randomLine } from './random-lines.ts'
import { firesIn, settings, wallTable } from './wall-table.ts'

/** In each of the zones. */
const RANDOM_LINES = size(60, 5000)
const zones: [zone: string, settings: number][] = [
  ['Europe/Berlin', 2],
  ['America/New_York', 2],
  ['Australia/Lord_Howe', 2],
  ['Asia/Kolkata', 0],
  ['America/Havana', 2],
  ['Pacific/Chatham', 2],
  ['Africa/Cairo', 2],
]

const lines = [
  '30 2 * * *',
  '0 0 * * *',
  '15 0 * * *',
  '0 7 * * 1-5',
  '45 1,2,3 * * 0',
  '0 3 1 * *',
  '59 23 31 * *',
  '0 9 29 2 *',
  '10 2 13 * 5',
  '20 */6 */10 * *',
  '0-10/5 2 * 3,4,9-11 *',
]

/** So often that only the hours around a clock being set are walked, and the days with SKEIN_LONG. */
const frequent = ['0 * * * *', '*/15 * * * *', '*/20 1-3 * * *', '7,52 */2 * * 6,7', '* * * * *']

beforeAll(() => console.log(`seed ${seed}`))

describe.each(zones)('a leap year in %s', (zone, times) => {
  const table = wallTable(zone, '2024-01-01T00:00Z', '2025-01-01T00:00Z', size(15, 1))
  const end = Date.parse('2025-01-01T00:00Z')

  test('has its clocks set as often as is known', () => {
    expect(settings(table)).toHaveLength(times)
  })

  test.each(lines)('%s is due when the table says', (line) => {
    expect(walked(line, table.from, end)).toEqual(told(firesIn(table, line)))
  })

  test.each(frequent)('%s is due when the table says, around each clock that is set', (line) => {
    const fires = firesIn(table, line)
    const around = size(2.5, 240) * HOUR_MS
    for (const at of [table.from, ...settings(table), end]) {
      const from = Math.max(table.from, at - around)
      const until = Math.min(end, at + around)
      expect(walked(line, from, until)).toEqual(told(fires.filter((fire) => fire >= from && fire < until)))
    }
  })

  test('walked back it is the same', () => {
    for (const line of ['30 2 * * *', '15 0 * * 0', '0 3 1 * *']) {
      const back: number[] = []
      let at = previousInstant({ kind: 'cron', line }, new Date(end - 1), zone, new Date(table.from - 1))
      while (at) {
        back.push(at.getTime())
        at = previousInstant({ kind: 'cron', line }, new Date(at.getTime() - 1), zone, new Date(table.from - 1))
      }
      expect(told(back.toReversed())).toEqual(told(firesIn(table, line)))
    }
  })

  test('lines and instants at random are due when the table says', () => {
    const random = seeded(seed + zones.findIndex(([name]) => name === zone))
    const near = [...settings(table), table.from + DAY_MS]
    let found = 0
    for (let count = 0; count < RANDOM_LINES; count++) {
      const line = randomLine(random)
      const start = random() < 0.5 ? pick(random, near) - 6 * HOUR_MS : table.from + random() * 300 * DAY_MS
      const after = Math.floor(start + random() * 9 * HOUR_MS)
      // What is later is too late for the table to say it.
      const until = Math.min(end, after + 25 * DAY_MS)
      const expected = firesIn(table, line, after + 1, 1, until)[0]
      const at = nextInstant({ kind: 'cron', line }, new Date(after), zone)
      const last = (before: number) => previousInstant({ kind: 'cron', line }, new Date(before), zone, new Date(after))
      const isRight =
        expected === undefined
          ? !at || at.getTime() >= until
          : at?.getTime() === expected && last(expected)?.getTime() === expected && !last(expected - 1)
      const [from, to] = told([after, expected ?? until])
      if (!isRight) expect.fail(`"${line}" after ${from}, seed ${seed}, number ${count}: not ${to}`)
      if (expected !== undefined) found++
    }
    expect(found).toBeGreaterThan(RANDOM_LINES / 2)
  })

  function walked(line: string, from: number, until: number): string[] {
    const found: number[] = []
    let at = nextInstant({ kind: 'cron', line }, new Date(from - 1), zone)
    while (at && at.getTime() < until) {
      found.push(at.getTime())
      at = nextInstant({ kind: 'cron', line }, at, zone)
    }
    return told(found)
  }
})

test('the repeated hour at the end of the last month of a line is due twice, though the next time is half a year later', () => {
  const when = { kind: 'cron', line: '9,35,45 * * 5-10 *' } as const
  const [first, second] = ['2024-10-31T20:45:00.000Z', '2024-10-31T21:45:00.000Z']
  const next = (after: string) => nextInstant(when, new Date(after), 'Africa/Cairo')?.toISOString()
  expect([next('2024-10-31T20:35:00Z'), next(first), next('2024-10-31T21:35:00Z'), next(second)]).toEqual([
    first,
    '2024-10-31T21:09:00.000Z',
    second,
    '2025-04-30T21:09:00.000Z',
  ])
  const latest = previousInstant(when, new Date('2025-04-30T20:00:00Z'), 'Africa/Cairo', new Date(first))
  expect(latest?.toISOString()).toBe(second)
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

function told(instants: number[]): string[] {
  return instants.map((at) => new Date(at).toISOString())
}
