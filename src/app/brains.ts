import type { Config } from '../config/config.ts'
import type { ChatId } from '../domain/ids.ts'
import type { Log } from '../lib/log.ts'
import type { SteadyClock } from '../lib/time/clock.ts'
import type { AnyText } from '../messages/localized.ts'
import { type ChosenBrains, chooseBrains } from '../spawner/brain-choice.ts'
import { createClaude } from '../spawner/claude/claude.ts'
import { claudeOptions } from '../spawner/claude/options.ts'
import type { ToolSource } from '../spawner/native/tools/native-tool.ts'
import type { Database } from '../store/database.ts'
import { languageIn } from '../store/messages/chat-language.ts'
import { openSessions } from '../store/recall/epochs.ts'
import type { ListWebAndMcpTools } from '../tasks/permissions/served-tools.ts'
import type { Toolset } from '../tasks/permissions/toolset.ts'
import { createOwnSearch } from '../tasks/recall/search.ts'
import type { RunnerAdmin } from './runners.ts'

export interface OpenBrainsDeps {
  db: Database
  clock: SteadyClock
  log: Log
  /** The configuration as it was read at the start; `current` returns it with later changes. */
  config: Config
  current(): Config
  timezone(): string
  dataDir: string
  env: NodeJS.ProcessEnv
  scrub(text: string): string
  trouble(sentence: AnyText): void
}

/** The brains of this installation. */
export interface OpenedBrains {
  /** Creates the brains that answer, with the tools that are served at `toolsUrl`. */
  choose(toolset: Toolset, toolsUrl: string): ChosenBrains
  /** How many processes an earlier run of the daemon had left behind. */
  leftoverProcesses: number
  /** The tools of web pages and MCP servers, for the claude CLI. */
  listWebAndMcpTools: ListWebAndMcpTools
  /** Undefined if turns run in this process. */
  runners: RunnerAdmin | undefined
  /** Disconnects from the MCP servers and from Redis. */
  close(): Promise<void>
}

/** Finds the available brains, and ends processes that an earlier run of the daemon left behind. */
export async function openBrains(deps: OpenBrainsDeps, signal: AbortSignal): Promise<OpenedBrains> {
  const { db, clock, log, config, timezone, trouble } = deps
  const options = { ...claudeOptions(config, deps.dataDir, deps.env), clock, log }
  const claude = createClaude(options)
  const leftoverProcesses = (await claude.recover?.(openSessions(db))) ?? 0
  const demo = {
    search: createOwnSearch(db, () => deps.current().conversation.sharedHistory),
    languageIn: (chat: ChatId) => languageIn(db, chat),
    timezone,
    pieceMs: 15,
  }
  // Loaded only if a provider is configured.
  const native = Object.keys(config.providers).length > 0 ? await import('./native.ts') : undefined
  const providers = native?.openProviders(config, clock) ?? []
  // Loaded only if turns run elsewhere.
  const runners = config.runners.url === undefined ? undefined : (await import('./runners.ts')).openRunners(deps)
  const real = [claude, ...providers].map((brain) => (runners ? { name: brain.name } : brain))
  const servers = openLazily(async () => (await import('./native-tools.ts')).openMcpServers(deps))
  const webAndMcpTools = openLazily(async () => (await import('./native-tools.ts')).openWebAndMcpTools(servers))
  const choose = await chooseBrains({ wanted: config.brain.default, real, aliases: aliasesIn(config), demo }, signal)
  return {
    leftoverProcesses,
    listWebAndMcpTools: webAndMcpTools.list,
    runners,
    async close() {
      await servers.close()
      await runners?.close()
    },
    choose(toolset, toolsUrl) {
      const local = [
        createClaude({ ...options, tools: toolset.accessAt(toolsUrl), permissions: toolset.permissions, trouble }),
        ...(native?.openNative({ ...deps, ...native.openNativeStores(db, deps) }, providers, toolset, servers) ?? []),
      ]
      return choose(runners ? local.map((brain) => runners.wrap(brain, toolset)) : local)
    },
  }
}

/** Tools that are loaded and connected at the first list. All brains share them. */
function openLazily(open: () => Promise<ToolSource>): ToolSource {
  let opened: Promise<ToolSource> | undefined
  return {
    async list(signal) {
      opened ??= open()
      return await (await opened).list(signal)
    },
    close: async () => await (await opened)?.close(),
  }
}

/** "native" is an alias of the configured or first provider. */
function aliasesIn({ native, providers }: Config): ReadonlyMap<string, string> {
  const provider = native.provider ?? Object.keys(providers)[0]
  return new Map(provider === undefined ? [] : [['native', provider]])
}
