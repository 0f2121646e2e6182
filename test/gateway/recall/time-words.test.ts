import { describe, expect, test } from 'vitest'
import { nearSpan, spansIn, speaksOfTime } from '../../../src/gateway/recall/time-words.ts'

// A Wednesday.
const now = new Date('2026-07-15T10:00:00Z')
const days = (text: string, timezone = 'UTC') =>
  spansIn(text, now, timezone).map(({ from, until }) =>
    [from, until].map((at) => at.toISOString().slice(0, 10)).join('/'),
  )

describe('a question speaks of', () => {
  test.each([
    ['what did I say yesterday?', '2026-07-14/2026-07-15'],
    ['the talk two weeks ago', '2026-06-28/2026-07-05'],
    ['who called last Monday?', '2026-07-13/2026-07-14'],
    ['the plan of last week', '2026-07-06/2026-07-13'],
    ['what happened last month', '2026-06-01/2026-07-01'],
    ['the trip in May', '2026-05-01/2026-06-01'],
    ['our dinner in November', '2025-11-01/2025-12-01'],
    ['the flood in March 2024', '2024-03-01/2024-04-01'],
    ['on 3 May, 2023', '2023-05-03/2023-05-04'],
    ['on May 3rd', '2026-05-03/2026-05-04'],
    ['the note of 2026-02-11', '2026-02-11/2026-02-12'],
    ['what did we plant last spring?', '2026-03-01/2026-06-01'],
    ['last winter it was cold', '2025-12-01/2026-03-01'],
    ['in 2024 we moved', '2024-01-01/2025-01-01'],
  ])('%s', (text, span) => {
    expect(days(text)).toEqual([span])
  })

  test.each(['I may come', 'march on', 'the second question', 'call me in five'])('no time: %s', (text) => {
    expect(days(text)).toEqual([])
  })
})

test('a day is the day of the person who asks', () => {
  const [span] = spansIn('yesterday', new Date('2026-07-15T02:00:00Z'), 'America/New_York')
  expect(span?.from.toISOString()).toBe('2026-07-13T04:00:00.000Z')
})

test('the further from the stretch, the less it fits', () => {
  const span = { from: new Date('2026-05-01'), until: new Date('2026-05-08') }
  const fits = ['2026-05-03', '2026-05-15', '2026-08-01'].map((at) => nearSpan(new Date(at), span))
  expect(fits[0]).toBe(1)
  expect(fits[1]).toBeCloseTo(0.5)
  expect(fits[2]).toBeLessThan(0.1)
})

test('lines that name a time are told from those that do not', () => {
  expect([speaksOfTime('We moved last Friday'), speaksOfTime('We moved')]).toEqual([true, false])
})
