import { join } from 'node:path'
import type { SteadyClock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { createFileShelf, type FileShelf } from '../../store/files/file-shelf.ts'
import { sweepFiles } from '../../store/files/files.ts'
import type { OutgoingFiles } from '../../tools/all-tools.ts'
import { type Attachments, createAttachments } from './attachments.ts'
import { createFileDesk } from './file-desk.ts'
import { createWorkspaceWords, type WorkspaceWords } from './workspace-words.ts'
import { createWorkspaces, type Workspaces } from './workspaces.ts'

/** The files of one daemon: what people sent, where the model works on it, and what it wants to send back. */
export interface Files {
  shelf: FileShelf
  workspaces: Workspaces
  attachments: Attachments
  desk: OutgoingFiles
  words: WorkspaceWords
}

/** To be called once, after the data directory is locked. */
export function openFiles({ db, clock, dataDir }: { db: Database; clock: SteadyClock; dataDir: string }): Files {
  const shelf = createFileShelf(join(dataDir, 'files'))
  const workspaces = createWorkspaces(join(dataDir, 'workspaces'))
  const attachments = createAttachments()
  const desk = createFileDesk({ db, clock, shelf, workspaces, attachments })
  sweepFiles(db, shelf, clock.steady())
  return { shelf, workspaces, attachments, desk, words: createWorkspaceWords({ db, clock }) }
}
