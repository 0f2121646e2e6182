import { taskKey } from '../../domain/outbox-key.ts'
import { type EndState, factsOf, type TaskState } from '../../domain/task.ts'
import { type Steady, wallTime } from '../../lib/time/clock.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import type { AnyText } from '../../messages/localized.ts'
import { endTasks, messageIdsOf, type Task } from '../../store/work/tasks.ts'
import type { TaskDeps } from '../task-deps.ts'
import { postMessage, show } from './post-message.ts'
import { taskButton } from './task-button.ts'

/**
 * Ends a task without an answer and tells the person if somebody waits for it; nobody needs to know that a summary was
 * postponed. Call it inside a transaction, and `showState` after the commit.
 */
export function endWithNotice(road: TaskDeps, task: Task, state: EndState, notice: AnyText, now: Date): void {
  endTasks(road.db, [task.id], state, notice, now)
  if (factsOf(task.kind).awaited) tellAboutTask(road, task, state, notice, now)
}

/** Sends a notice about a task to the place where its answer would go. */
export function tellAboutTask(road: TaskDeps, task: Task, what: string, text: AnyText, now: Date): void {
  postMessage(
    road,
    {
      key: taskKey(task, what),
      kind: 'notice',
      lane: task.lane,
      route: task.route,
      text,
      taskId: task.id,
      buttons: [taskButton(answerMessages.retryButton, 'retry', task)],
    },
    now,
  )
}

/** Shows the state of an answer in its chat. Background work shows only its result. */
export function showState(
  road: TaskDeps,
  task: Pick<Task, 'id' | 'kind' | 'chat' | 'lane'>,
  state: TaskState,
  { retryAt, ...more }: { reason?: AnyText; retryAt?: Steady; kept?: boolean } = {},
): void {
  if (factsOf(task.kind).work !== 'answer') return
  show(road, {
    kind: 'state',
    chat: task.chat,
    lane: task.lane,
    task: task.id,
    state,
    messages: messageIdsOf(road.db, task.id),
    ...more,
    ...(retryAt === undefined ? {} : { retryAt: wallTime(road.clock, retryAt) }),
  })
}
