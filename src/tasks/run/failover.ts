import { taskKey } from '../../domain/outbox-key.ts'
import { factsOf } from '../../domain/task.ts'
import { answerMessages } from '../../messages/answer-messages.ts'
import type { FailureClass } from '../../spawner/failure-classes.ts'
import type { Brain, Failure } from '../../spawner/spawner.ts'
import { recordStandIn, type StandIn } from '../../store/work/answers.ts'
import type { Claim } from '../../store/work/claims.ts'
import { readTask, type Task } from '../../store/work/tasks.ts'
import { type PostDeps, postMessage } from '../say/post-message.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Trail } from './run-trail.ts'

export type TurnOutcome = { kind: 'done'; text: string } | { kind: 'failed'; failure: Failure }

/** Which brain was asked last, and what came of it. The outcome is undefined if the run was cut short. */
export interface BrainOutcome {
  brain: Brain
  outcome: TurnOutcome | undefined
}

export interface FailoverDeps extends TaskDeps {
  /** The next brain to try after these; undefined if none is left. */
  standIn(task: Task, tried: readonly string[]): Brain | undefined
}

/** Failures after which another brain may succeed. The other classes would fail with any brain. */
const otherBrainMayHelp = new Set<FailureClass>([
  'auth',
  'billing',
  'rate_limit',
  'overloaded',
  'network',
  'server',
  'missing',
  'model',
])

/**
 * Asks one brain after the other within the same claim until one answers; each gets a turn of its own. If none answers,
 * the first failure is reported, unless a later brain got further.
 */
export async function askWithFailover(
  deps: FailoverDeps,
  { task }: Claim,
  { first, trail, ask, giveUp }: FailoverRun,
  signal: AbortSignal,
): Promise<BrainOutcome> {
  const firstResult: BrainOutcome = { brain: first, outcome: await ask(first) }
  let last = firstResult
  for (const tried = [first.name]; canRetry(deps, task, trail, last.outcome) && !signal.aborted; ) {
    const brain = deps.standIn(task, tried)
    if (!brain) break
    deps.log.warn(
      { task: task.id, tried, brain: brain.name, class: last.outcome.failure.class },
      'asking another brain',
    )
    await giveUp(last.outcome.failure)
    trail.brain = brain.name
    trail.actions = []
    tried.push(brain.name)
    last = { brain, outcome: await ask(brain) }
  }
  const reportsFirst = last.outcome?.kind === 'failed' && trail.text === '' && isUntouched(deps, task)
  return reportsFirst ? firstResult : last
}

export interface FailoverRun {
  first: Brain
  trail: Trail
  ask(brain: Brain): Promise<TurnOutcome | undefined>
  /** Closes the session of the brain that failed. */
  giveUp(failure: Failure): Promise<void>
}

type Failed = Extract<TurnOutcome, { kind: 'failed' }>

function canRetry(deps: FailoverDeps, task: Task, trail: Trail, outcome: TurnOutcome | undefined): outcome is Failed {
  if (outcome?.kind !== 'failed' || !isUntouched(deps, task)) return false
  const { class: kind } = outcome.failure
  return otherBrainMayHelp.has(kind) || (kind === 'hang' && trail.text === '')
}

/** Reads the task again, because a tool may have changed something since the claim. */
function isUntouched({ db }: FailoverDeps, { id }: Task): boolean {
  return readTask(db, id)?.effects === 0
}

/**
 * Records that a stand-in answered. The person gets a notice when that begins in their conversation, and another when the
 * chosen brain answers again. Models do not see these notices as their own words.
 * Call it inside the transaction that ends the task, after its end was recorded.
 */
export function noteWhoAnswered(
  deps: PostDeps,
  task: Task,
  { brain, usual }: StandIn,
  before: StandIn | undefined,
  now: Date,
): void {
  const isStandIn = brain !== usual
  if (isStandIn) recordStandIn(deps.db, task.id, { brain, usual }, now)
  if (factsOf(task.kind).work !== 'answer') return
  const isNew = isStandIn ? before?.brain !== brain || before.usual !== usual : before?.usual === usual
  if (!isNew) return
  const text = isStandIn ? answerMessages.standsIn(brain, usual) : answerMessages.answersAgain(brain)
  const { lane, route, id } = task
  postMessage(deps, { key: taskKey(task, 'who'), kind: 'notice', lane, route, text, taskId: id }, now)
}
