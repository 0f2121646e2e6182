import { type Foreign, foreignWords } from '../../domain/foreign.ts'
import { QUESTION_OPEN_MINUTES } from '../../domain/task.ts'
import { crashPoint } from '../../lib/crash-point.ts'
import type { OwnText } from '../../lib/text/own-text.ts'
import { joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import type { PermissionAnswer } from '../../spawner/spawner.ts'
import { readPerson } from '../../store/people/people.ts'
import { useApproval } from '../../store/work/approvals.ts'
import { type Claim, updateClaimed } from '../../store/work/claims.ts'
import { readTask } from '../../store/work/tasks.ts'
import type { Scope } from '../../tools/tool.ts'
import { showState } from '../say/task-ends.ts'
import type { TaskDeps } from '../task-deps.ts'
import { type ActionEffect, inline } from './action-effect.ts'
import type { Approvals } from './approvals.ts'
import { ownWordsIn } from './own-words.ts'
import type { AlwaysRule } from './tool-rules.ts'

/** One action that a model wants to take, with whichever tool. */
export interface PlannedAction {
  tool: string
  /** Identifies the exact action. An approval is valid only for this hash. */
  hash: string
  effect(): ActionEffect
  /** A sentence about where the action would take place. */
  place?: LocalizedText
  /** What "always" would allow; null for tools that need approval only when other people's words are involved. */
  always: AlwaysRule | null
  /** Whether it is allowed without a question while the model sees no words of others. */
  isAllowed: boolean
  /** Whether running it twice would change something twice. */
  changes: boolean
  /** Whether everything that determines its effect comes literally from the person. */
  isTheirs(said: OwnText): boolean
  /** Called right before the action is taken. */
  begun?(): void
}

/** Decides from the stored task, the role and what the model has seen. Nothing a model says can widen the rights. */
export interface ActionJudge {
  /** Decides at once. Before it allows a change, it stores that the task has effects. */
  judge(act: PlannedAction, scope: Scope): PermissionAnswer | { verdict: 'ask' }
  /** Asks the person and waits for the answer until the time limit. No answer means no. */
  ask(act: PlannedAction, scope: Scope, signal: AbortSignal): Promise<PermissionAnswer>
}

export interface ActionJudgeDeps extends Pick<TaskDeps, 'db' | 'clock' | 'channels' | 'instance' | 'persist'> {
  approvals: Approvals
  /** Frees the worker for other tasks until the promise settles. */
  whileWaiting<T>(task: number, pending: Promise<T>): Promise<T>
  /** Adds a line to the task's result about something refused because nobody could be asked. */
  refused(task: number, line: LocalizedText): void
}

/**
 * The one rule for every action that changes, sends, runs, schedules or fetches something: once the model has seen words
 * of others, the person is asked, whatever was allowed before. What the person asked for in their own words is allowed.
 * In background work, where nobody can be asked, it is refused.
 */
export function createActionJudge(deps: ActionJudgeDeps): ActionJudge {
  const { db, clock, approvals } = deps

  function judge(act: PlannedAction, scope: Scope): ReturnType<ActionJudge['judge']> {
    const claim = runningClaim(deps, scope.task)
    if (!claim) return deny(ended)
    const { foreign } = scope
    const passes = foreign.length === 0 ? act.isAllowed : act.isTheirs(ownWordsIn(db, claim.task))
    if (passes) return begin(claim, act) ? allow : deny(ended)
    if (foreign.length === 0 || !scope.isBackground) return { verdict: 'ask' }
    const sources = describeForeign(foreign)
    deps.refused(scope.task, permissionMessages.nobodyToAsk(act.effect().gist, sources))
    return deny(
      `Nobody is there to be asked, and words of others are before you (${sources.en}): this is not done. Do not try it another way; the person is told below your answer.`,
    )
  }

  /** Commits the task's effects before the action runs, so that the task is never silently run again. */
  function begin(claim: Claim, act: PlannedAction, approval?: number): boolean {
    crashPoint('permission.before-effect')
    const begun = db.transaction(() => {
      if (approval !== undefined && !useApproval(db, approval)) return false
      return updateClaimed(db, claim, { state: 'running', ...(act.changes && { effects: 1 }) })
    })
    if (begun) crashPoint('permission.after-effect')
    if (begun) act.begun?.()
    return begun
  }

  async function ask(act: PlannedAction, scope: Scope, signal: AbortSignal): Promise<PermissionAnswer> {
    const judged = judge(act, scope)
    if (judged.verdict !== 'ask') return judged
    const claim = runningClaim(deps, scope.task)
    if (!claim) return deny(ended)
    await deps.persist(() => updateClaimed(db, claim, { state: 'waiting' }))
    showState(deps, claim.task, 'waiting')
    const person = readPerson(db, claim.task.personId)
    const { foreign } = scope
    const involved = foreign.length > 0 ? [permissionMessages.involved(describeForeign(foreign))] : []
    const asked = {
      task: claim.task,
      person,
      hash: act.hash,
      tool: act.tool,
      effect: act.effect(),
      place: joinTexts([act.place ?? [], involved].flat(), '\n\n'),
      always: foreign.length > 0 ? null : act.always,
    }
    crashPoint('permission.before-question')
    const approval = await deps.whileWaiting(claim.task.id, approvals.ask(asked, signal))
    if (signal.aborted) return deny('The task was stopped.')
    const isGood = approval.state === 'yes' && approval.expiresAt > clock.steady()
    const begun = isGood && (await deps.persist(() => begin(claim, act, approval.id)))
    if (!begun) await deps.persist(() => updateClaimed(db, claim, { state: 'running' }))
    showState(deps, claim.task, 'running')
    if (begun) return allow
    return deny(
      approval.state === 'no'
        ? 'The person said no. Do not try it another way. Say what you wanted to do and why.'
        : `Nobody answered within ${QUESTION_OPEN_MINUTES} minutes, which means no.`,
    )
  }

  return { judge, ask }
}

const ended = 'The task is not running any more.'
const allow: PermissionAnswer = { verdict: 'allow' }

export function deny(why: string): PermissionAnswer {
  return { verdict: 'deny', why }
}

function describeForeign(foreign: readonly Foreign[]): LocalizedText {
  return joinTexts(
    foreign.map((one) => foreignWords(one, inline)),
    ', ',
  )
}

/** The claim of a running task; undefined if it is not ours or not running. */
export function runningClaim({ db, instance }: Pick<TaskDeps, 'db' | 'instance'>, id: number): Claim | undefined {
  const task = readTask(db, id)
  const isOurs = task?.leaseInstance === instance && (task.state === 'running' || task.state === 'waiting')
  return isOurs ? { task, instance, token: task.leaseToken } : undefined
}
