import type { JobView, RunView } from '../../domain/job-service.ts'
import type { Database } from '../../store/database.ts'
import { readPerson } from '../../store/people/people.ts'
import type { Job } from '../../store/schedule/jobs.ts'
import { lastUndone, type Run } from '../../store/schedule/runs.ts'
import type { SchedulerSettings } from '../deps.ts'
import { describeSchedule } from '../times/schedule-description.ts'

export interface ViewsDeps {
  db: Database
  settings(): Pick<SchedulerSettings, 'timezone'>
}

/** Jobs and runs in the form that people see. */
export function createViews({ db, settings }: ViewsDeps) {
  return {
    job(job: Job, now: Date): JobView {
      const person = readPerson(db, job.personId)
      const next = findNextTime(job)
      return {
        id: job.id,
        kind: job.kind,
        name: job.name,
        text: job.text,
        source: job.source,
        state: job.state,
        when: describeSchedule(job.due, job.timezone, now, person.timezone ?? settings().timezone),
        isOnce: job.due.kind === 'once',
        timezone: job.timezone,
        ...(next === undefined ? {} : { next: new Date(next) }),
        person: person.name,
        ...(job.chat === null ? {} : { chat: job.chat }),
        destinations: job.destinations,
        isOpen: isOpen(db, job),
      }
    },

    run({ id, instant, state, reason, result, taskId }: Run): RunView {
      return {
        id,
        instant: new Date(instant),
        state,
        ...(reason === null ? {} : { reason }),
        ...(result === null ? {} : { result }),
        ...(taskId === null ? {} : { task: taskId }),
      }
    },
  }
}

function findNextTime({ state, nextAt, againAt }: Job): number | undefined {
  if (state !== 'active') return undefined
  const times = [nextAt, againAt].filter((at) => at !== null)
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Whether a reminder was sent and not marked as done yet. */
export function isOpen(db: Database, { id, kind, state, againAt }: Job): boolean {
  return kind === 'reminder' && state === 'active' && againAt === null && lastUndone(db, id) !== undefined
}
