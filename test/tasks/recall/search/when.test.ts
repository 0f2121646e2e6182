import { expect, test } from 'vitest'
import { wallAt } from '../../../../src/lib/time/zone.ts'
import { readDateBound } from '../../../../src/tasks/recall/date-bounds.ts'

// A Wednesday noon in Berlin.
const now = new Date('2026-03-18T11:00:00Z')
const zone = 'Europe/Berlin'

function read(given: string): string | undefined {
  const span = readDateBound(given, now, zone)
  const shown = (at: Date) => {
    const { year, month, day, hour, minute } = wallAt(at, zone)
    const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
    return hour + minute === 0 ? date : `${date} ${hour}:${String(minute).padStart(2, '0')}`
  }
  return span && `${shown(span.from)}/${shown(span.until)}`
}

test.each([
  ['2025-03-14', '2025-03-14/2025-03-15'],
  ['2025-3-4', '2025-03-04/2025-03-05'],
  ['2025-03', '2025-03-01/2025-04-01'],
  ['2025', '2025-01-01/2026-01-01'],
  ['2025-03-14T09:30', '2025-03-14 9:30/2025-03-14 9:30'],
  ['2025-03-14 09:30:00', '2025-03-14 9:30/2025-03-14 9:30'],
  ['2025-07-14T09:30Z', '2025-07-14 11:30/2025-07-14 11:30'],
  ['2025-07-14T09:30:00+05:30', '2025-07-14 6:00/2025-07-14 6:00'],
  ['today', '2026-03-18/2026-03-19'],
  ['Yesterday', '2026-03-17/2026-03-18'],
  ['day before yesterday', '2026-03-16/2026-03-17'],
  ['last Tuesday', '2026-03-17/2026-03-18'],
  ['Monday', '2026-03-16/2026-03-17'],
  ['last week', '2026-03-09/2026-03-16'],
  ['this month', '2026-03-01/2026-04-01'],
  ['3 days ago', '2026-03-15/2026-03-16'],
  ['two weeks ago', '2026-03-04/2026-03-05'],
  ['March 2025', '2025-03-01/2025-04-01'],
  ['december', '2025-12-01/2026-01-01'],
  ['3 May', '2025-05-03/2025-05-04'],
  ['May 3, 2024', '2024-05-03/2024-05-04'],
  ['christmas', '2025-12-24/2025-12-25'],
  ['gestern', '2026-03-17/2026-03-18'],
  ['vorgestern', '2026-03-16/2026-03-17'],
  ['letzte Woche', '2026-03-09/2026-03-16'],
  ['letzten Dienstag', '2026-03-17/2026-03-18'],
  ['vor 3 Tagen', '2026-03-15/2026-03-16'],
  ['vor zwei Wochen', '2026-03-04/2026-03-05'],
  ['März 2025', '2025-03-01/2025-04-01'],
  ['3. Mai 2025', '2025-05-03/2025-05-04'],
  ['Weihnachten', '2025-12-24/2025-12-25'],
  ['昨天', '2026-03-17/2026-03-18'],
  ['上周', '2026-03-09/2026-03-16'],
  ['上个月', '2026-02-01/2026-03-01'],
  ['去年', '2025-01-01/2026-01-01'],
  ['2025年3月', '2025-03-01/2025-04-01'],
  ['2025年3月14日', '2025-03-14/2025-03-15'],
  ['3天前', '2026-03-15/2026-03-16'],
  ['hier', '2026-03-17/2026-03-18'],
  ['la semana pasada', '2026-03-09/2026-03-16'],
  ['la semaine dernière', '2026-03-09/2026-03-16'],
])('%s', (given, span) => {
  expect(read(given)).toBe(span)
})

test.each(['', 'soon', '2025-13-01', '2025-02-30', '14/03/2025', 'the third question', '99999'])(
  'no time: %s',
  (given) => {
    expect(read(given)).toBeUndefined()
  },
)
