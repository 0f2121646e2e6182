import type { Log } from '../lib/log.ts'
import { bootId, type SteadyClock } from '../lib/time/clock.ts'
import type { Database } from '../store/database.ts'
import { beginInstance, keepLastWords, noteStop } from '../store/work/instances.ts'

export interface LifeDeps {
  db: Database
  dataDir: string
  clock: SteadyClock
  log: Log
}

/**
 * A new life of the daemon, with what is to be known of the old one and of the end of this one: whoever comes next must be
 * able to tell whether it was stopped, cut off, or died of what it was running.
 */
export function beginLife({ db, dataDir, clock, log }: LifeDeps, signal: AbortSignal): number {
  keepLastWords(db, dataDir)
  const instance = beginInstance(db, { pid: process.pid, boot: bootId() }, clock.steady())
  // At once: a stop may itself be cut short by whoever asked for it.
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
