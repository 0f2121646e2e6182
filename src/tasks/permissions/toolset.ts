import type { Config } from '../../config/config.ts'
import type { JobService } from '../../domain/job-service.ts'
import type { Permissions, ToolAccess, Tools, Turn } from '../../spawner/spawner.ts'
import type { FileShelf } from '../../store/files/file-shelf.ts'
import { keepText } from '../../store/files/files.ts'
import { allTools, type OutgoingFiles, type SilenceRules } from '../../tools/all-tools.ts'
import { createMcpHandler, createPasses, type McpHandler } from '../../tools/mcp.ts'
import { createRegistry } from '../../tools/registry.ts'
import { createToolJobs } from '../jobs/tool-jobs.ts'
import { createLibrary } from '../recall/library.ts'
import { createSearch } from '../recall/search.ts'
import type { Understand } from '../recall/understand.ts'
import type { Road } from '../road.ts'
import { type Approvals, createApprovals } from './approvals.ts'
import { createLeave, type LeaveDeps } from './leave.ts'
import { createPermissions, type PermissionsDeps } from './permissions.ts'
import { leaveForTools } from './registry-leave.ts'
import { type BoundTools, createScopes, createToolAccess, createTurnTools } from './tool-access.ts'

export interface ToolsetDeps
  extends Road,
    Pick<PermissionsDeps, 'words' | 'ownTools'>,
    Pick<LeaveDeps, 'whileWaiting' | 'refused'> {
  version: string
  config(): Config
  desk: OutgoingFiles
  shelf: FileShelf
  jobs: JobService
  silence: SilenceRules
  understand?: Understand | undefined
  /** There is a question to deliver. */
  delivered(): void
}

/** Everything a model may do and who says so: the daemon's own tools, and leave for the brain's. */
export interface Toolset {
  /** For whoever serves HTTP. */
  handle: McpHandler
  /** Once it is served somewhere. */
  accessAt(url: string): ToolAccess
  /** For a brain of this process. */
  toolsFor(turn: Turn): Tools
  permissions: Permissions
  approvals: Approvals
  /** For the time of one turn. */
  bindTurn(turn: Turn, signal: AbortSignal): BoundTools
}

export function createToolset(deps: ToolsetDeps): Toolset {
  const { db, log, version } = deps
  const passes = createPasses()
  const scopes = createScopes(db, () => deps.config().timezone)
  const search = createSearch(db, deps.clock, () => deps.config().timezone)
  const approvals = createApprovals({
    ...deps,
    timezone: () => deps.config().timezone,
    shelve: (text, name) => keepText(db, deps.shelf, { text, name }, deps.clock.steady),
  })
  const tools = allTools({
    library: createLibrary({ db, clock: deps.clock, search, understand: deps.understand }),
    files: deps.desk,
    jobs: createToolJobs(deps),
    silence: deps.silence,
  })
  const leave = createLeave({ ...deps, approvals })
  const registry = createRegistry(tools, { log, leave: leaveForTools(leave) })
  return {
    handle: createMcpHandler({ registry, passes, version }),
    accessAt: (url) => createToolAccess(scopes, registry, passes, url),
    toolsFor: (turn) => createTurnTools({ db, instance: deps.instance, scopes, registry }, turn),
    permissions: createPermissions({ ...deps, scopes, leave }),
    approvals,
    bindTurn(turn, signal) {
      const over = new AbortController()
      const { admit } = scopes(turn, AbortSignal.any([signal, over.signal]))
      return { admit, release: () => over.abort() }
    },
  }
}
