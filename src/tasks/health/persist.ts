import type { Log } from '../../lib/log.ts'
import { runNamed } from '../../lib/named-work.ts'
import { sleep } from '../../lib/time/timers.ts'

const MAX_RETRY_PAUSE_MS = 5000
/** How often a write is retried after the daemon was told to stop. A full disk must not block the stop forever. */
const MAX_TRIES_AFTER_STOP = 3

/** Repeats a write that the disk refuses until it succeeds. Other errors are thrown at once. */
export function createPersist(log: Log, stopping: AbortSignal): <T>(write: () => T) => Promise<T> {
  const never = new AbortController().signal
  return async (write) => {
    let triesLeft = MAX_TRIES_AFTER_STOP
    for (let pauseMs = 100; ; pauseMs = Math.min(MAX_RETRY_PAUSE_MS, pauseMs * 2)) {
      try {
        return runNamed('writing to the store', write)
      } catch (err) {
        if (!isDiskTrouble(err) || (stopping.aborted && triesLeft-- === 0)) throw err
        log.error({ err }, 'the store cannot be written; trying again')
        await sleep(stopping.aborted ? 1000 : pauseMs, never)
      }
    }
  }
}

/** Whether the error may go away by itself, such as a full disk or an unavailable device. */
export function isDiskTrouble(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    /^SQLITE_(FULL|IOERR|BUSY|READONLY|NOMEM|CANTOPEN)/.test(String(error.code))
  )
}
