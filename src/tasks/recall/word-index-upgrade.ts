import { sleep } from '../../lib/time/timers.ts'
import { reindexedFrom } from '../../store/recall/word-index.ts'
import { moveWords, reindexWords } from '../../store/recall/word-reindexing.ts'
import type { TaskDeps } from '../task-deps.ts'

/** How many messages one step handles. It blocks everything else for a few milliseconds. */
const MESSAGES_PER_STEP = 50
const STEP_PAUSE_MS = 5
const CHECK_INTERVAL_MS = 60_000

/**
 * Updates the word index in the background: completely after the way text is split into words has changed, and for
 * chats that got another owner. Until then, search uses the old entries and checks each message of such a chat, which
 * is only slower.
 */
export function createWordIndexUpgrade(
  { db, persist, log }: Pick<TaskDeps, 'db' | 'persist' | 'log'>,
  checkIntervalMs = CHECK_INTERVAL_MS,
) {
  return {
    /** Runs until the signal aborts. */
    async run(signal: AbortSignal): Promise<void> {
      const firstToReindex = reindexedFrom(db)
      if (firstToReindex !== undefined)
        log.info({ upTo: firstToReindex - 1 }, 'rebuilding the word index; older messages are still found meanwhile')
      while (!signal.aborted && (await persist(() => reindexWords(db, MESSAGES_PER_STEP))))
        await sleep(STEP_PAUSE_MS, signal)
      if (firstToReindex !== undefined && !signal.aborted) log.info('the word index is rebuilt')
      while (!signal.aborted) {
        const hasMore = await persist(() => moveWords(db, MESSAGES_PER_STEP))
        await sleep(hasMore ? 0 : checkIntervalMs, signal)
      }
    },
  }
}
