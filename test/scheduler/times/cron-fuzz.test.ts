import { expect, test } from 'vitest'
import type { Schedule } from '../../../src/domain/job.ts'
import { readCron } from '../../../src/scheduler/times/cron.ts'
import { nextInstant, previousInstant } from '../../../src/scheduler/times/next-instant.ts'
import { periodOf, shortestPeriod } from '../../../src/scheduler/times/period.ts'
import { describeSchedule } from '../../../src/scheduler/times/schedule-description.ts'
import { seed, seeded } from '../../support/seeded.ts'
import { size } from '../../support/sizes.ts'
import { hostileLine, pick } from './random-lines.ts'

const LINES = size(4000, 200_000)
/** Milliseconds of the processor for all that is asked about one line. Our goal is 10; this is where something is broken. */
const STALL = 200
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Havana',
  'Pacific/Chatham',
  'Africa/Cairo',
  // Of no world, or of no shape.
  'Mars/Olympus',
  '',
  'Europe/Berlin\0',
  '../../etc/passwd',
  '+25:00',
  '__proto__',
]

test('lines of every kind: none throws or stalls, none is due in the past, each wrong one is answered with a sentence', () => {
  console.log(`seed ${seed}`)
  const random = seeded(seed)
  let [longest, longestLine, read, due, wrong] = [0, '', 0, 0, 0]
  const first = process.cpuUsage()
  for (let count = 0; count < LINES; count++) {
    const line = hostileLine(random)
    const after = new Date(Math.floor(random() * Date.UTC(2110, 0)))
    const zone = pick(random, zones)
    const began = process.cpuUsage()
    const answer = answerTo(line, after, zone, count)
    const ms = cpuMs(began)
    // The first ones load what is needed for all.
    if (count > 100 && ms > longest) [longest, longestLine] = [ms, line]
    if (answer.problem)
      expect.fail(`${answer.problem}: ${JSON.stringify(line)}, ${zone}, seed ${seed}, number ${count}`)
    if (answer.status === 'wrong') wrong++
    else read++
    if (answer.isDue) due++
  }
  console.log(
    `${read} read, ${due} of them due, ${wrong} wrong; ${cpuMs(first).toFixed(0)} ms in all, the longest ${longest.toFixed(1)} ms`,
  )
  expect(longest, JSON.stringify(longestLine)).toBeLessThan(STALL)
  expect(cpuMs(first) / LINES).toBeLessThan(10)
  expect(due).toBeGreaterThan(LINES / 20)
  expect(wrong).toBeGreaterThan(LINES / 4)
}, 600_000)

const sentence = /^["A-Z][^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{20,400}\.$/u

function answerTo(line: string, after: Date, zone: string, count: number) {
  const when: Schedule = { kind: 'cron', line }
  const cron = readCron(line)
  const next = nextInstant(when, after, zone)
  const last = count % 5 === 0 ? previousInstant(when, after, zone, new Date(0)) : undefined
  const words = count % 5 === 0 ? describeSchedule(when, zone, after).en : 'not asked'
  if (count % 100 === 0) {
    periodOf(when, after, zone)
    shortestPeriod(when, after)
  }
  const isKnown = zones.indexOf(zone) < zones.indexOf('Mars/Olympus')
  const problem = [
    next && next <= after && 'due in the past',
    last && last > after && 'was due in the future',
    cron.status === 'read' && isKnown && !next && 'read, and never due',
    (cron.status === 'wrong' || !isKnown) && next && 'due all the same',
    cron.status === 'wrong' && !sentence.test(cron.problem.en) && `no sentence: ${cron.problem.en}`,
    words === '' && 'no words',
  ].find(Boolean)
  return { status: cron.status, isDue: next !== undefined, problem }
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}
