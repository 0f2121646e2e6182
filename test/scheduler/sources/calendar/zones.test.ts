import { expect, test } from 'vitest'
import { isZone } from '../../../../src/lib/time/zone.ts'
import { windowsZones } from '../../../../src/scheduler/sources/calendar/windows-zones.ts'
import { agenda, calendar, event, morning } from './ics.ts'

const at = (tzid: string, ...more: string[]) =>
  calendar(...more, event(`UID:1 | DTSTART;TZID=${tzid}:20260109T090000 | RRULE:FREQ=DAILY | SUMMARY:x`))

/** As Outlook writes it: a name of its own, rules since 1601. */
const ruled = (tzid: string, name: string) =>
  `BEGIN:VTIMEZONE
TZID:${tzid}
BEGIN:STANDARD
DTSTART:16010101T020000
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
TZNAME:${name}
RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE`.replaceAll('\n', '\r\n')

test.each<[what: string, body: string, before: string, after: string]>([
  ['a name that everybody knows', at('America/New_York'), '15:00', '14:00'],
  ['a name behind that of a program', at('/freeassociation.sourceforge.net/America/New_York'), '15:00', '14:00'],
  ['a name of Windows', at('Eastern Standard Time'), '15:00', '14:00'],
  ['a name in quotes', at('"Eastern Standard Time"'), '15:00', '14:00'],
  ['rules of its own', at('Customised', ruled('Customised', 'x')), '15:00', '14:00'],
  ['rules that belong to another', at('Customised', ruled('Other', 'x')), '09:00', '09:00'],
  ['a known name with wrong rules', at('Europe/Lisbon', ruled('Europe/Lisbon', 'x')), '10:00', '10:00'],
  ['nonsense', at('Nowhere'), '09:00', '09:00'],
])('%s', async (_what, body, before, after) => {
  // Between the 8th and the 29th of March it is summer over there and winter here.
  expect(await agenda(body, { now: morning('2026-03-06') })).toEqual([`${before} x`])
  expect(await agenda(body, { now: morning('2026-03-12') })).toEqual([`${after} x`])
  expect(await agenda(body, { now: morning('2026-07-01') })).toEqual([`${before} x`])
})

test('every zone that Windows has is one that we have', () => {
  expect([...windowsZones].filter(([, name]) => !isZone(name))).toEqual([])
  expect(windowsZones.size).toBeGreaterThan(80)
})
