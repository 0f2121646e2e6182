import type { Config } from '../config/config.ts'
import { createGuardedFetch } from '../lib/http/guarded-fetch.ts'
import type { Log } from '../lib/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { AnyText } from '../messages/localized.ts'
import { fetchPage } from '../spawner/native/tools/fetch-page.ts'
import type { ToolSource } from '../spawner/native/tools/native-tool.ts'
import { createOwnTools, type OwnToolbox } from '../spawner/native/tools/own-tools.ts'
import { createMcpClients } from '../tools/mcp-clients/mcp-clients.ts'

export interface NativeToolsDeps {
  config: Config
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
  env: NodeJS.ProcessEnv
  trouble(sentence: AnyText): void
}

/** The tools that native models get besides the daemon's: files, commands and web pages, and those of MCP servers. */
export function openNativeTools(deps: NativeToolsDeps, servers = openMcpServers(deps)): ToolSource {
  const builtIn = createBuiltInTools(deps.config, deps.trouble)
  return {
    list: async (signal) => (await Promise.all([builtIn.list(signal), servers.list(signal)])).flat(),
    close: servers.close,
  }
}

/** The tools of web pages and MCP servers, for a brain that has its own tools for files and commands. */
export function openWebAndMcpTools(servers: ToolSource): ToolSource {
  const fetchTool = fetchPage(createGuardedFetch({ allowed: new Set() }))
  return { list: async (signal) => [fetchTool, ...(await servers.list(signal))], close: servers.close }
}

/** The MCP servers of the configuration. They are connected when their tools are listed for the first time. */
export function openMcpServers({ config, clock, log, env, trouble }: NativeToolsDeps): ToolSource {
  return createMcpClients({
    clock,
    log,
    env,
    trouble,
    servers: Object.entries(config.mcp).map(([name, { env: variables, ...server }]) => ({
      ...server,
      name,
      env: Object.fromEntries(variables.map((variable) => [variable.name, variable.value])),
    })),
  })
}

function createBuiltInTools({ native }: Config, reportProblem: (sentence: AnyText) => void): OwnToolbox {
  const limits = {
    memoryMb: native.commandMemoryMb,
    processes: native.commandProcesses,
    cpuSeconds: native.commandCpuSeconds,
  }
  return createOwnTools({
    tools: native.tools,
    command: { network: native.commandNetwork, seconds: native.commandSeconds, limits },
    fetch: createGuardedFetch({ allowed: new Set() }),
    reportProblem,
  })
}
