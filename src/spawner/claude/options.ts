import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { Containment } from '../../lib/process-tree.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { CommandLimits } from '../command-sandbox.ts'
import type { Permissions, ToolAccess } from '../spawner.ts'
import type { Access } from './command-line.ts'
import type { Keep } from './live-processes.ts'
import type { ClaudeToolSettings } from './own-tools.ts'
import type { Caps } from './process.ts'
import type { TurnTimeouts } from './turn-timeouts.ts'

/** How this installation calls the CLI, and what of the daemon it works with. */
export interface ClaudeOptions extends Access {
  /** A name on the PATH or a path. */
  command?: string
  /** The CLI's folder when a person chose it: it is theirs, and not to be given to anybody. */
  namedConfigDir?: string
  /** Where the CLI is started: ours, and empty. */
  workDir: string
  /** Where each turn has its folder for as long as it runs. */
  runtimeDir: string
  timers?: Partial<TurnTimeouts>
  caps?: Partial<Caps>
  /** Which processes live on between the turns of a session. */
  keep?: Partial<Keep>
  /** Found out by trying when not given. */
  containment?: Containment
  /** The daemon's tools; without them the model has none of those. */
  tools?: ToolAccess
  /** Who says whether one of the CLI's own tools may run; without it there are none. */
  permissions?: Permissions
  /** Which of the CLI's own tools there are for whom; none unless said. */
  own?: ClaudeToolSettings
  /** Whether the turns of a conversation share a session; they do unless said. */
  sessions?: boolean
  /** Whether the commands that the model runs reach the network. */
  commandNetwork?: boolean
  /** What those may use up. */
  commandLimits?: CommandLimits
  /** Something is wrong that no single answer shows: for the owner. */
  trouble?: (sentence: string) => void
  /** In which times are told to people; UTC unless said. */
  timezone?: string
  clock: Clock
  log: Log
}

interface Log {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
}

/** How this installation calls the CLI: its own folders inside the data directory, and what the configuration says. */
export function claudeOptions(
  config: Config,
  dataDir: string,
  env: NodeJS.ProcessEnv,
): Omit<ClaudeOptions, 'clock' | 'log'> {
  const {
    command,
    configDir,
    apiKey,
    oauthToken,
    baseUrl,
    fallbackModel,
    effort,
    basePrompt,
    cache,
    maxRequests,
    maxUsd,
    firstEventSeconds,
    idleSeconds,
    keepMinutes,
    keepCount,
    keepMb,
    epochs,
    tools,
    allow,
    commandNetwork,
    commandMemoryMb,
    commandProcesses,
    commandCpuSeconds,
  } = config.brain.claude
  return {
    command,
    env,
    configDir: configDir ?? join(dataDir, 'claude'),
    ...(configDir === undefined ? {} : { namedConfigDir: configDir }),
    workDir: join(dataDir, 'workspaces', 'turn'),
    runtimeDir: join(dataDir, 'run'),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(oauthToken === undefined ? {} : { oauthToken }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...modelsOf(config.brain),
    ...(fallbackModel === undefined ? {} : { fallbackModel }),
    ...(effort === undefined ? {} : { effort }),
    basePrompt,
    cache,
    maxRequests,
    maxUsd,
    sessions: epochs,
    own: { tools, allow },
    timezone: config.timezone,
    commandNetwork,
    commandLimits: { memoryMb: commandMemoryMb, processes: commandProcesses, cpuSeconds: commandCpuSeconds },
    keep: { idleMs: keepMinutes * 60_000, count: keepCount, rssBytes: keepMb * 1024 * 1024 },
    timers: {
      firstEventMs: firstEventSeconds * 1000,
      idleMs: idleSeconds * 1000,
      totalMs: config.workers.totalMinutes * 60_000,
    },
  }
}

function modelsOf({ claude, models }: Config['brain']): Pick<ClaudeOptions, 'model' | 'fastModel' | 'smartModel'> {
  const model = claude.model ?? models.general
  return {
    ...(model === undefined ? {} : { model }),
    ...(models.fast === undefined ? {} : { fastModel: models.fast }),
    ...(models.smart === undefined ? {} : { smartModel: models.smart }),
  }
}
