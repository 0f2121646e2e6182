import type { AskModel } from '../../src/domain/job-service.ts'
import { createJobService } from '../../src/scheduler/jobs/job-service.ts'
import { insertJob } from '../../src/store/schedule/jobs.ts'
import { createOwnerJobs, type OwnerJobs } from '../../src/web/routes/schedule/owner-jobs.ts'
import type { World } from './world.ts'

/** The real job service over the store of a world; what it plans is not run. */
export function createJobs(
  { db, clock, log, ownerId }: Pick<World, 'db' | 'clock' | 'log' | 'ownerId'>,
  ask?: AskModel,
): OwnerJobs {
  const jobs = createJobService({
    db,
    clock,
    log,
    settings: () => ({ timezone: 'UTC', quietHours: undefined, spreadMs: 0 }),
    persist: async (write) => write(),
    say: () => {},
    reaches: () => true,
    prefixIn: () => '/',
    open: async () => ({ status: 'refused', reason: 'nobody is written to here' }),
    planned: () => {},
    random: () => 0,
    abort: () => {},
    changed: () => {},
  })
  const owner = { id: ownerId, role: 'owner' } as const
  return createOwnerJobs({ db, clock, jobs, owner, timezone: () => 'UTC', ask: () => ask })
}

/** One of the configuration; its number. */
export function insertBriefing({ db, clock, ownerId }: Pick<World, 'db' | 'clock' | 'ownerId'>, name: string): number {
  const nowhere = { chat: null, lane: null, route: null, destinations: [] }
  const due = { kind: 'cron', line: '0 7 * * *' } as const
  const what = { kind: 'briefing', source: 'file', name, text: '', options: {} } as const
  return insertJob(db, { ...what, ...nowhere, due, timezone: 'UTC', personId: ownerId, nextAt: null }, clock.now()).id
}
