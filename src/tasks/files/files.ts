import { join } from 'node:path'
import { NotStoredError } from '../../domain/errors.ts'
import { attachmentProblem, fileLimits, formatSizeEnglish, type KnownFile } from '../../domain/file.ts'
import { safeName } from '../../lib/text/safe-name.ts'
import type { SteadyClock } from '../../lib/time/clock.ts'
import type { Brain, TurnFile } from '../../spawner/spawner.ts'
import type { Database } from '../../store/database.ts'
import { createFileStore, type FileStore } from '../../store/files/file-store.ts'
import { filesOf, storeFile, sweepFiles } from '../../store/files/files.ts'
import type { OutgoingFiles } from '../../tools/all-tools.ts'
import { createWorkspaceWords, type WorkspaceWords } from './workspace-words.ts'
import { createWorkspaces, type Workspaces } from './workspaces.ts'

/** The files of the daemon: what people sent, the workspaces of the model, and what it wants to send back. */
export interface Files {
  fileStore: FileStore
  workspaces: Workspaces
  attachments: Attachments
  outgoing: OutgoingFiles
  words: WorkspaceWords
}

/** Call it once, after the data directory is locked. */
export function openFiles({ db, clock, dataDir }: { db: Database; clock: SteadyClock; dataDir: string }): Files {
  const fileStore = createFileStore(join(dataDir, 'files'))
  const workspaces = createWorkspaces(join(dataDir, 'workspaces'))
  const attachments = createAttachments()
  const outgoing = createOutgoingFiles({ db, clock, fileStore, workspaces, attachments })
  sweepFiles(db, fileStore, clock.steady())
  return { fileStore, workspaces, attachments, outgoing, words: createWorkspaceWords({ db, clock }) }
}

interface OutgoingFilesDeps {
  db: Database
  clock: SteadyClock
  fileStore: FileStore
  workspaces: Workspaces
  attachments: Attachments
}

/** Implements the tool that sends a file: reads it from the workspace, stores it, and attaches it to the answer. */
function createOutgoingFiles({ db, clock, fileStore, workspaces, attachments }: OutgoingFilesDeps): OutgoingFiles {
  return {
    async contains(scope, path) {
      const file = await workspaces.open(scope.chat, path)
      if ('refused' in file) return false
      await file.close()
      return true
    },

    async attach(scope, path, name = path) {
      const file = await workspaces.open(scope.chat, path)
      if ('refused' in file) return file
      try {
        const stored = await storeFile(db, fileStore, file.createReadStream({ autoClose: false }), clock.steady)
        if ('tooLarge' in stored) {
          return {
            refused: `A file can have ${formatSizeEnglish(fileLimits.fileBytes)}; this one has more. Send a part of it.`,
          }
        }
        const attachment = { ...stored, name: safeName(name) }
        const refused = attachments.add(scope.task, attachment)
        return refused === undefined ? attachment : { refused }
      } catch (error) {
        if (error instanceof NotStoredError) return { refused: error.message }
        throw error
      } finally {
        await file.close()
      }
    },
  }
}

/** The attachments of a turn, each in a form that the brain can read. */
export function turnFiles(
  db: Database,
  fileStore: FileStore,
  messages: { id: number }[],
  brain: Pick<Brain, 'formsOf'>,
): TurnFile[] {
  const attached = filesOf(
    db,
    messages.map(({ id }) => id),
  )
  const files = messages.flatMap((message) => attached.get(message.id) ?? [])
  const forms = brain.formsOf?.(files) ?? []
  return files.map(({ hash, name, type, bytes }, at) => {
    return { name, type, bytes, path: fileStore.pathOf(hash), form: forms[at] ?? 'workspace' }
  })
}

/** Files that a running task wants to send with its answer. They are stored in the same commit as the answer. */
export interface Attachments {
  /** Returns why the file cannot be sent, or undefined. */
  add(task: number, file: KnownFile): string | undefined
  /** Returns and removes the files, in the order in which they were added. */
  take(task: number): KnownFile[]
}

export function createAttachments(): Attachments {
  const waiting = new Map<number, KnownFile[]>()
  return {
    add(task, file) {
      const files = [...(waiting.get(task) ?? []), file]
      const problem = attachmentProblem(files)
      if (problem === undefined) waiting.set(task, files)
      return problem?.en
    },
    take(task) {
      const files = waiting.get(task) ?? []
      waiting.delete(task)
      return files
    },
  }
}
