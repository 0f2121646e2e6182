import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { archiveName, nightlyTime } from '../../../src/app/backup/archive-format.ts'
import { keptArchives, pruneArchives } from '../../../src/app/backup/retention.ts'

const usual = { days: 14, weeks: 8, months: 12 }
const night = (day: number) => new Date(Date.UTC(2026, 0, day, 3))
const kept = (times: Date[], retention = usual) =>
  [...keptArchives(times, retention, 'UTC')]
    .toSorted((a, b) => a - b)
    .map((time) => new Date(time).toISOString().slice(0, 10))

test('of two years of nights, 14 days, 8 weeks and 12 months are kept', () => {
  const nights = Array.from({ length: 730 }, (_, day) => night(day + 1))
  const days = kept(nights)
  // The last night is 2027-12-31, a Friday.
  expect(days.slice(-14)).toEqual(Array.from({ length: 14 }, (_, day) => `2027-12-${18 + day}`))
  const earlier =
    '2027-01-31 2027-02-28 2027-03-31 2027-04-30 2027-05-31 2027-06-30 2027-07-31 2027-08-31 ' +
    '2027-09-30 2027-10-31 2027-11-14 2027-11-21 2027-11-28 2027-11-30 2027-12-05 2027-12-12'
  expect(days.slice(0, -14)).toEqual(earlier.split(' '))
})

test('removing every night what is not kept ends with the same archives', () => {
  const few = { days: 4, weeks: 3, months: 3 }
  const nights = Array.from({ length: 150 }, (_, day) => night(day + 1))
  let left: Date[] = []
  for (const next of nights) {
    const keep = keptArchives([...left, next], few, 'UTC')
    left = [...left, next].filter((time) => keep.has(time.getTime()))
  }
  expect(kept(left, few)).toEqual(kept(nights, few))
})

test('the last archive of a day counts, by the day of the person, and the newest is kept whatever the settings', () => {
  const times = [new Date('2026-03-01T21:00:00Z'), new Date('2026-03-01T22:30:00Z'), new Date('2026-03-01T23:30:00Z')]
  const days = { days: 2, weeks: 0, months: 0 }
  expect([...keptArchives(times, days, 'UTC')]).toEqual([times[2]?.getTime()])
  // 23:30 in UTC is the next day in Berlin.
  expect([...keptArchives(times, days, 'Europe/Berlin')]).toEqual([times[2]?.getTime(), times[1]?.getTime()])
  expect(keptArchives(times, { days: 0, weeks: 0, months: 0 }, 'UTC').size).toBe(1)
})

test('only nightly archives are removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-retention-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const nightly = [1, 2, 3].map((day) => archiveName(night(day), { nightly: true, encrypted: day === 2 }))
  const others = [archiveName(night(1), { nightly: false, encrypted: false }), 'notes.txt', 'skein-nightly-x.tar.gz']
  for (const name of [...nightly, ...others]) writeFileSync(join(folder, name), '')
  expect(await pruneArchives(folder, { days: 1, weeks: 0, months: 0 }, 'UTC')).toEqual(nightly.slice(0, 2))
  expect(new Set(readdirSync(folder))).toEqual(new Set([nightly[2], ...others]))
})

test.each([
  ['skein-nightly-2026-03-14-030000.tar.gz', '2026-03-14T03:00:00.000Z'],
  ['skein-nightly-2026-03-14-030000.tar.gz.age', '2026-03-14T03:00:00.000Z'],
  ['skein-2026-03-14-030000.tar.gz', undefined],
  ['skein-nightly-2026-13-14-030000.tar.gz', undefined],
  ['skein-nightly-2026-03-14-030000.tar.gz.part', undefined],
])('%s was made %s', (name, at) => {
  expect(nightlyTime(name)?.toISOString()).toBe(at)
})
