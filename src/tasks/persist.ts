import type { Log } from '../lib/log.ts'
import { sleep } from '../lib/sleep.ts'

/** Repeats a write that the disk refuses, 1 to 60 s apart, until it succeeds; anything else is thrown at once. */
export function createPersist(log: Log): <T>(write: () => T) => Promise<T> {
  const never = new AbortController().signal
  return async (write) => {
    for (let tries = 0; ; tries++) {
      try {
        return write()
      } catch (err) {
        if (!isDiskTrouble(err)) throw err
        log.error({ err }, 'the store cannot be written; trying again')
        await sleep(Math.min(60_000, 1000 * 2 ** tries), never)
      }
    }
  }
}

/** What heals by itself when there is room or the device answers again. */
export function isDiskTrouble(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && /^SQLITE_(FULL|IOERR|BUSY|READONLY|NOMEM)/.test(String(error.code))
  )
}
