import type { ChannelShelf } from '../channels/shared/attachments.ts'
import type { FileShelf } from '../store/files/file-shelf.ts'
import { storeFile } from '../store/files/files.ts'
import type { Road } from '../tasks/road.ts'

/** The shelf of the store, as far as a channel sees it. */
export function channelShelf({ db, clock, shelf }: Pick<Road, 'db' | 'clock'> & { shelf: FileShelf }): ChannelShelf {
  return {
    async put(content, name) {
      const stored = await storeFile(db, shelf, content, clock.steady)
      return 'tooLarge' in stored ? stored : { hash: stored.hash, name }
    },
    path: shelf.pathOf,
  }
}
