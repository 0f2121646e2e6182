import type { ChannelFileStore } from '../../channels/shared/attachments.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import { storeFile } from '../../store/files/files.ts'
import type { TaskDeps } from '../../tasks/task-deps.ts'

/** The file store, as far as a channel may use it. */
export function createChannelFileStore({
  db,
  clock,
  fileStore,
}: Pick<TaskDeps, 'db' | 'clock'> & { fileStore: FileStore }): ChannelFileStore {
  return {
    async put(content, name) {
      const stored = await storeFile(db, fileStore, content, clock.steady)
      return 'tooLarge' in stored ? stored : { hash: stored.hash, name }
    },
    path: fileStore.pathOf,
  }
}
