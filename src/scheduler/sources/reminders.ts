import { clockTime, dayAndTime, spanAround } from '../../lib/time/calendar.ts'
import type { Database } from '../../store/database.ts'
import { type Job, listJobs } from '../../store/schedule/jobs.ts'
import { lastUndone } from '../../store/schedule/runs.ts'
import { printableLine } from './readable-text.ts'
import type { Gathering, Item, Source } from './source.ts'

const MAX_LINE_CHARS = 300

/** The reminders of today, and earlier ones that are not done yet. */
export function createRemindersSource(db: Database, limit: number): Source {
  return {
    trust: 'owner',
    async gather(query) {
      const jobs = listJobs(db, { personId: query.person.id, kinds: ['reminder'] }).filter(isActive)
      const items = [
        ...jobs.flatMap((job) => listUndone(db, job, query)),
        ...jobs.flatMap((job) => listDueToday(job, query)),
      ]
      return { status: 'found', items: items.slice(0, limit) }
    },
  }
}

function isActive({ state }: Job): boolean {
  return state === 'active'
}

/** A postponed reminder is not listed, because it comes again by itself. */
function listUndone(db: Database, { id, text, againAt }: Job, { timezone }: Gathering): Item[] {
  const run = againAt === null ? lastUndone(db, id) : undefined
  if (!run) return []
  const at = new Date(run.instant)
  return [
    {
      key: `undone ${id} ${run.instant}`,
      title: `${printableLine(text, MAX_LINE_CHARS)} (since ${dayAndTime(at, timezone)}, not done)`,
      at,
    },
  ]
}

function listDueToday({ id, text, nextAt, againAt }: Job, { now, timezone }: Gathering): Item[] {
  const { until } = spanAround(now, 'day', timezone)
  return [nextAt, againAt]
    .filter((at) => at !== null && at < until.getTime())
    .map((due) => {
      const at = new Date(due ?? 0)
      return { key: `due ${id} ${due}`, title: `${clockTime(at, timezone)} ${printableLine(text, MAX_LINE_CHARS)}`, at }
    })
}
