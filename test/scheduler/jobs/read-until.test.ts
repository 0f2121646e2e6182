import { expect, test } from 'vitest'
import { readUntil } from '../../../src/scheduler/jobs/job-service.ts'

const spoken = { now: new Date('2026-11-16T10:00:00Z'), timezone: 'UTC' }

test.each([
  ['1 hour', '2026-11-16T11:00'],
  ['10 minutes', '2026-11-16T10:10'],
  ['half an hour', '2026-11-16T10:30'],
  ['eine Stunde', '2026-11-16T11:00'],
  ['dans une heure', '2026-11-16T11:00'],
  ['2 días', '2026-11-18T10:00'],
  ['2小时', '2026-11-16T12:00'],
  ['in 10 minutes', '2026-11-16T10:10'],
  ['tomorrow', '2026-11-17T09:00'],
  ['tomorrow at 9', '2026-11-17T09:00'],
  ['5pm', '2026-11-16T17:00'],
  ['morgen um 9', '2026-11-17T09:00'],
])('%s is until %s', (words, until) => {
  const at = new Date(`${until}:00Z`).getTime()
  expect(readUntil(words, spoken)).toEqual({ status: 'understood', when: { kind: 'once', at } })
})

test.each(['17 heures', '3 horas', '5', 'soon', 'nonsense', ''])('%j is asked back', (words) => {
  expect(readUntil(words, spoken).status).toBe('unclear')
})
