import { crashPoint } from '../../lib/crash-point.ts'
import { isInside } from '../../lib/inside.ts'
import { trustOfKept } from '../../spawner/kept-files.ts'
import type { Answer, Deed, Intent, OwnTools, Permissions, Turn } from '../../spawner/spawner.ts'
import { readPerson } from '../../store/people/people.ts'
import { hasAllowance } from '../../store/work/allowances.ts'
import { useApproval } from '../../store/work/approvals.ts'
import { type Claim, updateClaimed } from '../../store/work/claims.ts'
import type { Task } from '../../store/work/tasks.ts'
import type { Road } from '../road.ts'
import { showState } from '../say/task-ends.ts'
import { inline } from './action-effect.ts'
import type { Approvals } from './approvals.ts'
import { runningClaim } from './running.ts'
import type { Scopes } from './tool-access.ts'
import { type Always, covers, type Doing, doingOf, hashOf } from './tool-rules.ts'

export interface PermissionsDeps extends Road {
  scopes: Scopes
  approvals: Approvals
  /** Those of the brain that answers the task. */
  ownTools(task: Task): OwnTools | undefined
  /** Whether everything in the workspace of this chat was made here; what people sent may hold anybody's words. */
  isWorkspaceOurs(turn: Turn): boolean
  /** The run gives its place to others until the promise is settled. */
  whileWaiting<T>(task: number, pending: Promise<T>): Promise<T>
}

/** Decides from the stored task, the role and the configuration; nothing a model says can widen it. */
export function createPermissions(deps: PermissionsDeps): Permissions {
  const { db, clock, approvals } = deps

  function judge(turn: Turn, intent: Intent): ReturnType<Permissions['judge']> {
    const claim = runningClaim(deps, turn.task)
    if (!claim) return deny('The task is not running any more.')
    const { id, role } = readPerson(db, claim.task.personId)
    const rights = deps.ownTools(claim.task)?.rights(role)
    if (!rights || !isAmong(turn.ownTools ?? [], intent) || !isAmong(rights.tools, intent)) {
      return deny(`The tool ${intent.name} is not available here.`)
    }
    const doing = doingOf(intent)
    if (doing.kind === 'unclear') return deny(doing.why)
    const scope = deps.scopes(turn)
    if (doing.kind === 'looks') {
      if (!isWithin(turn, doing.path)) return deny(outside)
      if (!deps.isWorkspaceOurs(turn)) scope.lower('untrusted')
      // What stands in a kept file was before a model once, and counts again.
      const kept = doing.namesOnly ? undefined : trustOfKept(turn.workspace ?? '', doing.path)
      if (kept !== undefined) scope.lower(kept)
      return allow
    }
    if (doing.kind === 'changes' && doing.path !== undefined && !isWithin(turn, doing.path)) return deny(outside)
    const isAllowed = rights.allow.some((pattern) => covers(pattern, intent)) || hasAllowance(db, id, doing.always.rule)
    // Words of others may be what asks for it: then a person looks at each one, whatever was allowed before.
    if (scope.trust === 'untrusted' || !isAllowed) return { verdict: 'ask' }
    return begin(turn, claim, doing) ? allow : deny('The task is not running any more.')
  }

  /** Committed before anything runs: from here on the task is never silently run again, if it changes something. */
  function begin(turn: Turn, claim: Claim, doing: Doing, approval?: number): boolean {
    crashPoint('permission.before-effect')
    const begun = db.transaction(() => {
      if (approval !== undefined && !useApproval(db, approval)) return false
      return updateClaimed(db, claim, { state: 'running', ...(doing.kind === 'changes' && { effects: 1 }) })
    })
    if (begun) crashPoint('permission.after-effect')
    // Whoever is asked outside answers with words of their own.
    if (begun && (doing.kind === 'fetches' || (doing.kind === 'changes' && doing.brings)))
      deps.scopes(turn).lower('untrusted')
    return begun
  }

  return {
    judge,
    async ask(turn, intent, signal) {
      const judged = judge(turn, intent)
      if (judged.verdict !== 'ask') return judged
      const claim = runningClaim(deps, turn.task)
      const doing = doingOf(intent)
      if (!claim || doing.kind === 'looks' || doing.kind === 'unclear') return deny('The task is not running any more.')
      await deps.persist(() => updateClaimed(db, claim, { state: 'waiting' }))
      showState(deps, claim.task, 'waiting')
      const person = readPerson(db, claim.task.personId)
      const always = alwaysFor(doing.always, deps.scopes(turn).trust === 'untrusted')
      const what = {
        hash: hashOf(intent),
        tool: intent.name,
        effect: doing.effect(),
        place: placeOf(turn, intent.deed),
      }
      const asked = { task: claim.task, person, ...what, always }
      crashPoint('permission.before-question')
      const approval = await deps.whileWaiting(claim.task.id, approvals.ask(asked, signal))
      if (signal.aborted) return deny('The task was stopped.')
      const isGood = approval.state === 'yes' && approval.expiresAt > clock.steady()
      const begun = isGood && (await deps.persist(() => begin(turn, claim, doing, approval.id)))
      if (!begun) await deps.persist(() => updateClaimed(db, claim, { state: 'running' }))
      showState(deps, claim.task, 'running')
      if (begun) return allow
      return deny(
        approval.state === 'no'
          ? 'The person said no. Do not try it another way; say what you wanted to do and why.'
          : 'Nobody answered within ten minutes, which means no.',
      )
    },
  }
}

const allow: Answer = { verdict: 'allow' }
const outside = 'Only files inside the workspace can be used.'

function deny(why: string): Answer {
  return { verdict: 'deny', why }
}

/** By its name; those of a server are not known by name before it is asked, and stand there as `server__*`. */
function isAmong(tools: readonly string[], { name, deed }: Intent): boolean {
  return tools.includes(name) || (deed.kind === 'use' && tools.includes(`${deed.server}__*`))
}

function isWithin({ workspace }: Turn, path: string): boolean {
  return workspace !== undefined && isInside(workspace, path)
}

/** A file is written in its folder, and nowhere else; a command can do what the place lets it. */
function placeOf({ workspace = '' }: Turn, deed: Deed): string {
  if (deed.kind === 'use') return 'The server does it with the rights that it has.'
  if (deed.kind === 'fetch') return 'Whoever answers there learns that it was asked for.'
  if (deed.kind !== 'command') return `The folder is ${inline(workspace)}.`
  return `It runs in the folder ${inline(workspace)}. The network is ${deed.network ? 'on' : 'off'}.`
}

function alwaysFor(always: Always, isTainted: boolean): Always | null {
  return isTainted ? null : always
}
