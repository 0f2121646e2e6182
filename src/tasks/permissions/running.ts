import { crashPoint } from '../../lib/crash-point.ts'
import { type Claim, updateClaimed } from '../../store/work/claims.ts'
import { readTask } from '../../store/work/tasks.ts'
import type { Road } from '../road.ts'

/** The right to write about a task that runs; undefined when it is not ours or not running. */
export function runningClaim({ db, instance }: Pick<Road, 'db' | 'instance'>, id: number): Claim | undefined {
  const task = readTask(db, id)
  const isOurs = task?.leaseInstance === instance && (task.state === 'running' || task.state === 'waiting')
  return isOurs ? { task, instance, token: task.leaseToken } : undefined
}

/** Committed before anything is changed: from here on the task is never silently run again. False when it does not run. */
export function beginChange(road: Pick<Road, 'db' | 'instance'>, task: number): boolean {
  const claim = runningClaim(road, task)
  if (!claim) return false
  crashPoint('permission.before-effect')
  const begun = updateClaimed(road.db, claim, { effects: 1 })
  if (begun) crashPoint('permission.after-effect')
  return begun
}
