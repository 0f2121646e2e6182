// How a changed secret is taken up while the daemon runs. Everything that holds one is closed and opened again: channels,
// models, servers of tools, the page. That is the restart within the process, which stores what was received, sends what
// was finished and continues what was begun, and tries again what failed, so nothing needs to know which secret it had.
import { camelCase } from '../config/camel-keys.ts'
import type { Config } from '../config/config.ts'
import { secretPaths } from '../config/key-paths.ts'
import { readConfig } from '../config/load.ts'
import { valueAt } from '../config/problems/problems.ts'
import { ConfigError } from '../domain/errors.ts'
import type { Log } from '../lib/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import { sleep } from '../lib/time/timers.ts'
import { type AnyText, textIn } from '../messages/localized.ts'

export interface SecretRotationDeps {
  /** The configuration that is in use. */
  inUse(): Config
  configFile: string
  dataDir: string
  env: NodeJS.ProcessEnv
  /** How many answers and jobs are being worked on. */
  running(): number
  restart(): { refused: AnyText } | undefined
  clock: Pick<Clock, 'mono'>
  log: Log
  /** Aborted when the daemon stops. */
  signal: AbortSignal
}

/** `waiting`: for what is being worked on. */
export type TakenUp = { state: 'unchanged' | 'now' | 'waiting' } | { refused: AnyText }

/** How long an answer in progress may delay new secrets. An answer that is interrupted continues afterwards. */
const MAX_WAIT_MS = 120_000
const LOOK_EVERY_MS = 250
const FIRST_LOOK_MS = 2000

/** Takes up secrets that differ from those in use, as soon as nothing is being worked on. */
export function createSecretRotation(deps: SecretRotationDeps): () => TakenUp {
  const { inUse, configFile, dataDir, env, running, restart, clock, log, signal } = deps
  let waiting: Promise<void> | undefined

  async function restartWhenIdle(): Promise<void> {
    const since = clock.mono()
    while (running() > 0 && clock.mono() - since < MAX_WAIT_MS && !signal.aborted) await sleep(LOOK_EVERY_MS, signal)
    if (signal.aborted) return
    log.info('taking up changed secrets')
    const refusal = restart()
    if (refusal) log.error({ why: textIn(refusal.refused, 'en') }, 'changed secrets could not be taken up')
    waiting = undefined
  }

  function takeUp(): TakenUp {
    const fresh = tryConfig(() => readConfig({ configFile: inUse().file && configFile, dataDir }, env))
    if ('refused' in fresh) return fresh
    if (secretsIn(fresh.config) === secretsIn(inUse())) return { state: 'unchanged' }
    const state = running() > 0 ? 'waiting' : 'now'
    // Deferred, so that the command gets its answer first.
    waiting ??= sleep(0, signal)
      .then(restartWhenIdle)
      .catch((err: unknown) => log.error({ err }, 'changed secrets could not be taken up'))
    return { state }
  }

  // A secret that was changed between reading the configuration and opening the socket was told to nobody.
  void sleep(FIRST_LOOK_MS, signal)
    .then(() => (signal.aborted ? undefined : takeUp()))
    .catch((err: unknown) => log.error({ err }, 'changed secrets could not be looked for'))
  return takeUp
}

function tryConfig(read: () => Config): { config: Config } | { refused: AnyText } {
  try {
    return { config: read() }
  } catch (error) {
    if (error instanceof ConfigError) return { refused: error.text }
    throw error
  }
}

function secretsIn(config: Config): string {
  return JSON.stringify(secretPaths(config, camelCase).map((path) => [path, valueAt(config, path)]))
}
