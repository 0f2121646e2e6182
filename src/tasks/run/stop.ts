import type { CommandPrefix } from '../../channels/channel.ts'
import type { Queue } from '../../domain/ids.ts'
import { crashPoint } from '../../lib/crash-point.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import { joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import { closeEpoch } from '../../store/recall/epochs.ts'
import type { Approval } from '../../store/work/approvals.ts'
import { endTasks, liveInQueue, messageIdsOf, readTasks, type Task } from '../../store/work/tasks.ts'
import type { Approvals } from '../permissions/approvals.ts'
import { showState } from '../say/task-ends.ts'
import type { TaskDeps } from '../task-deps.ts'
import { sendPartialAnswer } from './answer-line.ts'
import type { Trails } from './run-trail.ts'

export interface StopDeps extends TaskDeps {
  /** Aborts the runs of these tasks and everything they started. */
  abort(taskIds: number[]): void
  approvals: Pick<Approvals, 'withdraw'>
  trails: Pick<Trails, 'of'>
}

type After = (effect: () => void) => void

/** What a stop ended. */
export interface Stopped {
  tasks: Task[]
  /** The tasks whose partial answer was sent, marked as unfinished. */
  kept: Set<number>
  /** How many questions to a person were withdrawn. */
  questions: number
  /** How many messages still wait and will be answered. */
  waiting: number
}

/**
 * Stops the current task of a queue, or all of its tasks. The button and the command share it. It overtakes the queue:
 * the tasks end in the commit that accepts the stop, and their runs are aborted right after it.
 */
export function stopQueue(
  deps: StopDeps,
  queue: Queue,
  which: 'first' | 'all',
  now: Date,
  afterCommit: After,
): Stopped {
  const live = liveInQueue(deps.db, queue)
  const first = live.find(isUnderWay) ?? live[0]
  const tasks = live.filter((task) => which === 'all' || task === first)
  const waiting = live.filter((task) => !tasks.includes(task)).flatMap(({ id }) => messageIdsOf(deps.db, id)).length
  return { tasks, ...cancelTasks(deps, tasks, 'stopped', now, afterCommit), waiting }
}

/** Stops one task that has not ended, and leaves the rest of its queue alone. Call it inside a transaction. */
export function stopTask(deps: StopDeps, task: Task, now: Date, afterCommit: After): Stopped {
  const others = liveInQueue(deps.db, task.queue).filter(({ id }) => id !== task.id)
  const waiting = others.flatMap(({ id }) => messageIdsOf(deps.db, id)).length
  return { tasks: [task], ...cancelTasks(deps, [task], 'stopped', now, afterCommit), waiting }
}

const epochReasons: Record<CutShort, string> = {
  stopped: 'the turn was stopped',
  withdrawn: 'the turn was withdrawn',
  deleted: 'what it answered was deleted',
}

/** What a person did that cuts a run short. */
type CutShort = 'stopped' | 'withdrawn' | 'deleted'

const outcomes: Record<CutShort, LocalizedText> = {
  stopped: permissionMessages.stopped,
  withdrawn: permissionMessages.withdrawn,
  deleted: permissionMessages.messageDeleted,
}

/** Ends these tasks and their runs. Sends their partial answers unless the question was deleted. Inside a transaction. */
export function cancelTasks(
  deps: StopDeps,
  tasks: Task[],
  reason: CutShort,
  now: Date,
  afterCommit: After,
): Pick<Stopped, 'kept' | 'questions'> {
  const ids = tasks.map((task) => task.id)
  if (ids.length === 0) return { kept: new Set(), questions: 0 }
  crashPoint('stop.before-commit')
  const kept = new Set(
    tasks
      .filter((task) => reason !== 'deleted' && sendPartialAnswer(deps, task, deps.trails.of(task.id), 'stopped', now))
      .map(({ id }) => id),
  )
  endTasks(deps.db, ids, 'cancelled', reason === 'deleted' ? answerMessages.messageDeleted : reason, now)
  // Closed here and not at the end of the run: the next task may begin before that, and must not continue a session
  // whose memory of this turn is unknown.
  for (const { state, epochId } of tasks) {
    if (epochId !== null && state !== 'queued') closeEpoch(deps.db, epochId, epochReasons[reason], now)
  }
  const questions = deps.approvals.withdraw(ids, outcomes[reason], now, afterCommit)
  afterCommit(() => {
    crashPoint('stop.after-commit')
    deps.abort(ids)
    for (const task of tasks) showState(deps, task, 'cancelled', { kept: kept.has(task.id) })
  })
  return { kept, questions }
}

export function describeStop({ tasks, questions, waiting }: Stopped, prefix: CommandPrefix): LocalizedText {
  if (tasks.length === 0) return answerMessages.nothingToStop
  const stopped = questions > 0 ? answerMessages.stoppedWithQuestion : answerMessages.stopped
  return waiting === 0 ? stopped : joinTexts([stopped, answerMessages.waiting(waiting, prefix)], ' ')
}

function isUnderWay({ state }: Task): boolean {
  return state === 'leased' || state === 'running' || state === 'waiting'
}

/** Ends the turns that wait for these answers, and says so. Call it inside a transaction with at least one question. */
export function withdrawQuestions(
  deps: StopDeps,
  questions: Approval[],
  now: Date,
  afterCommit: (effect: () => void) => void,
): LocalizedText {
  const taskIds = [...new Set(questions.map(({ taskId }) => taskId))]
  cancelTasks(deps, readTasks(deps.db, taskIds), 'withdrawn', now, afterCommit)
  return permissionMessages.questionsWithdrawn(questions.map(({ id }) => id))
}
