import type { Asker, JobReader } from '../../domain/job-service.ts'
import { isLessTrusted } from '../../domain/person.ts'
import type { Database } from '../../store/database.ts'
import { type Job, listJobs, readJob } from '../../store/schedule/jobs.ts'
import { listResults, listRuns, type Run } from '../../store/schedule/runs.ts'
import { openInstant } from '../runs/instants.ts'
import { createViews, type ViewsDeps } from './job-views.ts'

/** The reading half of the job service. The command line uses it without a running daemon. */
export function createJobReader(deps: ViewsDeps): JobReader {
  const { db } = deps
  const views = createViews(deps)
  const viewResult = ({ run, job }: { run: Run; job: Job }) => ({ ...views.run(run), job: job.id, name: job.name })
  return {
    list: ({ person, now, everybody = false }) =>
      isLessTrusted(person.role, 'member')
        ? []
        : listJobs(db, everybody && person.role === 'owner' ? {} : { personId: person.id }).map((job) =>
            views.job(job, now),
          ),

    read(asker, id) {
      const job = findJob(db, asker, id)
      return job && views.job(job, asker.now)
    },

    runs: (asker, id, limit, before) => (findJob(db, asker, id) ? listRuns(db, id, limit, before).map(views.run) : []),

    nextTimes(asker, id, limit) {
      const job = findJob(db, asker, id)
      if (job?.state !== 'active') return []
      const instants = job.againAt === null ? [] : [new Date(job.againAt)]
      for (let last: Date | undefined = asker.now; last && instants.length < limit; ) {
        last = openInstant(db, job, last)
        if (last) instants.push(last)
      }
      return instants.toSorted((a, b) => a.getTime() - b.getTime())
    },

    briefings: ({ person }, limit, before) =>
      listResults(db, { personId: person.id, kind: 'briefing', limit, before }).map(viewResult),

    briefing: ({ person }, run) =>
      listResults(db, { personId: person.id, kind: 'briefing', run, limit: 1 }).map(viewResult)[0],
  }
}

/** A job of the asker, or any job for the owner. Removed jobs are not found. */
export function findJob(db: Database, { person }: Pick<Asker, 'person'>, id: number): Job | undefined {
  const job = readJob(db, id)
  if (!job || job.state === 'removed' || isLessTrusted(person.role, 'member')) return undefined
  return job.personId === person.id || person.role === 'owner' ? job : undefined
}
