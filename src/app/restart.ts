import { loadConfig } from '../config/load.ts'
import { ConfigError } from '../domain/errors.ts'
import type { Log } from '../lib/log.ts'
import type { AnyText } from '../messages/localized.ts'

interface RestartDeps {
  configFile: string | undefined
  env: NodeJS.ProcessEnv
  /** Aborted to restart the daemon in the same process. */
  restartController: AbortController
  log: Log
}

/** Restarts the daemon unless the configuration is invalid. */
export function createRestart(deps: RestartDeps): () => { refused: AnyText } | undefined {
  const { configFile, env, restartController, log } = deps
  return () => {
    try {
      loadConfig(configFile, env)
    } catch (error) {
      if (error instanceof ConfigError) return { refused: error.text }
      throw error
    }
    log.info('restarting on request')
    restartController.abort()
    return undefined
  }
}
