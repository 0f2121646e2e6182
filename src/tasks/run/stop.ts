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
  /** Ends the runs of these tasks and everything they started. */
  abort(taskIds: number[]): void
  approvals: Pick<Approvals, 'withdraw'>
  trails: Pick<Trails, 'of'>
}

type After = (effect: () => void) => void

/** What a stop has ended. */
export interface Stopped {
  tasks: Task[]
  /** Of these what they had said is kept, marked. */
  kept: Set<number>
  /** Questions to a person that nobody needs to answer any more. */
  questions: number
  /** Messages that wait for their turn and still get it. */
  waiting: number
}

/**
 * Stops what a queue is at, the answer of a lane or work beside it, or everything it has planned too; shared by the button and the command.
 * It overtakes the queue: the tasks end in the commit that takes the stop in, and the runs are cut down right after it.
 */
export function stopQueue(deps: StopDeps, queue: Queue, which: 'first' | 'all', now: Date, after: After): Stopped {
  const live = liveInQueue(deps.db, queue)
  const first = live.find(isUnderWay) ?? live[0]
  const tasks = live.filter((task) => which === 'all' || task === first)
  const waiting = live.filter((task) => !tasks.includes(task)).flatMap(({ id }) => messageIdsOf(deps.db, id)).length
  return { tasks, ...cancelTasks(deps, tasks, 'stopped', now, after), waiting }
}

/** Stops one task, whatever else its queue is at. Call it inside a transaction, with one that has not ended. */
export function stopTask(deps: StopDeps, task: Task, now: Date, after: After): Stopped {
  const others = liveInQueue(deps.db, task.queue).filter(({ id }) => id !== task.id)
  const waiting = others.flatMap(({ id }) => messageIdsOf(deps.db, id)).length
  return { tasks: [task], ...cancelTasks(deps, [task], 'stopped', now, after), waiting }
}

const endings: Record<CutShort, string> = {
  stopped: 'the turn was stopped',
  withdrawn: 'the turn was withdrawn',
  deleted: 'what it answered was deleted',
}

/** How a run can be cut short by what a person does. */
type CutShort = 'stopped' | 'withdrawn' | 'deleted'

const settledAs: Record<CutShort, LocalizedText> = {
  stopped: permissionMessages.stopped,
  withdrawn: permissionMessages.withdrawn,
  deleted: permissionMessages.messageDeleted,
}

/** Ends these tasks and their runs, and keeps what they had said, unless what they answer is gone. Call it inside a transaction. */
export function cancelTasks(
  deps: StopDeps,
  tasks: Task[],
  reason: CutShort,
  now: Date,
  after: After,
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
  // Here and not with the end of the run: what waits behind it may begin before that, and must not go on in a session
  // of which nobody can say what it remembers of this turn.
  for (const { state, epochId } of tasks) {
    if (epochId !== null && state !== 'queued') closeEpoch(deps.db, epochId, endings[reason], now)
  }
  const questions = deps.approvals.withdraw(ids, settledAs[reason], now, after)
  after(() => {
    crashPoint('stop.after-commit')
    deps.abort(ids)
    for (const task of tasks) showState(deps, task, 'cancelled', { kept: kept.has(task.id) })
  })
  return { kept, questions }
}

/** What a person reads about it. */
export function describeStop({ tasks, questions, waiting }: Stopped, prefix: CommandPrefix): LocalizedText {
  if (tasks.length === 0) return answerMessages.nothingToStop
  const stopped = questions > 0 ? answerMessages.stoppedWithQuestion : answerMessages.stopped
  return waiting === 0 ? stopped : joinTexts([stopped, answerMessages.waiting(waiting, prefix)], ' ')
}

function isUnderWay({ state }: Task): boolean {
  return state === 'leased' || state === 'running' || state === 'waiting'
}

/** Ends the turns that wait for these answers, and says so. Call it inside a transaction, with one question at least. */
export function withdrawQuestions(
  deps: StopDeps,
  own: Approval[],
  now: Date,
  after: (effect: () => void) => void,
): LocalizedText {
  const waiting = [...new Set(own.map(({ taskId }) => taskId))]
  cancelTasks(deps, readTasks(deps.db, waiting), 'withdrawn', now, after)
  return permissionMessages.questionsWithdrawn(own.map(({ id }) => id))
}
