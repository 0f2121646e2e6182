import type { Config } from '../../config/config.ts'
import type { AskModel, JobService } from '../../domain/job-service.ts'
import type { Trust } from '../../domain/person.ts'
import type { Permissions, ToolAccess, Tools, Turn } from '../../spawner/spawner.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import { keepText } from '../../store/files/files.ts'
import { allTools, type OutgoingFiles, type SilenceRules } from '../../tools/all-tools.ts'
import type { Asides } from '../../tools/aside.ts'
import { createMcpHandler, createPasses, type McpHandler } from '../../tools/mcp.ts'
import { createRegistry, type RegistryDeps } from '../../tools/registry.ts'
import type { LibraryReader } from '../../tools/search-library.ts'
import type { Memory } from '../memory/memory.ts'
import { createProfileEditor } from '../profile/profile-editor.ts'
import type { Profiles } from '../profile/profiles.ts'
import { createProposals } from '../profile/proposals.ts'
import { createSkills } from '../profile/skills.ts'
import type { EmbedQuery } from '../recall/embedding.ts'
import { createMessageReader } from '../recall/message-reader.ts'
import { createOtherWords } from '../recall/other-words.ts'
import { createSearch } from '../recall/search.ts'
import type { TaskDeps } from '../task-deps.ts'
import { toolEffect } from './action-effect.ts'
import { type ActionJudge, type ActionJudgeDeps, createActionJudge, type PlannedAction } from './action-judge.ts'
import { type Approvals, createApprovals } from './approvals.ts'
import { createPermissions, type PermissionsDeps } from './permissions.ts'
import { createServedTools, type ListWebAndMcpTools } from './served-tools.ts'
import { type BoundTools, createScopes, createToolAccess, createTurnTools } from './tool-access.ts'
import { createToolJobs } from './tool-jobs.ts'
import { createToolMemories } from './tool-memories.ts'
import { hashOf } from './tool-rules.ts'

export interface ToolsetDeps
  extends TaskDeps,
    Pick<PermissionsDeps, 'words' | 'ownTools'>,
    Pick<ActionJudgeDeps, 'whileWaiting' | 'refused'> {
  version: string
  config(): Config
  outgoing: OutgoingFiles
  fileStore: FileStore
  jobs: JobService
  asides: Asides
  memory: Memory
  silence: SilenceRules
  profiles: Profiles
  libraryReader: LibraryReader
  /** The tools of web pages and MCP servers; none by default. */
  listWebAndMcpTools?: ListWebAndMcpTools | undefined
  embedQuery?: EmbedQuery | undefined
  /** Asks the fast model on behalf of a task; undefined if no model may be asked now. */
  askFast?(task: number): AskModel | undefined
  /** Call this when what a task has read lowers its trust, and with it the trust of its result. */
  lowered(task: number, trust: Trust): void
  /** Called when a question is ready to be delivered. */
  wakeDelivery(): void
}

/** Everything a model may do: the daemon's own tools, and permissions for the tools of the brains. */
export interface Toolset {
  /** Serves MCP over HTTP. */
  handle: McpHandler
  /** Call it once the handler is served at this address. */
  accessAt(url: string): ToolAccess
  /** For a brain in this process. */
  toolsFor(turn: Turn): Tools
  permissions: Permissions
  approvals: Approvals
  /** Binds the tools to one turn until it is released. */
  bindTurn(turn: Turn, signal: AbortSignal): BoundTools
}

export function createToolset(deps: ToolsetDeps): Toolset {
  const { db, clock, log, channels, instance, settings, persist, version } = deps
  const timezone = () => deps.config().timezone
  const passes = createPasses()
  const scopes = createScopes(db, timezone, deps.lowered)
  const search = createSearch(db, clock, timezone)
  const approvals = createApprovals({
    db,
    clock,
    channels,
    settings,
    persist,
    timezone,
    wakeDelivery: deps.wakeDelivery,
    storeText: (text, name) => keepText(db, deps.fileStore, { text, name }, clock.steady),
  })
  const tools = allTools({
    messages: createMessageReader({
      db,
      clock,
      search,
      isSharedHistory: () => deps.config().conversation.sharedHistory,
      embedQuery: deps.embedQuery,
      findOtherWords: deps.askFast && createOtherWords(db, deps.askFast),
    }),
    library: deps.libraryReader,
    files: deps.outgoing,
    jobs: createToolJobs(deps),
    asides: deps.asides,
    memories: createToolMemories(deps),
    silence: deps.silence,
    profiles: createProfileEditor(db, deps.profiles, createProposals(deps)),
    skills: createSkills(deps, deps.profiles),
  })
  const { whileWaiting, refused, ownTools, words } = deps
  const judge = createActionJudge({ db, clock, channels, instance, persist, approvals, whileWaiting, refused })
  const registry = createRegistry(tools, { log, requestPermission: judgeForTools(judge) })
  const permissions = createPermissions({ db, instance, scopes, judge, ownTools, words })
  const listOuter = deps.listWebAndMcpTools ?? (async () => [])
  const servedTools = createServedTools({ registry, permissions, listOuter })
  return {
    handle: createMcpHandler({ tools: servedTools, passes, version }),
    accessAt: (url) => createToolAccess(scopes, servedTools, passes, url),
    toolsFor: (turn) => createTurnTools({ db, instance, scopes, registry }, turn),
    permissions,
    approvals,
    bindTurn(turn, signal) {
      const turnEnd = new AbortController()
      const { noteForeign } = scopes(turn, AbortSignal.any([signal, turnEnd.signal]))
      return { noteForeign, release: () => turnEnd.abort() }
    },
  }
}

/** Checks permissions for the daemon's own tools. Most need no question until the model has seen words of others. */
function judgeForTools(judge: ActionJudge): RegistryDeps['requestPermission'] {
  return async ({ name, input, hasEffects, preview }, scope) => {
    const plannedAction: PlannedAction = {
      tool: name,
      hash: hashOf({ name, input }),
      effect: () => toolEffect(preview.what, preview.shown),
      always: null,
      isAllowed: true,
      needsOwnWords: preview.needsOwnWords === true,
      changes: hasEffects,
      isInOwnWords: preview.isInOwnWords,
    }
    const decision = judge.judge(plannedAction, scope)
    return decision.verdict === 'ask' ? await judge.ask(plannedAction, scope, scope.signal ?? never) : decision
  }
}

const never = new AbortController().signal
