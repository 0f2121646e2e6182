import type { Lane } from '../../domain/ids.ts'
import type { Person } from '../../domain/person.ts'
import { isEnd } from '../../domain/task.ts'
import type { Steady } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { readPerson } from '../../store/people/people.ts'
import { type Approval, openApprovals } from '../../store/work/approvals.ts'
import { readTasks, type Task } from '../../store/work/tasks.ts'
import { plainName } from './approvals.ts'

/** The questions that hold up a lane, as somebody sees them who writes there. */
export interface OpenQuestions {
  /** Theirs to answer. */
  own: Approval[]
  others: Approval[]
}

export function openQuestions(db: Database, lane: Lane, person: Person, steady: Steady): OpenQuestions {
  const open = openApprovals(db, lane).filter(({ expiresAt }) => expiresAt > steady)
  if (open.length === 0) return { own: [], others: [] }
  const tasks = readTasks(
    db,
    open.map(({ taskId }) => taskId),
  )
  // An interrupted task holds up nobody, and neither does its question.
  const holds = ({ state }: Task) => !isEnd(state) && state !== 'interrupted'
  const live = new Set(tasks.filter(holds).map(({ id }) => id))
  const holding = open.filter(({ taskId }) => live.has(taskId))
  const isOwn = ({ personId }: Approval) => personId === person.id || person.role === 'owner'
  return { own: holding.filter(isOwn), others: holding.filter((approval) => !isOwn(approval)) }
}

/** For whom a question waits, as it may be said to others. */
export function askedName(db: Database, { personId }: Approval): string {
  return plainName(readPerson(db, personId).name)
}
