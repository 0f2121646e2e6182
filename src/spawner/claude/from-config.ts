import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { ClaudeOptions } from './options.ts'

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
