import type { Schedule } from '../../../src/domain/job.ts'
import { openInstant } from '../../../src/scheduler/runs/instants.ts'
import { insertJob, type Job } from '../../../src/store/schedule/jobs.ts'
import { listRuns } from '../../../src/store/schedule/runs.ts'
import type { RoadWorld } from '../../support/road-world.ts'

/** The clock of the world stands at 10:00 UTC on Saturday, 14 March 2026. */
export function plan(world: RoadWorld, due: Schedule, values: Partial<Job> = {}): number {
  const now = world.clock.now()
  world.say('hello')
  const made = {
    kind: 'scheduled',
    source: 'person',
    name: 'the job',
    personId: world.owner.id,
    chat: 'web:a',
    lane: 'root:web:a',
    route: { chat: 'web:a' },
    destinations: [],
    due,
    timezone: 'UTC',
    text: 'what is new?',
    options: {},
    ...values,
  } as Job
  const nextAt = openInstant(world.db, made, now)?.getTime() ?? null
  return insertJob(world.db, { ...made, nextAt }, now).id
}

export const hourly: Schedule = { kind: 'cron', line: '0 * * * *' }
export const daily: Schedule = { kind: 'cron', line: '0 7 * * *' }

export function runsOf(world: RoadWorld, job: number): string[] {
  return listRuns(world.db, job, 1000)
    .toReversed()
    .map(({ instant, state }) => `${new Date(instant).toISOString().slice(5, 16)} ${state}`)
}

export function saidIn(world: RoadWorld): string[] {
  return world.web.sent.map(({ body }) => body)
}
