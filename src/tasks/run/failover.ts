import type { Brain, Failure, FailureClass } from '../../spawner/spawner.ts'
import type { Claim } from '../../store/work/claims.ts'
import { readTask, type Task } from '../../store/work/tasks.ts'
import type { Road } from '../road.ts'
import type { Trail } from './trail.ts'

export type Outcome = { kind: 'done'; text: string } | { kind: 'failed'; failure: Failure }

/** Who answered, or did not. Undefined when it was cut short before an end. */
export interface Asked {
  brain: Brain
  outcome: Outcome | undefined
}

export interface FailoverDeps extends Road {
  /** Who may be asked now in the place of those that were tried; undefined when nobody is left. */
  standIn(task: Task, tried: readonly string[]): Brain | undefined
}

/** What says that a brain cannot answer. The others say it would not, or that the question is too much for any. */
const cannot = new Set<FailureClass>([
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
 * Asks one brain after the other, within the same claim, until one answers: each its own turn, made for it. Where none
 * does, the failure of the first is what is told, unless another got further.
 */
export async function askInTurn(
  deps: FailoverDeps,
  { task }: Claim,
  { first, trail, ask, giveUp }: Asking,
  signal: AbortSignal,
): Promise<Asked> {
  const asked: Asked = { brain: first, outcome: await ask(first) }
  let last = asked
  for (const tried = [first.name]; isUnable(deps, task, trail, last.outcome) && !signal.aborted; ) {
    const brain = deps.standIn(task, tried)
    if (!brain) break
    deps.log.warn({ task: task.id, tried, brain: brain.name, class: last.outcome.failure.class }, 'another is asked')
    await giveUp(last.outcome.failure)
    trail.brain = brain.name
    trail.actions = []
    tried.push(brain.name)
    last = { brain, outcome: await ask(brain) }
  }
  const isFirst = last.outcome?.kind === 'failed' && trail.text === '' && isUntouched(deps, task)
  return isFirst ? asked : last
}

export interface Asking {
  first: Brain
  trail: Trail
  ask(brain: Brain): Promise<Outcome | undefined>
  /** What was begun with whoever was asked last is not gone on with. */
  giveUp(failure: Failure): Promise<void>
}

type Failed = Extract<Outcome, { kind: 'failed' }>

function isUnable(deps: FailoverDeps, task: Task, trail: Trail, outcome: Outcome | undefined): outcome is Failed {
  if (outcome?.kind !== 'failed' || !isUntouched(deps, task)) return false
  const { class: kind } = outcome.failure
  return cannot.has(kind) || (kind === 'hang' && trail.text === '')
}

/** Read again: a tool may have begun to change something since the claim. */
function isUntouched({ db }: FailoverDeps, { id }: Task): boolean {
  return readTask(db, id)?.effects === 0
}
