import { sleep } from '../../lib/time/timers.ts'
import { reindexedFrom } from '../../store/recall/word-index.ts'
import { moveWords, reindexWords } from '../../store/recall/word-reindexing.ts'
import type { Road } from '../road.ts'

/** So many lines in one go: a few milliseconds in which nothing else happens. */
const LINES = 50
const REST_MS = 5
const LOOK_EVERY_MS = 60_000

/**
 * Files words after the fact: all of them where they are read in another way since, and those of chats that changed hands
 * under whose they are now. Until then they are looked for where they were, and each of those that changed hands is looked
 * at before it counts, which is slower and finds the same.
 */
export function createWordMoving(
  { db, persist, log }: Pick<Road, 'db' | 'persist' | 'log'>,
  lookEveryMs = LOOK_EVERY_MS,
) {
  return {
    /** Until the signal aborts. */
    async run(signal: AbortSignal): Promise<void> {
      const left = reindexedFrom(db)
      if (left !== undefined)
        log.info({ upTo: left - 1 }, 'filing words anew; older lines are found as before meanwhile')
      while (!signal.aborted && (await persist(() => reindexWords(db, LINES)))) await sleep(REST_MS, signal)
      if (left !== undefined && !signal.aborted) log.info('all words are filed anew')
      while (!signal.aborted) {
        const isMore = await persist(() => moveWords(db, LINES))
        await sleep(isMore ? 0 : lookEveryMs, signal)
      }
    },
  }
}
