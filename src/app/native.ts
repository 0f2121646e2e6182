import type { Config } from '../config/config.ts'
import { estimateTokens } from '../gateway/tokens.ts'
import { createGuardedFetch } from '../lib/http/guarded-fetch.ts'
import type { Log } from '../lib/log.ts'
import type { Clock, SteadyClock } from '../lib/time/clock.ts'
import { createNative } from '../spawner/native/native.ts'
import { createProvider } from '../spawner/native/providers/configured-provider.ts'
import type { Provider } from '../spawner/native/providers/provider.ts'
import { createOwnTools, ownTools } from '../spawner/native/tools/own-tools.ts'
import type { Brain } from '../spawner/spawner.ts'
import type { Database } from '../store/database.ts'
import { recordEvent } from '../store/work/tasks.ts'
import { createGoneTurns } from '../tasks/compaction/gone-turns.ts'
import type { Toolset } from '../tasks/permissions/toolset.ts'
import { openMcpClients } from './mcp-clients.ts'
import { storedSessions } from './stored-sessions.ts'

export interface NativeDeps {
  db: Database
  clock: SteadyClock
  log: Log
  /** As it was read at the start, and as it is by now. */
  config: Config
  current(): Config
  env: NodeJS.ProcessEnv
  scrub(text: string): string
  trouble(sentence: string): void
}

/** One for each table [providers.NAME]. */
export function openProviders({ providers, native }: Config, clock: Clock): Provider[] {
  const timers = { firstEventMs: native.firstEventSeconds * 1000, idleMs: native.idleSeconds * 1000 }
  return Object.entries(providers).map(([name, settings]) => createProvider({ ...settings, name, clock, timers }))
}

/** A brain for each provider: its own tools, its sessions in the store, its older turns in summaries. */
export function openNative(deps: NativeDeps, providers: readonly Provider[], toolset: Toolset): Brain[] {
  const { db, clock, log, config, current, trouble } = deps
  const { native } = config
  const toolbox = createOwnTools({
    tools: native.tools,
    command: {
      network: native.commandNetwork,
      seconds: native.commandSeconds,
      limits: {
        memoryMb: native.commandMemoryMb,
        processes: native.commandProcesses,
        cpuSeconds: native.commandCpuSeconds,
      },
    },
    fetch: createGuardedFetch({ allowed: new Set() }),
    trouble,
  })
  const clients = openMcpClients(config, deps)
  const shared = {
    settings: () => current().native,
    sessions: storedSessions(db, clock),
    rights: ownTools({ tools: native.tools, allow: native.allow, servers: Object.keys(config.mcp) }),
    ownTools: async (signal: AbortSignal) => (await Promise.all([toolbox.list(signal), clients.list(signal)])).flat(),
    toolsFor: toolset.toolsFor,
    permissions: toolset.permissions,
    estimate: (text: string) => estimateTokens(text),
    gone: createGoneTurns({ ...deps, config: current }),
    trace: (task: number, event: object) => recordEvent(db, task, 'context', JSON.stringify(event), clock.now()),
    clock,
    log,
  }
  return providers.map((provider) => {
    const brain = createNative({ ...shared, provider, apiKey: config.providers[provider.name]?.apiKey })
    // All brains end together: whichever does first closes what they share.
    return Object.assign(brain, { close: lastly(brain.close, clients.close) })
  })
}

function lastly(first: () => Promise<void>, then: () => Promise<void>): () => Promise<void> {
  return async () => {
    await first()
    await then()
  }
}
