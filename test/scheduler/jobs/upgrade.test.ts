import { expect, test } from 'vitest'
import type { Schedule } from '../../../src/domain/job.ts'
import { nextInstant } from '../../../src/scheduler/times/next-instant.ts'

// Jobs as version 0.1.0 stored them, and the instants at which it ran them. Later versions must run them at the same ones.

const SAVED_AT = '2026-11-18T07:23:14Z'

test.each<[due: string, timezone: string, instants: string[]]>([
  ['{"kind":"cron","line":"0 7 * * 1-5"}', 'Europe/Berlin', ['11-19T06:00', '11-20T06:00', '11-23T06:00']],
  ['{"kind":"cron","line":"0 10 * * 1#1"}', 'Europe/Berlin', ['12-07T09:00', '01-04T09:00', '02-01T09:00']],
  ['{"kind":"cron","line":"0 18 L * *"}', 'Europe/Berlin', ['11-30T17:00', '12-31T17:00', '01-31T17:00']],
  [
    '{"kind":"cron","line":"0 9 * * 1","weeks":2,"from":1795420800000}',
    'Europe/Berlin',
    ['11-23T08:00', '12-07T08:00', '12-21T08:00'],
  ],
  [
    '{"kind":"every","ms":10800000,"from":1794997440000}',
    'Europe/Berlin',
    ['11-18T10:24', '11-18T13:24', '11-18T16:24'],
  ],
  ['{"kind":"once","at":1795075200000}', 'Europe/Berlin', ['11-19T08:00']],
])('%s in %s is due as before', (due, timezone, expected) => {
  const when = JSON.parse(due) as Schedule
  const instants: string[] = []
  for (let at: Date | undefined = new Date(SAVED_AT); at && instants.length < 3; ) {
    at = nextInstant(when, at, timezone)
    if (at) instants.push(at.toISOString().slice(5, 16))
  }
  expect(instants).toEqual(expected)
})
