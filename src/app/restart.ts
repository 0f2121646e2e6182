import { loadConfig } from '../config/load.ts'
import { ConfigError } from '../domain/errors.ts'
import type { Log } from '../lib/log.ts'

export interface RestartDeps {
  configFile: string | undefined
  env: NodeJS.ProcessEnv
  /** Ends this life of the daemon for another one. */
  again: AbortController
  log: Log
}

/** Lets the daemon begin anew, unless the configuration would not let it come up. */
export function createRestart({ configFile, env, again, log }: RestartDeps): () => { refused: string } | undefined {
  return () => {
    try {
      loadConfig(configFile, env)
    } catch (error) {
      if (error instanceof ConfigError) return { refused: error.message }
      throw error
    }
    log.info('restarting, as asked')
    again.abort()
    return undefined
  }
}
