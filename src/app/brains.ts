import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../config/config.ts'
import type { ChatId } from '../domain/ids.ts'
import type { Log } from '../lib/log.ts'
import type { SteadyClock } from '../lib/time/clock.ts'
import type { AnyText } from '../messages/localized.ts'
import { chooseBrains, createLiveBrains } from '../spawner/brain-choice.ts'
import type { Brains } from '../spawner/brains.ts'
import { createClaude } from '../spawner/claude/claude.ts'
import { claudeOptions } from '../spawner/claude/options.ts'
import type { ToolSource } from '../spawner/native/tools/native-tool.ts'
import type { Brain } from '../spawner/spawner.ts'
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
  choose(toolset: Toolset, toolsUrl: string): Brains
  /**
   * Uses the models of this configuration from the next task on. A brain whose settings are the same stays. One that is
   * replaced finishes its tasks, and is closed with the others. Undefined if turns run on runners.
   */
  replace: ((config: Config, signal: AbortSignal) => Promise<void>) | undefined
  /** How many processes an earlier run of the daemon had left behind. */
  leftoverProcesses: number
  /** The tools of web pages and MCP servers, for the claude CLI. */
  listWebAndMcpTools: ListWebAndMcpTools
  /** Undefined if turns run in this process. */
  runners: RunnerAdmin | undefined
  /** Ends all brains, also those that were replaced. */
  closeBrains(): Promise<void>
  /** Disconnects from the MCP servers and from Redis. */
  close(): Promise<void>
}

/** A brain with the settings that it was made from. */
interface MadeBrain {
  settings: unknown
  brain: Brain
}

/** Finds the available brains, and ends processes that an earlier run of the daemon left behind. */
export async function openBrains(deps: OpenBrainsDeps, signal: AbortSignal): Promise<OpenedBrains> {
  const { db, clock, log, timezone, trouble } = deps
  const leftoverProcesses = (await createClaude(claudeOf(deps.config)).recover?.(openSessions(db))) ?? 0
  const demo = {
    search: createOwnSearch(db, () => deps.current().conversation.sharedHistory),
    languageIn: (chat: ChatId) => languageIn(db, chat),
    timezone,
    pieceMs: 15,
  }
  // Loaded only if turns run elsewhere.
  const runners = deps.config.runners.url === undefined ? undefined : (await import('./runners.ts')).openRunners(deps)
  const servers = openLazily(async () => (await import('./native-tools.ts')).openMcpServers(deps))
  const webAndMcpTools = openLazily(async () => (await import('./native-tools.ts')).openWebAndMcpTools(servers))
  const opened: Brain[] = []
  const made = new Map<string, MadeBrain>()
  let live: { replace(next: Brains): void; make(config: Config, signal: AbortSignal): Promise<Brains> } | undefined

  function claudeOf(config: Config) {
    return { ...claudeOptions(config, deps.dataDir, deps.env), clock, log }
  }

  function makeOnce(name: string, settings: unknown, make: () => Brain): Brain {
    const before = made.get(name)
    if (before && isDeepStrictEqual(before.settings, settings)) return before.brain
    const brain = make()
    made.set(name, { settings, brain })
    opened.push(brain)
    return brain
  }

  /** Probes the brains of a configuration. They are created when the tools exist. */
  async function findBrains(config: Config, signal: AbortSignal) {
    // Loaded only if a provider is configured.
    const native = Object.keys(config.providers).length > 0 ? await import('./native.ts') : undefined
    const providers = native?.openProviders(config, clock) ?? []
    const probed = [createClaude(claudeOf(config)), ...providers]
    const real = probed.map((brain) => (runners ? { name: brain.name } : brain))
    const choose = await chooseBrains({ wanted: config.brain.default, real, aliases: aliasesIn(config), demo }, signal)
    return (toolset: Toolset, toolsUrl: string): Brains => {
      const options = claudeOf(config)
      const tools = toolset.accessAt(toolsUrl)
      const place = (brain: Brain) => runners?.wrap(brain, toolset) ?? brain
      const claude = makeOnce('claude', claudeOptions(config, deps.dataDir, {}), () =>
        place(createClaude({ ...options, tools, permissions: toolset.permissions, trouble })),
      )
      const others = providers.flatMap((provider) => {
        if (!native) return []
        return makeOnce(provider.name, config.providers[provider.name], () => {
          const stores = native.openNativeStores(db, deps)
          return place(native.openNative({ ...deps, ...stores, config }, toolset, servers)(provider))
        })
      })
      return choose([claude, ...others])
    }
  }

  const first = await findBrains(deps.config, signal)
  return {
    leftoverProcesses,
    listWebAndMcpTools: webAndMcpTools.list,
    runners,
    async closeBrains() {
      await Promise.all(opened.map((brain) => brain.close()))
    },
    async close() {
      await servers.close()
      await runners?.close()
    },
    choose(toolset, toolsUrl) {
      const { brains, replace } = createLiveBrains(first(toolset, toolsUrl))
      live = { replace, make: async (config, stop) => (await findBrains(config, stop))(toolset, toolsUrl) }
      return brains
    },
    replace: runners
      ? undefined
      : async (config, stop) => {
          if (live) live.replace(await live.make(config, stop))
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
