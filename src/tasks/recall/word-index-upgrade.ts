import { sleep } from '../../lib/time/timers.ts'
import { reindexedFrom } from '../../store/recall/word-index.ts'
import { moveWords, reindexWords } from '../../store/recall/word-reindexing.ts'
import type { TaskDeps } from '../task-deps.ts'

/** So many lines in one go: a few milliseconds in which nothing else happens. */
const MESSAGES_PER_STEP = 50
const STEP_PAUSE_MS = 5
const LOOK_EVERY_MS = 60_000

/**
 * Files words after the fact: all of them where they are read in another way since, and those of chats that changed hands
 * under whose they are now. Until then they are looked for where they were, and each of those that changed hands is looked
 * at before it counts, which is slower and finds the same.
 */
export function createWordIndexUpgrade(
  { db, persist, log }: Pick<TaskDeps, 'db' | 'persist' | 'log'>,
  lookEveryMs = LOOK_EVERY_MS,
) {
  return {
    /** Until the signal aborts. */
    async run(signal: AbortSignal): Promise<void> {
      const left = reindexedFrom(db)
      if (left !== undefined)
        log.info({ upTo: left - 1 }, 'filing words anew; older lines are found as before meanwhile')
      while (!signal.aborted && (await persist(() => reindexWords(db, MESSAGES_PER_STEP))))
        await sleep(STEP_PAUSE_MS, signal)
      if (left !== undefined && !signal.aborted) log.info('all words are filed anew')
      while (!signal.aborted) {
        const isMore = await persist(() => moveWords(db, MESSAGES_PER_STEP))
        await sleep(isMore ? 0 : lookEveryMs, signal)
      }
    },
  }
}
