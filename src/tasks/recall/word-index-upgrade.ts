import { sleep } from '../../lib/time/timers.ts'
import { reindexedFrom } from '../../store/recall/word-index.ts'
import { moveWords, reindexWords } from '../../store/recall/word-reindexing.ts'
import type { TaskDeps } from '../task-deps.ts'

/** How many messages one step handles. It blocks everything else for a few milliseconds. */
const MESSAGES_PER_STEP = 50
const STEP_PAUSE_MS = 5
const LOOK_EVERY_MS = 60_000

/**
 * Updates the word index in the background: completely after a change of how words are read, and for chats that got
 * another owner. Until then, search uses the old entries and checks each message of such a chat, which is only slower.
 */
export function createWordIndexUpgrade(
  { db, persist, log }: Pick<TaskDeps, 'db' | 'persist' | 'log'>,
  lookEveryMs = LOOK_EVERY_MS,
) {
  return {
    /** Runs until the signal aborts. */
    async run(signal: AbortSignal): Promise<void> {
      const left = reindexedFrom(db)
      if (left !== undefined)
        log.info({ upTo: left - 1 }, 'rebuilding the word index; older messages are still found meanwhile')
      while (!signal.aborted && (await persist(() => reindexWords(db, MESSAGES_PER_STEP))))
        await sleep(STEP_PAUSE_MS, signal)
      if (left !== undefined && !signal.aborted) log.info('the word index is rebuilt')
      while (!signal.aborted) {
        const isMore = await persist(() => moveWords(db, MESSAGES_PER_STEP))
        await sleep(isMore ? 0 : lookEveryMs, signal)
      }
    },
  }
}
