import type { Role } from '../../domain/person.ts'
import { crashPoint } from '../../lib/crash-point.ts'
import { isInside } from '../../lib/inside.ts'
import type { Answer, Permissions, ToolUse, Turn } from '../../spawner/spawner.ts'
import { readPerson } from '../../store/people/people.ts'
import { hasAllowance } from '../../store/work/allowances.ts'
import { useApproval } from '../../store/work/approvals.ts'
import { type Claim, updateClaimed } from '../../store/work/claims.ts'
import { readTask } from '../../store/work/tasks.ts'
import type { Road } from '../road.ts'
import { showState } from '../say/task-ends.ts'
import { inline } from './action-effect.ts'
import type { Approvals } from './approvals.ts'
import type { Scopes } from './tool-access.ts'
import { covers, type Doing, doingOf, hashOf } from './tool-rules.ts'

export interface PermissionsDeps extends Road {
  scopes: Scopes
  approvals: Approvals
  rights(role: Role): ToolRights
  /** Whether everything in the workspace of this chat was made here; what people sent may hold anybody's words. */
  isWorkspaceOurs(turn: Turn): boolean
  /** The run gives its place to others until the promise is settled. */
  whileWaiting<T>(task: number, pending: Promise<T>): Promise<T>
  /** Whether the commands of a model reach the network. */
  hasNetwork(): boolean
}

/** What a role may use, and what of it needs no question. */
export interface ToolRights {
  tools: readonly string[]
  allow: readonly string[]
}

/** Decides from the stored task, the role and the configuration; nothing a model says can widen it. */
export function createPermissions(deps: PermissionsDeps): Permissions {
  const { db, clock, approvals } = deps

  function judge(turn: Turn, use: ToolUse): ReturnType<Permissions['judge']> {
    const claim = claimOf(deps, turn)
    if (!claim) return deny('The task is not running any more.')
    const { id, role } = readPerson(db, claim.task.personId)
    const rights = deps.rights(role)
    if (!turn.ownTools?.includes(use.name) || !rights.tools.includes(use.name)) {
      return deny(`The tool ${use.name} is not available here.`)
    }
    const doing = doingOf(use)
    if (doing.kind === 'unclear') return deny(doing.why)
    const scope = deps.scopes(turn)
    if (doing.kind === 'looks') {
      if (!isWithin(turn, doing.path)) return deny(outside)
      if (!deps.isWorkspaceOurs(turn)) scope.lower('untrusted')
      return allow
    }
    if (doing.path !== undefined && !isWithin(turn, doing.path)) return deny(outside)
    if (doing.path !== undefined && isObeyed(doing.path)) return deny('Files that would set me up are not written.')
    const isAllowed = rights.allow.some((pattern) => covers(pattern, use)) || hasAllowance(db, id, doing.rule)
    // Words of others may be what asks for it: then a person looks at each one, whatever was allowed before.
    if (scope.trust === 'untrusted' || !isAllowed) return { verdict: 'ask' }
    return begin(claim) ? allow : deny('The task is not running any more.')
  }

  /** Committed before anything runs: from here on the task is never silently run again. */
  function begin(claim: Claim, approval?: number): boolean {
    crashPoint('permission.before-effect')
    const begun = db.transaction(() => {
      if (approval !== undefined && !useApproval(db, approval)) return false
      return updateClaimed(db, claim, { effects: 1, state: 'running' })
    })
    if (begun) crashPoint('permission.after-effect')
    return begun
  }

  return {
    judge,
    async ask(turn, use, signal) {
      const judged = judge(turn, use)
      if (judged.verdict !== 'ask') return judged
      const claim = claimOf(deps, turn)
      const doing = doingOf(use)
      if (!claim || doing.kind !== 'changes') return deny('The task is not running any more.')
      await deps.persist(() => updateClaimed(db, claim, { state: 'waiting' }))
      showState(deps, claim.task, 'waiting')
      const person = readPerson(db, claim.task.personId)
      const rule = ruleFor(doing, deps.scopes(turn).trust === 'untrusted')
      const place = placeOf(turn, doing, deps.hasNetwork())
      const asked = { task: claim.task, person, hash: hashOf(use), tool: use.name, effect: doing.effect(), place, rule }
      crashPoint('permission.before-question')
      const approval = await deps.whileWaiting(claim.task.id, approvals.ask(asked, signal))
      if (signal.aborted) return deny('The task was stopped.')
      const isGood = approval.state === 'yes' && approval.expiresAt > clock.steady()
      const begun = isGood && (await deps.persist(() => begin(claim, approval.id)))
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

/** The right to write about the running task; undefined when it is not ours or not running. */
function claimOf({ db, instance }: Road, turn: Turn): Claim | undefined {
  const task = readTask(db, turn.task)
  const isOurs = task?.leaseInstance === instance && (task.state === 'running' || task.state === 'waiting')
  return isOurs ? { task, instance, token: task.leaseToken } : undefined
}

const allow: Answer = { verdict: 'allow' }
const outside = 'Only files inside the workspace can be used.'

function deny(why: string): Answer {
  return { verdict: 'deny', why }
}

function isWithin({ workspace }: Turn, path: string): boolean {
  return workspace !== undefined && isInside(workspace, path)
}

/** Names by which the CLI would take a file for settings of its own. */
function isObeyed(path: string): boolean {
  return path.split('/').some((part) => /^\.(claude|mcp\.json|git)$|^claude(\.local)?\.md$/i.test(part))
}

/** A file is written in its folder, and nowhere else; a command can do what the place lets it. */
function placeOf({ workspace = '' }: Turn, { path }: Extract<Doing, { kind: 'changes' }>, hasNetwork: boolean): string {
  if (path !== undefined) return `The folder is ${inline(workspace)}.`
  return `It runs in the folder ${inline(workspace)}. The network is ${hasNetwork ? 'on' : 'off'}.`
}

function ruleFor(doing: Extract<Doing, { kind: 'changes' }>, isTainted: boolean): string | null {
  return isTainted ? null : doing.rule
}
