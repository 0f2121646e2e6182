import { allOfTask } from '../../domain/outbox-key.ts'
import type { Person } from '../../domain/person.ts'
import { later, type Moment } from '../../lib/time/clock.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import { deliveryMessages } from '../../messages/delivery-messages.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import type { Brains } from '../../spawner/brains.ts'
import { linesOnOtherBranches } from '../../store/messages/branch-path.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { takeOffers } from '../../store/work/approvals.ts'
import { retryFailed } from '../../store/work/outbox.ts'
import { listTasks, liveInQueue, messageIdsOf, reopenTask, setDue, type Task } from '../../store/work/tasks.ts'
import { show } from '../say/post-message.ts'
import { showState } from '../say/task-ends.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Breakers } from './breaker.ts'
import { describeLimit } from './limits.ts'

interface Reopening extends Moment {
  person: Person
  /** Runs the effect after the commit. For everything that acts outside the store. */
  afterCommit(effect: () => void): void
}

/** Reopens a task. Returns why not, or undefined if it will run. Call it inside a transaction. */
export function reopen(
  deps: TaskDeps,
  task: Task,
  { person, now, steady, afterCommit }: Reopening,
): LocalizedText | undefined {
  if (liveInQueue(deps.db, task.queue).some(({ id }) => id === task.id)) return answerMessages.stillWorking
  if (hasNoMessages(deps, task)) return answerMessages.emptied(task.id, task.reason ?? '')
  if (linesOnOtherBranches(deps.db, messageIdsOf(deps.db, task.id)).size > 0) return answerMessages.otherVersion
  const refusal = describeLimit(deps.db, person, deps.settings(), steady)
  if (refusal) return refusal
  // The buttons below the task's last message no longer apply.
  const oldButtons = takeOffers(deps.db, allOfTask(task))
  reopenTask(deps.db, task.id, { dueAt: steady, deadlineAt: later(steady, deps.settings().expireMs) }, now)
  afterCommit(() => {
    const { chat, lane, id } = task
    const outcome = answerMessages.retried[languageIn(deps.db, chat)]
    for (const line of oldButtons) show(deps, { kind: 'settled', chat, lane, task: id, ...line, outcome })
    showState(deps, task, 'queued')
  })
  return undefined
}

/** Whether its messages were given to another task. */
function hasNoMessages({ db }: TaskDeps, { id, kind, instruction }: Task): boolean {
  return kind === 'reply' && instruction === null && messageIdsOf(db, id).length === 0
}

/** What failed is tried again at once, because the reason may be gone. Pauses that a platform asked for still apply. */
export function retryEverything({ db, clock }: Pick<TaskDeps, 'db' | 'clock'>): void {
  const now = clock.steady()
  db.transaction(() => {
    const tasks = listTasks(db, { limit: MAX_RETRIED_TASKS, open: true })
    for (const { id, state } of tasks) if (state === 'retry') setDue(db, id, now)
    retryFailed(db, deliveryMessages.paused, now)
  })
}

interface RetryNowDeps extends Pick<TaskDeps, 'db' | 'clock'> {
  brains: Pick<Brains, 'for' | 'named'>
  breakers: Pick<Breakers, 'of'>
  worker: { wake(): void }
}

const MAX_RETRIED_TASKS = 1000

/**
 * Closes the breaker of a brain, because somebody may have fixed it, and runs the tasks that wait for it at once.
 * Returns false if there is no brain of this name.
 */
export function retryNow({ db, clock, brains, breakers, worker }: RetryNowDeps, name: string): boolean {
  const brain = brains.named(name)
  if (!brain) return false
  breakers.of(brain.name).close()
  const waiting = listTasks(db, { limit: MAX_RETRIED_TASKS, open: true }).filter(
    (task) => task.state === 'retry' && brains.for(task).name === brain.name,
  )
  db.transaction(() => {
    for (const { id } of waiting) setDue(db, id, clock.steady())
  })
  worker.wake()
  return true
}
