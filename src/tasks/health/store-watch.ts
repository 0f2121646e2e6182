import { join } from 'node:path'
import { sleep } from '../../lib/time/timers.ts'
import { healthMessages } from '../../messages/health-messages.ts'
import type { AnyText } from '../../messages/localized.ts'
import { checkEverything } from '../../store/file/store-check.ts'
import type { Store } from '../../store/open-store.ts'
import type { TaskDeps } from '../task-deps.ts'

export interface StoreWatchDeps extends Pick<TaskDeps, 'log'> {
  store: Pick<Store, 'trouble' | 'toldOwner' | 'doubt'>
  dataDir: string
  trouble(sentence: AnyText): void
}

/** The first check comes after the start has settled. */
const FIRST_CHECK_MS = 5000
const NEXT_CHECK_MS = 86_400_000

/** Reports problems of the store to the owner, and checks the whole store once a day. A start checks only a sample. */
export function createStoreWatch({ store, dataDir, log, trouble }: StoreWatchDeps): {
  run(signal: AbortSignal): Promise<void>
} {
  const database = join(dataDir, 'skein.db')
  return {
    async run(signal) {
      if (store.trouble) {
        trouble(store.trouble === 'gone' ? healthMessages.storeLogGone : healthMessages.storeLogDamaged)
        store.toldOwner()
      }
      for (let pauseMs = FIRST_CHECK_MS; ; pauseMs = NEXT_CHECK_MS) {
        await sleep(pauseMs, signal)
        if (signal.aborted) return
        const result = await checkEverything(database, signal)
        if (result.status === 'damaged') {
          store.doubt()
          log.error({ problem: result.problem }, 'the store is damaged')
          trouble(healthMessages.storeDamaged(result.problem, join(dataDir, 'backups')))
        } else if (result.status === 'unfinished' && !signal.aborted) {
          log.warn({ reason: result.reason }, 'the store could not be checked')
        }
      }
    },
  }
}
