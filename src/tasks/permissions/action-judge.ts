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

/** One thing that a model wants done, whichever tool does it. */
export interface PlannedAction {
  tool: string
  /** What an approval is bound to. */
  hash: string
  effect(): ActionEffect
  /** Where it would be done, in a sentence. */
  place?: LocalizedText
  /** What "always" would allow; null where nothing ever needs a question but for words of others. */
  always: AlwaysRule | null
  /** Whether it needs no question as long as no words of others are before the model. */
  isAllowed: boolean
  /** Whether doing it twice would do something twice. */
  changes: boolean
  /** Whether all that decides what it comes to is literally the person's own. */
  isTheirs(said: OwnText): boolean
  /** It is about to be done. */
  begun?(): void
}

/** Decides from the stored task, the role and what is before the model; nothing a model says can widen it. */
export interface ActionJudge {
  /** At once. Before it allows a change it has written down that something is being changed. */
  judge(act: PlannedAction, scope: Scope): PermissionAnswer | { verdict: 'ask' }
  /** Asks the person, and waits as long as they may take. No answer is a no. */
  ask(act: PlannedAction, scope: Scope, signal: AbortSignal): Promise<PermissionAnswer>
}

export interface ActionJudgeDeps extends TaskDeps {
  approvals: Approvals
  /** The run gives its place to others until the promise is settled. */
  whileWaiting<T>(task: number, pending: Promise<T>): Promise<T>
  /** Nobody was there to be asked: told below what the task comes to. */
  refused(task: number, line: LocalizedText): void
}

/**
 * The one rule: what changes, sends, runs, plans or fetches is asked of the person while words of others are before the
 * model, whatever was allowed before; what they asked for in their own words passes; where nobody is present it is refused.
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
    const sources = listed(foreign)
    deps.refused(scope.task, permissionMessages.nobodyToAsk(act.effect().gist, sources))
    return deny(
      `Nobody is there to be asked, and words of others are before you (${sources.en}): this is not done. Do not try it another way; the person is told below your answer.`,
    )
  }

  /** Committed before anything runs: from here on the task is never silently run again, if it changes something. */
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
    const involved = foreign.length > 0 ? [permissionMessages.involved(listed(foreign))] : []
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
        ? 'The person said no. Do not try it another way; say what you wanted to do and why.'
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

function listed(foreign: readonly Foreign[]): LocalizedText {
  return joinTexts(
    foreign.map((one) => foreignWords(one, inline)),
    ', ',
  )
}

/** The right to write about a task that runs; undefined when it is not ours or not running. */
export function runningClaim({ db, instance }: Pick<TaskDeps, 'db' | 'instance'>, id: number): Claim | undefined {
  const task = readTask(db, id)
  const isOurs = task?.leaseInstance === instance && (task.state === 'running' || task.state === 'waiting')
  return isOurs ? { task, instance, token: task.leaseToken } : undefined
}
