import type { Claim } from '../../store/work/claims.ts'
import { readTask } from '../../store/work/tasks.ts'
import type { Road } from '../road.ts'

/** The right to write about a task that runs; undefined when it is not ours or not running. */
export function runningClaim({ db, instance }: Pick<Road, 'db' | 'instance'>, id: number): Claim | undefined {
  const task = readTask(db, id)
  const isOurs = task?.leaseInstance === instance && (task.state === 'running' || task.state === 'waiting')
  return isOurs ? { task, instance, token: task.leaseToken } : undefined
}
