import { overdueTasks, type Task } from '../../store/work/tasks.ts'
import type { Road } from '../road.ts'
import { prefixIn } from '../say/prefix.ts'
import { sentences } from '../say/sentences.ts'
import { endWithNotice, showState } from '../say/task-ends.ts'

/** Ends what waited too long, with a notice. Returns how many there were. */
export function expire(road: Road): number {
  const now = road.clock.now()
  const hours = Math.max(1, Math.round(road.settings().expireMs / 3_600_000))
  const why = (task: Task) =>
    task.state === 'interrupted'
      ? sentences.interruptedAgain(prefixIn(road, task.chat), task.id)
      : sentences.expired(prefixIn(road, task.chat), hours, task.id)
  const overdue = overdueTasks(road.db, road.clock.steady())
  for (const task of overdue) {
    road.db.transaction(() => endWithNotice(road, task, 'expired', why(task), now))
    showState(road, task, 'expired', { reason: why(task) })
  }
  return overdue.length
}
