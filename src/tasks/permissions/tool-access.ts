import { type Foreign, foreignOf, foreignTo, withForeign } from '../../domain/foreign.ts'
import { lowestTrust, type Trust } from '../../domain/person.ts'
import { factsOf, isLaneTask } from '../../domain/task.ts'
import type { ToolAccess, Tools, Turn } from '../../spawner/spawner.ts'
import type { Database } from '../../store/database.ts'
import { readPerson } from '../../store/people/people.ts'
import { lowerEpoch } from '../../store/recall/epochs.ts'
import { lowerRun } from '../../store/schedule/runs.ts'
import { readTask } from '../../store/work/tasks.ts'
import type { Passes } from '../../tools/mcp.ts'
import type { Registry } from '../../tools/registry.ts'
import type { Scope } from '../../tools/tool.ts'
import type { TaskDeps } from '../task-deps.ts'
import { runningClaim } from './action-judge.ts'
import type { ServedTools } from './served-tools.ts'

/** Returns what a turn may see, shared by all its tools. `signal` ends with the turn. */
export type Scopes = (turn: Turn, signal?: AbortSignal) => Scope

export interface BoundTools {
  /** The model sees these words too from now on. */
  noteForeign(words: readonly Foreign[]): void
  /** The turn is over, so nobody is asked on its behalf any more. */
  release(): void
}

/** All tools of a turn share one scope, so that each knows what the others have shown the model. */
export function createScopes(
  db: Database,
  timezone: () => string,
  lowered: (task: number, trust: Trust) => void,
): Scopes {
  const scopes = new WeakMap<Turn, Scope>()
  return (turn, signal) => {
    const scope = scopes.get(turn) ?? createScope({ db, timezone: timezone(), lowered }, turn, signal)
    scopes.set(turn, scope)
    return scope
  }
}

/** Gives the processes of a brain access to the tools. Each pass is bound to the scope of its running task. */
export function createToolAccess(scopes: Scopes, tools: ServedTools, passes: Passes, url: string): ToolAccess {
  return {
    url,
    line: tools.line,
    issue() {
      const pass = passes.issue()
      return {
        ...pass,
        bind(turn) {
          const scope = scopes(turn)
          tools.bind(scope, turn)
          pass.bind(scope)
        },
      }
    },
  }
}

export interface TurnToolsDeps extends Pick<TaskDeps, 'db' | 'instance'> {
  scopes: Scopes
  registry: Registry
}

/** The same for a brain in this process: bound to one turn, and useless once its task no longer runs. */
export function createTurnTools({ db, instance, scopes, registry }: TurnToolsDeps, turn: Turn): Tools {
  return {
    list: () => registry.list(scopes(turn)),
    trust: () => scopes(turn).trust,
    noteForeign: (words) => scopes(turn).noteForeign(words),
    async call(name, input) {
      if (!runningClaim({ db, instance }, turn.task)) return { text: 'The task is not running any more.', failed: true }
      return await registry.call(name, input, scopes(turn))
    },
    line: registry.line,
  }
}

/** Built from the stored task and our own turn, never from anything that a process or a model said. */
function createScope(
  { db, timezone, lowered }: { db: Database; timezone: string; lowered(task: number, trust: Trust): void },
  turn: Turn,
  signal: AbortSignal | undefined,
): Scope {
  const task = readTask(db, turn.task)
  if (!task) throw new Error(`no task ${turn.task}`)
  const { id, role, ...person } = readPerson(db, task.personId)
  const isBackground = factsOf(task.kind).work === 'background'
  let { trust } = turn
  let words = turn.foreign
  return {
    task: task.id,
    chat: task.chat,
    lane: task.lane,
    person: { id, role },
    isBackground,
    hasFileTools: (turn.ownTools ?? []).length > 0,
    ...(signal && { signal }),
    timezone: person.timezone ?? timezone,
    get trust() {
      return trust
    },
    get foreign() {
      const ownSources = foreignTo(role, words)
      // A low trust proves that there were words of others, even if it is not known whose.
      return ownSources.length > 0 ? ownSources : foreignTo(role, foreignOf('earlier', '', trust))
    },
    noteForeign(added: readonly Foreign[]) {
      const [lowest, all] = [lowestTrust([trust, ...added.map((source) => source.trust)]), withForeign(words, added)]
      if (lowest === trust && all.length === words.length) return
      trust = lowest
      words = all
      lowered(task.id, lowest)
      // Work outside the conversation of its lane: only its own result depends on what it saw.
      if (isBackground) lowerRun(db, task.id, lowest)
      else if (isLaneTask(task)) lowerEpoch(db, task.lane, { trust: lowest, foreign: all })
    },
  }
}
