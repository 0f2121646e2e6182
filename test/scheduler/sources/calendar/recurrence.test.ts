import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { occurrences } from '../../../../src/scheduler/sources/calendar/recurrence.ts'
import { seed, seeded } from '../../../support/seeded.ts'

console.log(`recurrence: SKEIN_SEED=${seed}`)

const DAY_MS = 86_400_000
const window = { from: Date.UTC(2026, 2, 1), until: Date.UTC(2026, 4, 1) }

/** As the library goes through it from its beginning, with all the patience of the world. */
function fromTheBeginning(rule: string, start: number): number[] {
  const at = new Date(start)
  const fields = {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
  }
  const time = new ICAL.Time({ ...fields, minute: 30, second: 0, isDate: false }, ICAL.Timezone.localTimezone)
  const iterator = ICAL.Recur.fromString(rule).iterator(time)
  const found: number[] = []
  for (let next = iterator.next(); next; next = iterator.next()) {
    const wall = Date.UTC(next.year, next.month - 1, next.day, next.hour, next.minute, next.second)
    if (wall >= window.until) break
    if (wall >= window.from) found.push(wall)
  }
  return found
}

test('a rule that is taken up near the window says the same as from its beginning', () => {
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const more: Record<string, string[]> = {
    HOURLY: ['', ';BYHOUR=8,20', ';BYDAY=MO'],
    DAILY: ['', ';BYDAY=MO,FR', ';BYMONTH=3', ';BYHOUR=9,17'],
    WEEKLY: ['', ';BYDAY=MO,WE,SU', ';BYDAY=SU;WKST=SU', ';BYDAY=TU,TH;WKST=MO'],
    MONTHLY: [
      '',
      ';BYDAY=2TU',
      ';BYDAY=-1FR',
      ';BYMONTHDAY=1,15',
      ';BYMONTHDAY=-1',
      ';BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    ],
    YEARLY: ['', ';BYMONTH=3;BYDAY=-1SU', ';BYMONTH=3,4', ';BYMONTH=4;BYMONTHDAY=1', ';BYYEARDAY=100'],
  }
  let filled = 0
  for (let round = 0; round < 60; round++) {
    const freq = pick(Object.keys(more))
    const days = freq === 'HOURLY' ? 100 : 4000
    // No 29th and later: there the library itself begins in different ways.
    const day = new Date(Date.UTC(2026, 1, 1) - Math.floor(random() * days) * DAY_MS)
    const start = Date.UTC(
      day.getUTCFullYear(),
      day.getUTCMonth(),
      Math.min(day.getUTCDate(), 28),
      Math.floor(random() * 24),
      30,
    )
    const rule = `FREQ=${freq};INTERVAL=${pick([1, 1, 2, 3, 5])}${pick(more[freq] ?? [''])}`
    const series = { rule, start: { wall: start, isDate: false }, toWall: () => 0 }
    const expected = fromTheBeginning(rule, start)
    expect(occurrences(series, window, { left: 1e9 }, 5000), `${rule} from ${new Date(start).toISOString()}`).toEqual(
      expected,
    )
    if (expected.length > 0) filled++
  }
  expect(filled).toBeGreaterThan(15)
})
