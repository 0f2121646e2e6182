import { answerMessages } from '../../messages/answer-messages.ts'
import { overdueTasks, type Task } from '../../store/work/tasks.ts'
import type { Road } from '../road.ts'
import { retryCommand } from '../say/prefix.ts'
import { endWithNotice, showState } from '../say/task-ends.ts'

/** Ends what waited too long, with a notice. Returns how many there were. */
export function expire(road: Road): number {
  const now = road.clock.now()
  const hours = Math.max(1, Math.round(road.settings().expireMs / 3_600_000))
  const why = (task: Task) => {
    const retry = retryCommand(road, task.chat, task.id)
    return task.state === 'interrupted' ? answerMessages.interruptedAgain(retry) : answerMessages.expired(hours, retry)
  }
  const overdue = overdueTasks(road.db, road.clock.steady())
  for (const task of overdue) {
    road.db.transaction(() => endWithNotice(road, task, 'expired', why(task), now))
    showState(road, task, 'expired', { reason: why(task) })
  }
  return overdue.length
}
