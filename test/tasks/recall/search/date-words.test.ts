import { expect, test } from 'vitest'
import { dateAndTime } from '../../../../src/lib/time/calendar.ts'
import { readDateWords } from '../../../../src/tasks/recall/date-words.ts'

// A Wednesday noon in Berlin.
const now = new Date('2026-03-18T11:00:00Z')
const zone = 'Europe/Berlin'

function read(query: string): string | undefined {
  const dated = readDateWords(query, now, zone)
  const day = (at: Date) => dateAndTime(at, zone).slice(0, 10)
  return dated && `${dated.rest}|${dated.words}|${day(dated.span.from)}/${day(dated.span.until)}`
}

test.each([
  ['dentist last week', 'dentist|last week|2026-03-09/2026-03-16'],
  ['yesterday roof', 'roof|yesterday|2026-03-17/2026-03-18'],
  ['what did Ana say yesterday', 'what did Ana say|yesterday|2026-03-17/2026-03-18'],
  ['rent 3 days ago', 'rent|3 days ago|2026-03-15/2026-03-16'],
  ['flight 14 March 2025', 'flight|14 March 2025|2025-03-14/2025-03-15'],
  ['heating in december', 'heating|in december|2025-12-01/2026-01-01'],
  ['boiler 2025-12-12', 'boiler|2025-12-12|2025-12-12/2025-12-13'],
  ['zahnarzt letzte woche', 'zahnarzt|letzte woche|2026-03-09/2026-03-16'],
  ['gestern miete', 'miete|gestern|2026-03-17/2026-03-18'],
  ['dentiste la semaine dernière', 'dentiste|la semaine dernière|2026-03-09/2026-03-16'],
  ['dentista ayer', 'dentista|ayer|2026-03-17/2026-03-18'],
  ['昨天的会议', '的会议|昨天|2026-03-17/2026-03-18'],
  ['上周 牙医', '牙医|上周|2026-03-09/2026-03-16'],
])('the time words of "%s" are read as a date', (query, expected) => {
  expect(read(query)).toBe(expected)
})

test.each([
  'may roof',
  'spring mattress',
  'fall on the stairs',
  'room 2025',
  'hier wohnt Ana',
  'roof',
  'dentist tomorrow',
  '',
])('"%s" names no time of the past', (query) => {
  expect(read(query)).toBeUndefined()
})
