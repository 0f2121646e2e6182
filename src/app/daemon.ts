import type { Config } from '../config/config.ts'
import { ConfigError } from '../domain/errors.ts'
import { crashPoint } from '../lib/crash-point.ts'
import type { Log } from '../lib/log.ts'
import type { LogTail } from '../lib/log-tail.ts'
import { bootId, type Clock, type SteadyClock } from '../lib/time/clock.ts'
import type { Database } from '../store/database.ts'
import { prepareToServe } from '../store/file/data-dir.ts'
import { openStore } from '../store/open-store.ts'
import { beginInstance, endInstance, keepLastWords, leaveLastWords, noteStop } from '../store/work/instances.ts'
import { openTimekeeper } from '../tasks/health/timekeeper.ts'
import { type Ready, serve } from './serve.ts'

export interface DaemonOptions {
  config: Config
  dataDir: string
  version: string
  clock: Clock
  log: Log
  scrub(text: string): string
  hideSecret(secret: string): void
  env: NodeJS.ProcessEnv
  /** The last lines of the log. */
  tail: LogTail
  /** How this program is started again: Node's own arguments and the file. */
  program: string[]
  /** Restarts the daemon in the same process, with the configuration as it is then. */
  restartController: AbortController
}

/** Runs the daemon once, from locking its directory to recording a clean stop. */
export async function runDaemon(
  options: DaemonOptions,
  onReady: (ready: Ready) => void,
  stop: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([stop, options.restartController.signal])
  await prepareToServe(options.dataDir)
  const store = openStore(options.dataDir, { gapMs: options.config.conversation.activeMinutes * 60_000 })
  const timekeeper = openTimekeeper({ db: store.db, clock: options.clock, log: options.log })
  const { dataDir, log } = options
  const { clock, lastJump } = timekeeper
  const instance = beginRun({ db: store.db, dataDir, clock, log }, signal)
  crashPoint('start.after-instance')
  try {
    await serve({ ...options, clock, lastJump, instance, store }, onReady, signal)
    crashPoint('shutdown.before-checkpoint')
    endInstance(store.db, instance, timekeeper.clock.now())
  } catch (error) {
    // A wrong setting is not a crash, so it must not count towards safe mode.
    if (error instanceof ConfigError) endInstance(store.db, instance, timekeeper.clock.now())
    else leaveLastWords(options.dataDir, error, options.scrub)
    throw error
  } finally {
    timekeeper.close()
    store.close()
  }
}

interface LifeDeps {
  db: Database
  dataDir: string
  clock: SteadyClock
  log: Log
}

/**
 * Records the start of this run and how it will end, so that the next run can tell whether this one was stopped, killed,
 * or crashed because of a task.
 */
function beginRun({ db, dataDir, clock, log }: LifeDeps, signal: AbortSignal): number {
  keepLastWords(db, dataDir)
  const instance = beginInstance(db, { pid: process.pid, boot: bootId() }, clock.steady())
  // Recorded at once, because the process may be killed while it stops.
  const asked = () => {
    try {
      noteStop(db, instance, clock.now())
    } catch (err) {
      log.warn({ err }, 'the stop could not be written down')
    }
  }
  signal.addEventListener('abort', asked, { once: true })
  return instance
}
