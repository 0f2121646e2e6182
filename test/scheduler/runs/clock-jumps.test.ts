import { expect, test } from 'vitest'
import { openInstant } from '../../../src/scheduler/runs/instants.ts'
import { insertJob } from '../../../src/store/schedule/jobs.ts'
import { listRuns } from '../../../src/store/schedule/runs.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { seed, seeded } from '../../support/seeded.ts'
import { isLong } from '../../support/sizes.ts'
import { firesIn, wallTable } from '../times/wall-table.ts'

// A year on the wall in several zones, in which the clock is set again and again. What must come of it is worked out from
// a table of the minutes that are due, made without any of the code that is tried here.

const HOUR = 3_600_000
const DAY = 24 * HOUR
// Havana sets its clock at midnight, Lord Howe by half an hour.
const zones = ['Europe/Berlin', 'America/Havana', 'Australia/Lord_Howe']
if (isLong) zones.push('America/New_York', 'Asia/Kolkata', 'Pacific/Chatham')
const line = '30 2 * * *'
const jumps = [2 * HOUR, -HOUR, 2 * DAY, -3 * DAY]

const rounds = isLong ? [1, 2, 3, 4, 5, 6, 7, 8] : [1]

test.each(rounds)(
  'a year in each zone, with a clock that is set every few days (%i)',
  (round) => {
    console.log(`seed ${seed}`)
    const world = createRoadWorld()
    const { clock, db, scheduling } = world
    const start = clock.now().getTime()
    const due = { kind: 'cron', line } as const
    const jobs = zones.map((timezone) => {
      const job = {
        kind: 'reminder',
        source: 'person',
        name: timezone,
        text: timezone,
        personId: world.owner.id,
      } as const
      const place = { chat: null, lane: null, route: null, destinations: [], options: {} }
      const nextAt = openInstant(db, { id: 0, due, timezone }, clock.now())?.getTime() ?? null
      const { id } = insertJob(db, { ...job, ...place, due, timezone, nextAt }, clock.now())
      return {
        id,
        table: firesIn(wallTable(timezone, '2026-03-01T00:00Z', '2027-05-01T00:00Z'), line),
        run: new Set<number>(),
      }
    })
    const next = seeded(seed + round)
    let looked = start
    scheduling.look()
    for (let walked = 0; walked < 366 * DAY; ) {
      const isSet = next() < 0.06
      const step = isSet ? (jumps[Math.floor(next() * jumps.length)] ?? 0) : Math.ceil(next() * 16 * HOUR)
      clock.step(step)
      walked += step
      const now = clock.now().getTime()
      scheduling.look()
      for (const { table, run } of jobs) {
        // Of what has come since the last look, the newest that was not run: nothing else, and nothing twice.
        const newest = table.findLast((at) => at > looked && at <= now && !run.has(at))
        if (newest !== undefined) run.add(newest)
      }
      looked = now
    }
    for (const { id, run } of jobs) {
      const ran = listRuns(db, id, 10_000).map(({ instant }) => instant)
      expect(new Set(ran).size).toBe(ran.length)
      expect(ran.toSorted((a, b) => a - b)).toEqual([...run].sort((a, b) => a - b))
      expect(ran.length).toBeGreaterThan(300)
    }
  },
  600_000,
)
