import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createCalendarSource } from '../../../../src/scheduler/sources/calendar/calendar.ts'
import { watchLoop } from '../../../support/loop-watch.ts'
import { seed, seeded } from '../../../support/seeded.ts'
import { gathering, never, serve } from '../serving.ts'
import { agenda, calendar, event, gather } from './ics.ts'

console.log(`calendars: SKEIN_SEED=${seed}`)

const one = event('UID:1 | DTSTART:20260314T120000Z | SUMMARY:One')

test.each<[what: string, body: string, told: string[] | string]>([
  ['nothing', '', 'it is not a calendar'],
  ['a web page', '<!DOCTYPE html><html>BEGIN:VCALENDAR</html>', 'it is not a calendar'],
  ['an empty calendar', calendar(), []],
  [
    'one that is cut off',
    calendar(one, event('UID:2 | DTSTART:20260314T130000Z | SUMMARY:Two')).slice(0, -40),
    ['13:00 One'],
  ],
  [
    'an event whose end was forgotten',
    calendar('BEGIN:VEVENT\r\nUID:2\r\nDTSTART:20260314T130000Z\r\nSUMMARY:Two', one),
    ['13:00 One', '14:00 Two'],
  ],
  [
    'lines that make no sense',
    calendar(
      event('UID:1 | DTSTART:20260314T120000Z | DTEND:soon | RRULE | =;:; | SUMMARY:One'),
      event('DTSTART:tomorrow | SUMMARY:x'),
      event('SUMMARY:y'),
    ),
    ['13:00 One'],
  ],
  [
    'lines folded anywhere, ended anyhow',
    calendar(one).replaceAll('\r\n', '\n').replace('SUMMARY:One', 'SUM\n MARY\n\t:O\n ne'),
    ['13:00 One'],
  ],
  [
    'alarms with words of their own',
    calendar(one.replace('END:VEVENT', 'BEGIN:VALARM\r\nSUMMARY:No\r\nEND:VALARM\r\nEND:VEVENT')),
    ['13:00 One'],
  ],
  [
    'an end before the beginning',
    calendar(event('UID:1 | DTSTART:20260314T120000Z | DTEND:20260313T120000Z | SUMMARY:One')),
    ['13:00 One'],
  ],
  ['no words at all', calendar(event('DTSTART:20260314T120000Z')), ['13:00 no title']],
  [
    'what turns text around',
    calendar(event('DTSTART:20260314T120000Z | SUMMARY:a\u202eb\u001b[31m\\nc')),
    ['13:00 ab[31m c'],
  ],
])('%s', async (_what, body, told) => {
  expect(await agenda(body)).toEqual(told)
})

const rules = [
  'FREQ=SECONDLY',
  'FREQ=SECONDLY;COUNT=2000000000',
  'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=31',
  'FREQ=HOURLY;BYMONTHDAY=31;BYMONTH=4',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=DAILY;INTERVAL=2000000000',
  'FREQ=WEEKLY;INTERVAL=999999999',
  'FREQ=MINUTELY;BYSETPOS=7,0,-4;BYMONTHDAY=-16;INTERVAL=2147483648',
  'FREQ=HOURLY;INTERVAL=100000;BYMONTHDAY=-16',
  'FREQ=WEEKLY;BYDAY=MO;BYMONTH=13',
  'FREQ=MONTHLY;BYMONTHDAY=30;BYMONTH=2',
  'FREQ=MONTHLY;BYDAY=5MO;BYMONTH=2;BYMONTHDAY=1',
  'FREQ=MONTHLY;BYDAY=5FR;BYMONTH=2',
  'FREQ=YEARLY;BYMONTH=4;BYDAY=1MO;BYMONTHDAY=15,16,17,18,19,20,21',
  'FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6',
  'FREQ=YEARLY;BYYEARDAY=367',
  `FREQ=YEARLY;BYDAY=${Array.from({ length: 50 }, (_, at) => `${at + 1}MO`).join(',')};BYMONTHDAY=31;BYMONTH=2`,
  `FREQ=DAILY;BYSECOND=${Array.from({ length: 60 }, (_, at) => at).join(',')};BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12`,
  'FREQ=SECONDLY;BYSECOND=61;BYDAY=99ZZ;BYSETPOS=0',
  'FREQ=DAILY;UNTIL=99991231T235959Z;INTERVAL=-1',
  'FREQ=YEARLY;UNTIL=00000101',
  'FREQ=MONTHLY;COUNT=100000;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  `FREQ=MONTHLY;COUNT=100000;BYSETPOS=99;BYDAY=${Array.from({ length: 60 }, (_, at) => ['MO', '2TU', '-1WE'][at % 3]).join(',')}`,
]

test('a rule that never ends or never fits costs little, in an event and in a time zone', async () => {
  for (const rule of rules) {
    const zone = `BEGIN:VTIMEZONE\r\nTZID:Z\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nRRULE:${rule}\r\nEND:STANDARD\r\nEND:VTIMEZONE`
    const body = calendar(zone, event(`UID:2 | DTSTART;TZID=Z:19700101T000000 | RRULE:${rule} | SUMMARY:Hostile`), one)
    const { value, total } = await watchLoop(() => gather(body, { limit: 100 }))
    expect(value.status === 'found' && value.items.map(({ title }) => title), rule).toContain('13:00 One')
    if (value.status === 'found') expect(value.items.length, rule).toBeLessThan(100)
    expect(total, rule).toBeLessThan(2000)
  }
})

test('thousands of such rules cost no more than a limit, and nobody waits for them', async () => {
  const many = Array.from({ length: 1000 }, (_, at) =>
    event(`UID:${at} | DTSTART:19700101T000000Z | RRULE:${rules[at % rules.length]} | SUMMARY:Hostile`),
  )
  const { value, total, longest } = await watchLoop(() => gather(calendar(one, ...many)))
  expect(value.status).toBe('found')
  expect(total).toBeLessThan(10_000)
  expect(longest).toBeLessThan(1000)
})

test('thousands of exceptions, replacements and zones are looked through without anybody waiting', async () => {
  const dates = Array.from(
    { length: 200 },
    (_, at) => `2026${String(100 + (at % 12)).slice(1)}15T${String(100 + (at % 24)).slice(1)}0000`,
  ).join(',')
  const excepted = Array.from({ length: 8 }, (_, at) =>
    event(`UID:e${at} | DTSTART:20260101T120000Z | RRULE:FREQ=DAILY | ${`EXDATE:${dates} | `.repeat(100)}SUMMARY:x`),
  )
  const replaced = Array.from({ length: 2000 }, (_, at) =>
    event(`UID:${at} | RECURRENCE-ID;TZID=Z${at}:20260314T120000 | DTSTART;TZID=Z${at}:20260314T120000 | SUMMARY:x`),
  )
  const zones = Array.from({ length: 2000 }, (_, at) => `BEGIN:VTIMEZONE\r\nTZID:Z${at + 2000}\r\nEND:VTIMEZONE`)
  const { value, longest, total } = await watchLoop(() => gather(calendar(...zones, one, ...excepted, ...replaced)))
  expect(value.status).toBe('found')
  expect(total).toBeLessThan(10_000)
  expect(longest).toBeLessThan(1000)
})

test('10 MB of an old calendar are looked through without anybody waiting', async () => {
  const pad = `DESCRIPTION:${'words '.repeat(30)}`
  const old = Array.from({ length: 25_000 }, (_, at) =>
    event(
      `UID:${at} | DTSTART:20${String(10 + (at % 15))}0314T120000Z | DTEND:20${String(10 + (at % 15))}0314T130000Z | ${pad} | SUMMARY:Old`,
    ),
  )
  const weekly = Array.from({ length: 500 }, (_, at) =>
    event(`UID:w${at} | DTSTART:20100102T120000Z | RRULE:FREQ=WEEKLY | SUMMARY:Weekly`),
  )
  const body = calendar(...old, ...weekly, one)
  expect(body.length).toBeLessThan(10_000_000)
  const { value, longest } = await watchLoop(() => gather(body, { limit: 1000 }))
  expect(value.status === 'found' && value.items.length).toBe(501)
  expect(longest).toBeLessThan(1000)
})

test('thousands of appointments in one day, and a zone of rules that fit nothing, leave others their turn', async () => {
  const replaced = Array.from({ length: 6000 }, (_, at) => {
    const time = `20260314T${String(100 + (at % 24)).slice(1)}${String(100 + (at % 60)).slice(1)}00`
    return event(`UID:${at % 40} | RECURRENCE-ID;TZID=Europe/Berlin:${time} | DTSTART;TZID=Europe/Berlin:${time}`)
  })
  const rules = 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31\r\nRRULE:FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2\r\n'
  const standard = `BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n${rules}END:STANDARD\r\n`
  const zone = `BEGIN:VTIMEZONE\r\nTZID:Nowhere\r\n${standard.repeat(20)}END:VTIMEZONE`
  const there = event('UID:there | DTSTART;TZID=Nowhere:20260314T120000 | SUMMARY:There')
  const { value, longest } = await watchLoop(() => gather(calendar(zone, ...replaced, there)))
  expect(value.status).toBe('found')
  // A pause of 250 ms is logged; it takes half of that.
  expect(longest).toBeLessThan(400)
})

test('a server that sends too much, too slowly or a bomb', async () => {
  const ask = async (served: Awaited<ReturnType<typeof serve>>) => {
    const source = createCalendarSource({ fetch: served.fetch, at: { url: served.url }, name: 'Work' })
    return await source.gather(gathering(), never)
  }
  const large = await serve((_, response) => void response.end(calendar(one) + ' '.repeat(20_000_000)))
  expect(await ask(large)).toEqual({
    status: 'failed',
    reason: expect.objectContaining({ en: 'it is larger than 10 MB' }),
  })
  const bomb = gzipSync(calendar(one) + ' '.repeat(20_000_000))
  const packed = await serve((_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
  expect(await ask(packed)).toEqual({
    status: 'failed',
    reason: expect.objectContaining({ en: 'it is larger than 10 MB' }),
  })
  const slow = await serve(
    (_, response) => {
      const timer = setInterval(() => response.write('B'), 10)
      response.on('close', () => clearInterval(timer))
    },
    { deadlineMs: 150, idleMs: 60_000 },
  )
  expect(await ask(slow)).toEqual({
    status: 'failed',
    reason: expect.objectContaining({ en: 'it took longer than 0.2 s' }),
  })
  const whole = await serve((_, response) => void response.end(calendar(one)))
  expect(await ask(whole)).toMatchObject({ status: 'found', items: [{ title: '13:00 One' }] })
})

test('whatever is broken at random ends in items or a sentence', async () => {
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const whole = calendar(
    'BEGIN:VTIMEZONE\r\nTZID:Z\r\nBEGIN:STANDARD\r\nDTSTART:20001029T030000\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\nEND:STANDARD\r\nEND:VTIMEZONE',
    event(
      'UID:1 | DTSTART;TZID=Z:20260301T090000 | DURATION:PT1H | RRULE:FREQ=WEEKLY;BYDAY=SA;UNTIL=20270101T000000Z | EXDATE;TZID=Z:20260307T090000 | SUMMARY:x',
    ),
    event('UID:1 | RECURRENCE-ID;TZID=Z:20260314T090000 | DTSTART;TZID=Z:20260314T100000 | SUMMARY:y'),
  )
  const pieces = [
    '\r\n',
    ' ',
    ';',
    ':',
    ',',
    '=',
    '"',
    '0',
    '9',
    '-',
    'T',
    'Z',
    'MO',
    'BEGIN:VEVENT\r\n',
    'END:VEVENT\r\n',
    'SECONDLY',
    '\0',
    '\ud800',
    '99999999',
  ]
  for (let round = 0; round < 300; round++) {
    let text = whole
    for (let change = 0; change < 3; change++) {
      const at = Math.floor(random() * text.length)
      text = text.slice(0, at) + pick(pieces) + text.slice(at + Math.floor(random() * 6))
    }
    expect(['found', 'failed']).toContain((await gather(text)).status)
  }
})
