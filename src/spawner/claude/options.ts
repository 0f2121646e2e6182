import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { Containment } from '../../lib/process-tree.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { CommandLimits } from '../command-sandbox.ts'
import type { Permissions, ToolAccess } from '../spawner.ts'
import type { ClaudeAccess } from './command-line.ts'
import type { IdleLimits } from './live-processes.ts'
import type { ClaudeToolSettings } from './own-tools.ts'
import type { OutputLimits } from './process.ts'
import type { TurnTimeouts } from './turn-timeouts.ts'

/** How this installation calls the CLI, and the parts of the daemon it needs. */
export interface ClaudeOptions extends ClaudeAccess {
  /** A name on the PATH, or a path. */
  command?: string
  /** The CLI's folder if a person chose it. It belongs to them, so its owner must not be changed. */
  namedConfigDir?: string
  /** The folder in which the CLI is started: ours and empty. */
  workDir: string
  /** Each turn has a folder in here while it runs. */
  runtimeDir: string
  timeouts?: Partial<TurnTimeouts>
  outputLimits?: Partial<OutputLimits>
  /** Which processes stay alive between the turns of a session. */
  idleLimits?: Partial<IdleLimits>
  /** Detected by trying if not given. */
  containment?: Containment
  /** The daemon's tools; without this the model has none of them. */
  tools?: ToolAccess
  /** Decides whether one of the CLI's own tools may run; without this they are off. */
  permissions?: Permissions
  /** Which tools besides the daemon's each role may use; none by default. */
  own?: ClaudeToolSettings
  /** Whether the turns of a conversation share a session; true by default. */
  sessions?: boolean
  /** Whether the model's commands may use the network. */
  commandNetwork?: boolean
  /** The resource limits of those commands. */
  commandLimits?: CommandLimits
  /** Tells the owner about a problem that no single answer shows. */
  trouble?: (sentence: AnyText) => void
  /** The time zone for times shown to people; UTC by default. */
  timezone?: string
  clock: Clock
  log: Log
}

interface Log {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
}

/** The options from the configuration, with folders inside the data directory. */
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
    own: { tools, allow, servers: Object.keys(config.mcp) },
    timezone: config.timezone,
    commandNetwork,
    commandLimits: { memoryMb: commandMemoryMb, processes: commandProcesses, cpuSeconds: commandCpuSeconds },
    idleLimits: { idleMs: keepMinutes * 60_000, maxProcesses: keepCount, maxRssBytes: keepMb * 1024 * 1024 },
    timeouts: {
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
