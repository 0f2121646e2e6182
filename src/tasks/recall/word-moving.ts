import { sleep } from '../../lib/time/sleep.ts'
import { moveWords } from '../../store/recall/moved-words.ts'
import type { Road } from '../road.ts'

/** So many lines in one go: a few milliseconds in which nothing else happens. */
const LINES = 50
const LOOK_EVERY_MS = 60_000

/**
 * Files the words of chats that changed hands under whose they are now, after the fact: until then each of them is looked
 * at before it counts, which is slower and finds the same.
 */
export function createWordMoving({ db, persist }: Pick<Road, 'db' | 'persist'>, lookEveryMs = LOOK_EVERY_MS) {
  return {
    /** Until the signal aborts. */
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const isMore = await persist(() => moveWords(db, LINES))
        await sleep(isMore ? 0 : lookEveryMs, signal)
      }
    },
  }
}
