import { isInside } from '../../lib/folders.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import type { Intent, OwnTools, PermissionAnswer, Permissions, ToolAction, Turn } from '../../spawner/spawner.ts'
import { readPerson } from '../../store/people/people.ts'
import { hasAllowance } from '../../store/work/approvals.ts'
import type { Task } from '../../store/work/tasks.ts'
import type { WorkspaceWords } from '../files/workspace-words.ts'
import type { TaskDeps } from '../task-deps.ts'
import { type ActionJudge, deny, type PlannedAction, runningClaim } from './action-judge.ts'
import { isInOwnWords } from './own-words.ts'
import type { Scopes } from './tool-access.ts'
import { classifyAction, covers, hashOf } from './tool-rules.ts'

export interface PermissionsDeps extends Pick<TaskDeps, 'db' | 'instance'> {
  scopes: Scopes
  judge: ActionJudge
  /** The tools that belong to the brain that answers the task. */
  ownTools(task: Task): OwnTools | undefined
  /** Knows whose words are in the files of a workspace. */
  words: WorkspaceWords
}

/** Checks permissions for the brains' own tools, such as commands and files. */
export function createPermissions(deps: PermissionsDeps): Permissions {
  const { db, judge, words } = deps

  /** The action to judge, or the answer if there is nothing to ask about. */
  function toPlannedAction(turn: Turn, intent: Intent): PlannedAction | PermissionAnswer {
    const claim = runningClaim(deps, turn.task)
    if (!claim) return deny('The task is not running any more.')
    const { id, role } = readPerson(db, claim.task.personId)
    const rights = deps.ownTools(claim.task)?.rights(role)
    if (!rights || !isListed(turn.ownTools ?? [], intent) || !isListed(rights.tools, intent)) {
      return deny(`The tool ${intent.name} is not available here.`)
    }
    const ruled = classifyAction(intent, turn.workspace)
    if (ruled.kind === 'unclear') return deny(ruled.why)
    const scope = deps.scopes(turn)
    if (ruled.kind === 'looks') {
      if (!isWithin(turn, ruled.path)) return deny(OUTSIDE)
      scope.noteForeign(words.under(turn, ruled.path, ruled.namesOnly))
      return { verdict: 'allow' }
    }
    if (ruled.kind === 'changes' && ruled.path !== undefined && !isWithin(turn, ruled.path)) return deny(OUTSIDE)
    const isAllowed = rights.allow.some((pattern) => covers(pattern, intent)) || hasAllowance(db, id, ruled.always.rule)
    return {
      tool: intent.name,
      hash: hashOf(intent),
      effect: ruled.effect,
      place: describePlace(intent.action),
      always: ruled.always,
      isAllowed,
      changes: ruled.kind === 'changes',
      // People also write commands that they only ask about, so typing a command does not allow it.
      isInOwnWords: (ownText) =>
        (intent.action.kind !== 'command' || isAllowed) && isInOwnWords(intent.action, turn.workspace ?? '', ownText),
      onBegin: () => recordForeign(turn, intent.action),
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
      const plannedAction = toPlannedAction(turn, intent)
      return 'verdict' in plannedAction ? plannedAction : judge.judge(plannedAction, deps.scopes(turn))
    },
    async ask(turn, intent, signal) {
      const plannedAction = toPlannedAction(turn, intent)
      return 'verdict' in plannedAction ? plannedAction : await judge.ask(plannedAction, deps.scopes(turn), signal)
    },
  }
}

const OUTSIDE = 'Only files inside the workspace can be used.'

/** The tools of a server are listed as `server__*`, because their names are unknown until the server is asked. */
function isListed(tools: readonly string[], { name, action }: Intent): boolean {
  return tools.includes(name) || (action.kind === 'use' && tools.includes(`${action.server}__*`))
}

function isWithin({ workspace }: Turn, path: string): boolean {
  return workspace !== undefined && isInside(workspace, path)
}

/** Tells the person where the action would take place and what it could reach. */
function describePlace(action: ToolAction): LocalizedText {
  const { places } = permissionMessages
  if (action.kind === 'use') return places.server
  if (action.kind === 'fetch') return places.page
  if (action.kind !== 'command') return places.folder
  return places.command(action.network === true)
}
