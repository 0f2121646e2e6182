import { NotStoredError } from '../../domain/errors.ts'
import { fileLimits, sizeInWords } from '../../domain/file.ts'
import { safeName } from '../../lib/text/safe-name.ts'
import type { SteadyClock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import type { FileShelf } from '../../store/files/file-shelf.ts'
import { storeFile } from '../../store/files/files.ts'
import type { OutgoingFiles } from '../../tools/all-tools.ts'
import type { Attachments } from './attachments.ts'
import type { Workspaces } from './workspaces.ts'

export interface FileDeskDeps {
  db: Database
  clock: SteadyClock
  shelf: FileShelf
  workspaces: Workspaces
  attachments: Attachments
}

/** Joins the tool to the workspace it reads, the shelf it writes and the answer the file waits for. */
export function createFileDesk({ db, clock, shelf, workspaces, attachments }: FileDeskDeps): OutgoingFiles {
  return {
    async holds(scope, path) {
      const file = await workspaces.open(scope.chat, path)
      if ('refused' in file) return false
      await file.close()
      return true
    },

    async handIn(scope, path, name = path) {
      const file = await workspaces.open(scope.chat, path)
      if ('refused' in file) return file
      try {
        const stored = await storeFile(db, shelf, file.createReadStream({ autoClose: false }), clock.steady)
        if ('tooLarge' in stored) {
          return {
            refused: `A file can have ${sizeInWords(fileLimits.fileBytes)}; this one has more. Send a part of it.`,
          }
        }
        const sent = { ...stored, name: safeName(name) }
        const refused = attachments.add(scope.task, sent)
        return refused === undefined ? sent : { refused }
      } catch (error) {
        if (error instanceof NotStoredError) return { refused: error.message }
        throw error
      } finally {
        await file.close()
      }
    },
  }
}
