import type { Config } from '../config/config.ts'
import { secretsOf } from '../config/config.ts'
import { readConfig } from '../config/load.ts'
import { retryEverything } from '../tasks/queue/reopen.ts'
import type { OpenedBrains } from './brains.ts'

export interface LiveModelsDeps {
  /** The configuration as it was read at the start. */
  config: Config
  configFile: string | undefined
  dataDir: string
  env: NodeJS.ProcessEnv
  opened: Pick<OpenedBrains, 'replace'>
  pipeline: Parameters<typeof retryEverything>[0]
  /** From now on this text is removed from logs and answers. */
  hideSecret(secret: string): void
}

/** The models that answer, which can change while the daemon runs. */
export interface LiveModels {
  /** The configuration of the start with the models that answer now. */
  config(): Config
  /** Uses the models of the saved configuration at once. Everything else in it waits for a restart. */
  takeUp(signal: AbortSignal): Promise<void>
}

/** Undefined if models need a restart. */
export function createLiveModels(deps: LiveModelsDeps): LiveModels | undefined {
  const { configFile, dataDir, env, opened, hideSecret, pipeline } = deps
  const { replace } = opened
  if (!replace) return undefined
  let inUse = deps.config
  return {
    config: () => inUse,
    async takeUp(signal) {
      const next = withModelsOf(deps.config, readConfig({ configFile, dataDir }, env))
      for (const secret of secretsOf(next)) hideSecret(secret)
      await replace(next, signal)
      inUse = next
      // What failed with the old models is tried again.
      retryEverything(pipeline)
    },
  }
}

/** What connecting a model changes, as the file spells it. */
export const liveModelPaths = [
  ['providers'],
  ['brain', 'default'],
  ...['command', 'api_key', 'oauth_token'].map((key) => ['brain', 'claude', key]),
]

/** The same in a configuration that was read. */
function withModelsOf(running: Config, saved: Config): Config {
  const { command, apiKey, oauthToken } = saved.brain.claude
  const claude = { ...running.brain.claude, command, apiKey, oauthToken }
  return { ...running, providers: saved.providers, brain: { ...running.brain, default: saved.brain.default, claude } }
}
