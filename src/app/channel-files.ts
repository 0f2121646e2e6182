import type { ChannelShelf } from '../channels/shared/attachments.ts'
import type { FileShelf } from '../store/files/file-shelf.ts'
import { storeFile } from '../store/files/files.ts'
import type { TaskDeps } from '../tasks/task-deps.ts'

/** The file store, as far as a channel may use it. */
export function createChannelShelf({
  db,
  clock,
  shelf,
}: Pick<TaskDeps, 'db' | 'clock'> & { shelf: FileShelf }): ChannelShelf {
  return {
    async put(content, name) {
      const stored = await storeFile(db, shelf, content, clock.steady)
      return 'tooLarge' in stored ? stored : { hash: stored.hash, name }
    },
    path: shelf.pathOf,
  }
}
