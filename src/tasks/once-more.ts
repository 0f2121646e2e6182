import { later } from '../lib/clock.ts'
import { takeOffers } from '../store/approvals.ts'
import { liveInLane, reopenTask, type Task } from '../store/tasks.ts'
import type { CommandContext } from './commands.ts'
import { showState } from './ends.ts'
import { overLimit } from './limits.ts'
import { noticeKey } from './notices.ts'
import type { Road } from './road.ts'
import { show } from './speak.ts'

/** Opens a task again. Answers why not, or undefined when it will run. Call it inside a transaction. */
export function runOnceMore(
  road: Road,
  task: Task,
  { person, now, steady, after }: Pick<CommandContext, 'person' | 'now' | 'steady' | 'after'>,
): string | undefined {
  if (liveInLane(road.db, task.lane).some(({ id }) => id === task.id)) return 'I am still working on it.'
  const refusal = overLimit(road.db, person, road.settings(), steady)
  if (refusal) return refusal
  // Whatever was offered below its end is taken up or out of date by this.
  const offers = takeOffers(road.db, noticeKey(task, ''))
  reopenTask(road.db, task.id, { dueAt: steady, deadlineAt: later(steady, road.settings().expireMs) }, now)
  after(() => {
    const { chat, lane, id } = task
    for (const line of offers) show(road, { kind: 'settled', chat, lane, task: id, ...line, outcome: 'Tried again.' })
    showState(road, task, 'queued')
  })
  return undefined
}
