import type { Config } from '../config/config.ts'
import { createGuardedFetch } from '../lib/http/guarded-fetch.ts'
import type { Log } from '../lib/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { AnyText } from '../messages/localized.ts'
import type { OuterTools } from '../spawner/native/tools/native-tool.ts'
import { createOwnTools, type OwnToolbox } from '../spawner/native/tools/own-tools.ts'
import { createMcpClients } from '../tools/mcp-clients/mcp-clients.ts'

export interface NativeToolsDeps {
  config: Config
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
  env: NodeJS.ProcessEnv
  trouble(sentence: AnyText): void
}

/** The tools of native models besides the daemon's: their own (files, commands, fetch) and those of MCP servers. */
export function openNativeTools({ config, clock, log, env, trouble }: NativeToolsDeps): OuterTools {
  const own = openOwn(config, trouble)
  const outer = createMcpClients({
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
  return {
    list: async (signal) => (await Promise.all([own.list(signal), outer.list(signal)])).flat(),
    close: outer.close,
  }
}

function openOwn({ native }: Config, trouble: (sentence: AnyText) => void): OwnToolbox {
  const limits = {
    memoryMb: native.commandMemoryMb,
    processes: native.commandProcesses,
    cpuSeconds: native.commandCpuSeconds,
  }
  return createOwnTools({
    tools: native.tools,
    command: { network: native.commandNetwork, seconds: native.commandSeconds, limits },
    fetch: createGuardedFetch({ allowed: new Set() }),
    trouble,
  })
}
