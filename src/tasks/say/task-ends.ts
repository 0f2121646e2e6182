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
export function endWithNotice(deps: TaskDeps, task: Task, state: EndState, notice: AnyText, now: Date): void {
  endTasks(deps.db, [task.id], state, notice, now)
  if (factsOf(task.kind).awaited) tellAboutTask(deps, task, state, notice, now)
}

/** Sends a notice about a task to the place where its answer would go. */
export function tellAboutTask(deps: TaskDeps, task: Task, what: string, text: AnyText, now: Date): void {
  postMessage(
    deps,
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

/** Shows the state of an answer in its chat. Work beside the chat and background work show only their result. */
export function showState(
  deps: Pick<TaskDeps, 'db' | 'clock' | 'channels'>,
  task: Pick<Task, 'id' | 'kind' | 'chat' | 'lane'>,
  state: TaskState,
  { retryAt, ...details }: { reason?: AnyText; retryAt?: Steady; kept?: boolean } = {},
): void {
  if (!factsOf(task.kind).isShownLive) return
  show(deps, {
    kind: 'state',
    chat: task.chat,
    lane: task.lane,
    task: task.id,
    state,
    messages: messageIdsOf(deps.db, task.id),
    ...details,
    ...(retryAt === undefined ? {} : { retryAt: wallTime(deps.clock, retryAt) }),
  })
}
