import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { textIn } from '../../../../src/messages/localized.ts'
import { createCalendarSource } from '../../../../src/scheduler/sources/calendar/calendar.ts'
import { fetchOf, gathering, never } from '../serving.ts'
import { agenda, calendar, event, gather, morning } from './ics.ts'

test('what is today, in order, with when and where', async () => {
  const body = calendar(
    event(
      'UID:1 | DTSTART;TZID=Europe/Berlin:20260314T143000 | DTEND;TZID=Europe/Berlin:20260314T153000 | SUMMARY:Review\\, second part | LOCATION:Room 2\\nupstairs',
    ),
    event(
      'UID:2 | DTSTART:20260314T083000Z | DURATION:PT30M | SUMMARY:Stand-up | DESCRIPTION:Bring <b>numbers</b> | URL:https://meet.example/1',
    ),
    event('UID:3 | DTSTART;VALUE=DATE:20260314 | SUMMARY:Ana has her birthday'),
    event('UID:4 | DTSTART:20260314T180000 | SUMMARY:Call'),
    event('UID:5 | DTSTART:20260314T040000Z | DTEND:20260314T043000Z | SUMMARY:Over'),
    event('UID:6 | DTSTART:20260314T050000Z | DTEND:20260314T070000Z | SUMMARY:Going on'),
    event('UID:7 | DTSTART:20260315T090000Z | DTEND:20260315T100000Z | SUMMARY:Tomorrow'),
    event('UID:8 | DTSTART:20260314T100000Z | DTEND:20260314T110000Z | SUMMARY:Off | STATUS:CANCELLED'),
  )
  const gathered = await gather(body)
  expect(gathered).toMatchObject({
    items: [
      { title: 'all day Ana has her birthday' },
      { title: '06:00–08:00 Going on' },
      {
        title: '09:30–10:00 Stand-up',
        text: 'Bring numbers',
        link: 'https://meet.example/1',
        at: new Date('2026-03-14T08:30:00Z'),
      },
      { title: '14:30–15:30 Review, second part, Room 2 upstairs' },
      { title: '18:00 Call' },
    ],
  })
})

test('more than one day, and what is longer than one', async () => {
  const body = calendar(
    event('UID:1 | DTSTART;VALUE=DATE:20260310 | DTEND;VALUE=DATE:20260315 | SUMMARY:Fair'),
    event('UID:2 | DTSTART;VALUE=DATE:20260301 | DTEND;VALUE=DATE:20260314 | SUMMARY:Over since midnight'),
    event('UID:3 | DTSTART:20260313T200000Z | DTEND:20260314T090000Z | SUMMARY:Night train'),
    event('UID:4 | DTSTART:20260313T200000Z | DTEND:20260316T090000Z | SUMMARY:Journey'),
    event('UID:5 | DTSTART:20260314T200000Z | DTEND:20260316T090000Z | SUMMARY:Cruise'),
    event('UID:6 | DTSTART:20260315T223000Z | DTEND:20260315T233000Z | SUMMARY:Late'),
    event('UID:7 | DTSTART:20260315T230000Z | SUMMARY:Too late'),
    event('UID:8 | DTSTART;VALUE=DATE:20260315 | SUMMARY:Sunday'),
  )
  expect(await agenda(body, { days: 2 })).toEqual([
    'all day Fair',
    'until 10:00 Night train',
    'all day Journey',
    'from 21:00 Cruise',
    'Sun 15 Mar, all day Sunday',
    'Sun 15 Mar, 23:30–00:30 Late',
  ])
})

test('09:00 in Berlin stays 09:00 when the clocks change, also for somebody in New York', async () => {
  const body = calendar(
    event(
      'UID:1 | DTSTART;TZID=Europe/Berlin:20260105T090000 | DTEND;TZID=Europe/Berlin:20260105T100000 | RRULE:FREQ=WEEKLY;BYDAY=MO | SUMMARY:Weekly',
    ),
  )
  for (const date of ['2026-03-23', '2026-03-30', '2026-10-19', '2026-10-26', '2031-06-02'])
    expect(await agenda(body, { now: morning(date) }), date).toEqual(['09:00–10:00 Weekly'])
  expect(await agenda(body, { now: morning('2026-03-24') })).toEqual([])
  // Summer begins there three weeks earlier.
  const abroad = (date: string) => agenda(body, { now: new Date(`${date}T05:30:00Z`), timezone: 'America/New_York' })
  expect([await abroad('2026-03-16'), await abroad('2026-03-30')]).toEqual([
    ['04:00–05:00 Weekly'],
    ['03:00–04:00 Weekly'],
  ])
})

test.each<[rule: string, start: string, on: string[], notOn: string[]]>([
  ['FREQ=DAILY;INTERVAL=3', '20200101T090000', ['2026-03-15'], ['2026-03-14', '2026-03-16']],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE', '20260302T090000', ['2026-03-16', '2026-03-18'], ['2026-03-09', '2026-03-11']],
  ['FREQ=MONTHLY;BYDAY=2TU', '20150113T090000', ['2026-03-10', '2026-04-14'], ['2026-03-03', '2026-03-17']],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', '19990131T090000', ['2026-02-28', '2026-03-31'], ['2026-03-30']],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '20200131T090000', ['2026-02-27', '2026-03-31'], ['2026-03-30']],
  ['FREQ=YEARLY', '19400314T090000', ['2026-03-14', '2027-03-14'], ['2026-03-15']],
  ['FREQ=YEARLY', '20200229T090000', ['2028-02-29'], ['2026-02-28']],
  ['FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', '16011028T090000', ['2026-10-25'], ['2026-10-18']],
  ['FREQ=DAILY;COUNT=10', '20260310T090000', ['2026-03-10', '2026-03-19'], ['2026-03-20']],
  ['FREQ=DAILY;UNTIL=20260320T080000Z', '20260310T090000', ['2026-03-20'], ['2026-03-21']],
  ['FREQ=DAILY;UNTIL=20260320T075959Z', '20260310T090000', ['2026-03-19'], ['2026-03-20']],
  ['FREQ=DAILY;UNTIL=20260320', '20260310T090000', ['2026-03-20'], ['2026-03-21']],
  ['FREQ=WEEKLY;WKST=SU;BYDAY=SA', '20200104T090000', ['2026-03-14'], ['2026-03-15']],
  ['nonsense', '20260314T090000', ['2026-03-14'], ['2026-03-15']],
])('%s from %s', async (rule, start, on, notOn) => {
  const body = calendar(event(`UID:1 | DTSTART;TZID=Europe/Berlin:${start} | RRULE:${rule} | SUMMARY:x`))
  for (const date of on) expect(await agenda(body, { now: morning(date) }), date).toEqual(['09:00 x'])
  for (const date of notOn) expect(await agenda(body, { now: morning(date) }), date).toEqual([])
})

test('one of a series is left out, moved, renamed or called off', async () => {
  const series = event(
    'UID:1 | DTSTART;TZID=Europe/Berlin:20260309T090000 | DTEND;TZID=Europe/Berlin:20260309T100000 | RRULE:FREQ=DAILY | EXDATE;TZID=Europe/Berlin:20260315T090000,20260316T090000 | EXDATE:20260317T080000Z | EXDATE;VALUE=DATE:20260318 | RDATE:20260315T170000Z | SUMMARY:Daily',
  )
  const instead = (day: string, more: string) =>
    event(`UID:1 | RECURRENCE-ID;TZID=Europe/Berlin:${day}T090000 | ${more}`)
  const body = calendar(
    instead('20260319', 'DTSTART;TZID=Europe/Berlin:20260320T160000 | SUMMARY:Daily, moved'),
    series,
    instead('20260321', 'DTSTART;TZID=Europe/Berlin:20260321T090000 | SUMMARY:Off | STATUS:CANCELLED'),
    instead('20260601', 'DTSTART;TZID=Europe/Berlin:20260322T120000 | SUMMARY:From June'),
  )
  const days = ['14', '15', '16', '17', '18', '19', '20', '21', '22']
  const told = await Promise.all(days.map((day) => agenda(body, { now: morning(`2026-03-${day}`) })))
  expect(told).toEqual([
    ['09:00–10:00 Daily'],
    ['18:00–19:00 Daily'],
    [],
    [],
    [],
    [],
    ['09:00–10:00 Daily', '16:00 Daily, moved'],
    [],
    ['09:00–10:00 Daily', '12:00 From June'],
  ])
})

test('of several versions of one entry only the newest counts', async () => {
  const version = (sequence: number, more: string) =>
    event(`UID:1 | SEQUENCE:${sequence} | RECURRENCE-ID:20260314T090000Z | ${more}`)
  const body = calendar(
    event('UID:1 | DTSTART:20260310T090000Z | RRULE:FREQ=DAILY | SUMMARY:Daily'),
    version(2, 'DTSTART:20260314T120000Z | SUMMARY:Second'),
    version(10, 'DTSTART:20260314T140000Z | SUMMARY:Tenth'),
    version(1, 'DTSTART:20260314T110000Z | SUMMARY:First'),
  )
  expect(await agenda(body)).toEqual(['15:00 Tenth'])
  const movedAway = calendar(
    event('UID:1 | SEQUENCE:1 | RECURRENCE-ID:20260601T090000Z | DTSTART:20260314T120000Z | SUMMARY:Here'),
    event('UID:1 | SEQUENCE:2 | RECURRENCE-ID:20260601T090000Z | DTSTART:20260602T120000Z | SUMMARY:Elsewhere'),
  )
  expect(await agenda(movedAway)).toEqual([])
})

test('a series of a month is told whole, and what is left out is counted', async () => {
  const daily = calendar(event('UID:1 | DTSTART:20260310T090000Z | RRULE:FREQ=DAILY | SUMMARY:Daily'))
  expect(await agenda(daily, { days: 31, limit: 50 })).toHaveLength(31)
  const short = await agenda(daily, { days: 31, limit: 10 })
  expect(short).toHaveLength(11)
  expect(short.at(-1)).toBe('21 more are not listed here')
  const hourly = calendar(event('UID:1 | DTSTART:20260310T090000Z | RRULE:FREQ=HOURLY | SUMMARY:Hourly'))
  expect((await agenda(hourly, { days: 7, limit: 200 })).at(-1)).toMatch(/^\d+ more are not listed here$/)
})

test('a day that repeats stays a day, wherever one is', async () => {
  const body = calendar(
    event('UID:1 | DTSTART:20200329 | RRULE:FREQ=YEARLY | EXDATE;VALUE=DATE:20270329 | SUMMARY:Day'),
  )
  for (const timezone of ['Europe/Berlin', 'Pacific/Kiritimati', 'America/Los_Angeles'])
    expect(await agenda(body, { timezone, now: new Date('2026-03-29T10:00:00Z') }), timezone).toEqual(
      timezone === 'Pacific/Kiritimati' ? [] : ['all day Day'],
    )
  expect(await agenda(body, { now: new Date('2027-03-29T10:00:00Z') })).toEqual([])
})

test('the same appointment has the same key tomorrow, each of a series its own', async () => {
  const body = calendar(event('UID:1 | DTSTART:20260310T120000Z | RRULE:FREQ=DAILY | SUMMARY:x'))
  const keys = async (now: Date) => {
    const gathered = await gather(body, { days: 2, now })
    return gathered.status === 'found' ? gathered.items.map(({ key }) => key) : []
  }
  const [today, tomorrow] = [await keys(morning('2026-03-14')), await keys(morning('2026-03-15'))]
  expect(new Set([...today, ...tomorrow]).size).toBe(3)
  expect(today[1]).toBe(tomorrow[0])
})

test('from a file, which has to be one of a sensible size', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-ics-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const read = async (file: string) => {
    const source = createCalendarSource({ fetch: fetchOf(''), at: { file }, name: 'Work' })
    const gathered = await source.gather(gathering(), never)
    return gathered.status === 'found' ? gathered.items.map(({ title }) => title) : textIn(gathered.reason, 'en')
  }
  writeFileSync(join(folder, 'a.ics'), calendar(event('UID:1 | DTSTART:20260314T120000Z | SUMMARY:Grüße')))
  writeFileSync(join(folder, 'large.ics'), Buffer.alloc(10_000_001))
  expect(await read(join(folder, 'a.ics'))).toEqual(['13:00 Grüße'])
  expect(await read(join(folder, 'large.ics'))).toBe(`${join(folder, 'large.ics')} is larger than 10 MB`)
  expect(await read(join(folder, 'gone.ics'))).toBe(`${join(folder, 'gone.ics')} could not be read (ENOENT)`)
  expect(await read(folder)).toBe(`${folder} is not a file`)
  expect(await read('/dev/zero')).toBe('/dev/zero is not a file')
})
