import { isInside } from '../../lib/folders.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import type { Intent, OwnTools, PermissionAnswer, Permissions, ToolAction, Turn } from '../../spawner/spawner.ts'
import { readPerson } from '../../store/people/people.ts'
import { hasAllowance } from '../../store/work/approvals.ts'
import type { Task } from '../../store/work/tasks.ts'
import type { WorkspaceWords } from '../files/workspace-words.ts'
import type { TaskDeps } from '../task-deps.ts'
import { inline } from './action-effect.ts'
import { type ActionJudge, deny, type PlannedAction, runningClaim } from './action-judge.ts'
import { isInOwnWords } from './own-words.ts'
import type { Scopes } from './tool-access.ts'
import { classifyAction, covers, hashOf } from './tool-rules.ts'

export interface PermissionsDeps extends Pick<TaskDeps, 'db' | 'instance'> {
  scopes: Scopes
  judge: ActionJudge
  /** The own tools of the brain that answers the task. */
  ownTools(task: Task): OwnTools | undefined
  /** Knows whose words are in the files of a workspace. */
  words: WorkspaceWords
}

/** Checks permissions for the own tools of the brains, such as commands and files. */
export function createPermissions(deps: PermissionsDeps): Permissions {
  const { db, judge, words } = deps

  /** The action to judge, or the answer if there is nothing to ask about. */
  function actOf(turn: Turn, intent: Intent): PlannedAction | PermissionAnswer {
    const claim = runningClaim(deps, turn.task)
    if (!claim) return deny('The task is not running any more.')
    const { id, role } = readPerson(db, claim.task.personId)
    const rights = deps.ownTools(claim.task)?.rights(role)
    if (!rights || !isAmong(turn.ownTools ?? [], intent) || !isAmong(rights.tools, intent)) {
      return deny(`The tool ${intent.name} is not available here.`)
    }
    const doing = classifyAction(intent)
    if (doing.kind === 'unclear') return deny(doing.why)
    const scope = deps.scopes(turn)
    if (doing.kind === 'looks') {
      if (!isWithin(turn, doing.path)) return deny(outside)
      scope.noteForeign(words.under(turn, doing.path, doing.namesOnly))
      return { verdict: 'allow' }
    }
    if (doing.kind === 'changes' && doing.path !== undefined && !isWithin(turn, doing.path)) return deny(outside)
    const isAllowed = rights.allow.some((pattern) => covers(pattern, intent)) || hasAllowance(db, id, doing.always.rule)
    return {
      tool: intent.name,
      hash: hashOf(intent),
      effect: doing.effect,
      place: placeOf(turn, intent.action),
      always: doing.always,
      isAllowed,
      changes: doing.kind === 'changes',
      // People also write commands that they only ask about, so typing a command does not allow it.
      isTheirs: (said) =>
        (intent.action.kind !== 'command' || isAllowed) && isInOwnWords(intent.action, turn.workspace ?? '', said),
      begun: () => recordForeign(turn, intent.action),
    }
  }

  /** Records which words of others an action shows the model, and which it may leave in the workspace. */
  function recordForeign(turn: Turn, action: ToolAction): void {
    const scope = deps.scopes(turn)
    switch (action.kind) {
      case 'fetch':
        return scope.noteForeign([{ kind: 'page', name: action.url, trust: 'untrusted' }])
      case 'use':
        return scope.noteForeign([{ kind: 'server', name: action.server, trust: 'untrusted' }])
      case 'command':
        scope.noteForeign(words.all(turn))
        if (action.network) scope.noteForeign([{ kind: 'command', name: '', trust: 'untrusted' }])
        return words.written(turn, undefined, scope.foreign)
      case 'edit':
        // The result of an edit shows the text around it.
        scope.noteForeign(words.under(turn, action.path))
        return words.written(turn, action.path, scope.foreign)
      case 'write':
        return words.written(turn, action.path, scope.foreign)
      case 'read':
      case 'other':
    }
  }

  return {
    judge(turn, intent) {
      const act = actOf(turn, intent)
      return 'verdict' in act ? act : judge.judge(act, deps.scopes(turn))
    },
    async ask(turn, intent, signal) {
      const act = actOf(turn, intent)
      return 'verdict' in act ? act : await judge.ask(act, deps.scopes(turn), signal)
    },
  }
}

const outside = 'Only files inside the workspace can be used.'

/** The tools of a server are listed as `server__*`, because their names are unknown until the server is asked. */
function isAmong(tools: readonly string[], { name, action }: Intent): boolean {
  return tools.includes(name) || (action.kind === 'use' && tools.includes(`${action.server}__*`))
}

function isWithin({ workspace }: Turn, path: string): boolean {
  return workspace !== undefined && isInside(workspace, path)
}

/** Tells the person where the action would take place and what it could reach. */
function placeOf({ workspace = '' }: Turn, action: ToolAction): LocalizedText {
  const { places } = permissionMessages
  if (action.kind === 'use') return places.server
  if (action.kind === 'fetch') return places.page
  if (action.kind !== 'command') return places.folder(inline(workspace))
  return places.command(inline(workspace), action.network === true)
}
