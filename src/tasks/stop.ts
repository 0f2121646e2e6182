import type { Lane } from '../domain/ids.ts'
import { crashPoint } from '../lib/crash-point.ts'
import { endTasks, liveInLane, type Task } from '../store/tasks.ts'
import type { Approvals } from './approvals.ts'
import { showState } from './ends.ts'
import type { Road } from './road.ts'

export interface StopDeps extends Road {
  /** Ends the runs of these tasks and everything they started. */
  abort(taskIds: number[]): void
  approvals: Pick<Approvals, 'withdraw'>
}

/**
 * Stops everything a lane has begun or planned; shared by the button and the command.
 * It overtakes the queue: the tasks end in the commit that takes the stop in, and the runs are cut down right after it.
 */
export function stopLane(deps: StopDeps, lane: Lane, now: Date, after: (effect: () => void) => void): Task[] {
  const tasks = liveInLane(deps.db, lane)
  if (tasks.length === 0) return tasks
  const ids = tasks.map((task) => task.id)
  crashPoint('stop.before-commit')
  endTasks(deps.db, ids, 'cancelled', 'stopped', now)
  deps.approvals.withdraw(ids, now, after)
  after(() => {
    crashPoint('stop.after-commit')
    deps.abort(ids)
    for (const task of tasks) showState(deps, task, 'cancelled')
  })
  return tasks
}
