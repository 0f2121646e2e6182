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
  /** It needs a yes even if the model has seen no words of others, unless the person's own words say it. */
  needsOwnWords?: boolean
  /** Whether running it twice would change something twice. */
  changes: boolean
  /** Whether everything that determines its effect comes literally from the person. */
  isInOwnWords(ownText: OwnText): boolean
  /** Called right before the action is taken. */
  onBegin?(): void
}

/** Decides from the stored task, the role and what the model has seen. Nothing a model says can widen the rights. */
export interface ActionJudge {
  /** Decides at once. Before it allows a change, it stores that the task has effects. */
  judge(action: PlannedAction, scope: Scope): PermissionAnswer | { verdict: 'ask' }
  /** Asks the person and waits for the answer until the time limit. No answer means no. */
  ask(action: PlannedAction, scope: Scope, signal: AbortSignal): Promise<PermissionAnswer>
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

  function judge(action: PlannedAction, scope: Scope): ReturnType<ActionJudge['judge']> {
    const claim = runningClaim(deps, scope.task)
    if (!claim) return deny(TASK_ENDED)
    const { foreign } = scope
    const isPermitted =
      foreign.length === 0 && !action.needsOwnWords ? action.isAllowed : action.isInOwnWords(ownWordsIn(db, claim.task))
    if (isPermitted) return begin(claim, action) ? allow : deny(TASK_ENDED)
    if (foreign.length === 0 || !scope.isBackground) return { verdict: 'ask' }
    const sources = describeForeign(foreign)
    deps.refused(scope.task, permissionMessages.nobodyToAsk(action.effect().gist, sources))
    return deny(
      `This was not done: you have seen words of others (${sources.en}), and nobody can be asked for approval now. Do not try it another way. The person is told about it below your answer.`,
    )
  }

  /** Commits the task's effects before the action runs, so that the task is never silently run again. */
  function begin(claim: Claim, action: PlannedAction, approval?: number): boolean {
    crashPoint('permission.before-effect')
    const hasBegun = db.transaction(() => {
      if (approval !== undefined && !useApproval(db, approval)) return false
      return updateClaimed(db, claim, { state: 'running', ...(action.changes && { effects: 1 }) })
    })
    if (hasBegun) crashPoint('permission.after-effect')
    if (hasBegun) action.onBegin?.()
    return hasBegun
  }

  async function ask(action: PlannedAction, scope: Scope, signal: AbortSignal): Promise<PermissionAnswer> {
    const decision = judge(action, scope)
    if (decision.verdict !== 'ask') return decision
    const claim = runningClaim(deps, scope.task)
    if (!claim) return deny(TASK_ENDED)
    await deps.persist(() => updateClaimed(db, claim, { state: 'waiting' }))
    showState(deps, claim.task, 'waiting')
    const person = readPerson(db, claim.task.personId)
    const { foreign } = scope
    const involved = foreign.length > 0 ? [permissionMessages.involved(describeForeign(foreign))] : []
    const request = {
      task: claim.task,
      person,
      hash: action.hash,
      tool: action.tool,
      effect: action.effect(),
      place: joinTexts([action.place ?? [], involved].flat(), '\n\n'),
      always: foreign.length > 0 ? null : action.always,
    }
    crashPoint('permission.before-question')
    const approval = await deps.whileWaiting(claim.task.id, approvals.ask(request, signal))
    if (signal.aborted) return deny('The task was stopped.')
    const isApproved = approval.state === 'yes' && approval.expiresAt > clock.steady()
    const hasBegun = isApproved && (await deps.persist(() => begin(claim, action, approval.id)))
    if (!hasBegun) await deps.persist(() => updateClaimed(db, claim, { state: 'running' }))
    showState(deps, claim.task, 'running')
    if (hasBegun) return allow
    return deny(
      approval.state === 'no'
        ? 'The person said no. Do not try it another way. Say what you wanted to do and why.'
        : `Nobody answered within ${QUESTION_OPEN_MINUTES} minutes, which means no.`,
    )
  }

  return { judge, ask }
}

const TASK_ENDED = 'The task is not running any more.'
const allow: PermissionAnswer = { verdict: 'allow' }

export function deny(why: string): PermissionAnswer {
  return { verdict: 'deny', why }
}

function describeForeign(foreign: readonly Foreign[]): LocalizedText {
  return joinTexts(
    foreign.map((source) => foreignWords(source, inline)),
    ', ',
  )
}

/** The claim of a running task; undefined if it is not ours or not running. */
export function runningClaim({ db, instance }: Pick<TaskDeps, 'db' | 'instance'>, id: number): Claim | undefined {
  const task = readTask(db, id)
  const isOurs = task?.leaseInstance === instance && (task.state === 'running' || task.state === 'waiting')
  return isOurs ? { task, instance, token: task.leaseToken } : undefined
}
