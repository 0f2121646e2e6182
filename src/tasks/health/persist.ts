import type { Log } from '../../lib/log.ts'
import { runNamed } from '../../lib/named-work.ts'
import { sleep } from '../../lib/time/timers.ts'

const MAX_RETRY_PAUSE_MS = 5000
/** Tries left once the daemon is told to stop: a full disk must not hold up the stop for ever. */
const MAX_TRIES_AFTER_STOP = 3

/** Repeats a write that the disk refuses until it succeeds; anything else is thrown at once. */
export function createPersist(log: Log, stopping: AbortSignal): <T>(write: () => T) => Promise<T> {
  const never = new AbortController().signal
  return async (write) => {
    let left = MAX_TRIES_AFTER_STOP
    for (let pauseMs = 100; ; pauseMs = Math.min(MAX_RETRY_PAUSE_MS, pauseMs * 2)) {
      try {
        return runNamed('writing to the store', write)
      } catch (err) {
        if (!isDiskTrouble(err) || (stopping.aborted && left-- === 0)) throw err
        log.error({ err }, 'the store cannot be written; trying again')
        await sleep(stopping.aborted ? 1000 : pauseMs, never)
      }
    }
  }
}

/** What heals by itself when there is room, a file can be opened, or the device answers again. */
export function isDiskTrouble(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    /^SQLITE_(FULL|IOERR|BUSY|READONLY|NOMEM|CANTOPEN)/.test(String(error.code))
  )
}
