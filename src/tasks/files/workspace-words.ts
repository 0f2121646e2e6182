import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { type Foreign, foreignOf, withForeign } from '../../domain/foreign.ts'
import type { ChatId } from '../../domain/ids.ts'
import { realPathInside } from '../../lib/folders.ts'
import { isNumbered, safeName } from '../../lib/text/safe-name.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { trustOfKeptFiles } from '../../spawner/kept-files.ts'
import type { Database } from '../../store/database.ts'
import { foreignFilesOf, namesSentTo, noteForeignFile } from '../../store/files/files.ts'

/** A chat and its workspace. */
export interface ChatFolder {
  chat: ChatId
  workspace?: string | undefined
}

/** Knows whose words are in the files of a workspace: files that people sent contain their words, others are ours. */
export interface WorkspaceWords {
  /** Whose words the model sees when it reads this file or folder. `namesOnly`: it only lists the names. */
  under(folder: ChatFolder, path: string, namesOnly?: boolean): Foreign[]
  /** Whose words are anywhere in the workspace, because a command may read all of it. */
  all(folder: ChatFolder): Foreign[]
  /** Records that a file is written by a model that has seen these words. Without a path: written by a command. */
  written(folder: ChatFolder, path: string | undefined, words: readonly Foreign[]): void
}

export function createWorkspaceWords({ db, clock }: { db: Database; clock: Clock }): WorkspaceWords {
  const all = ({ chat, workspace }: ChatFolder) => {
    const trust = workspace !== undefined && existsSync(workspace) ? trustOfKeptFiles(workspace, '.') : undefined
    return withForeign(sentFiles(db, chat), [
      ...foreignFilesOf(db, chat).flatMap(({ words }) => words),
      ...(trust === undefined ? [] : foreignOf('earlier', '', trust)),
    ])
  }
  return {
    all,
    under(folder, path, namesOnly = false) {
      const { chat, workspace } = folder
      if (workspace === undefined || !existsSync(workspace)) return []
      const real = realPathInside(workspace, path)
      const stats = real === undefined ? undefined : statSync(real, { throwIfNoEntry: false })
      if (real === undefined || !stats) return []
      if (stats.isDirectory()) return namesOnly ? sentFiles(db, chat) : all(folder)
      const name = relative(realpathSync(workspace), real)
      const noted = foreignFilesOf(db, chat).filter(({ path: writtenPath, at }) =>
        writtenPath === '' ? stats.ctimeMs >= at : writtenPath === name,
      )
      const trust = trustOfKeptFiles(workspace, path)
      return withForeign(
        sentFiles(db, chat).filter((file) => isNumbered(basename(real), file.name)),
        [...noted.flatMap(({ words }) => words), ...(trust === undefined ? [] : foreignOf('earlier', '', trust))],
      )
    },
    written({ chat, workspace }, path, words) {
      if (words.length === 0 || workspace === undefined || !existsSync(workspace)) return
      const real = path === undefined ? undefined : realPathInside(workspace, path)
      const name = real === undefined ? '' : relative(realpathSync(workspace), real)
      noteForeignFile(db, chat, name, words, clock.now())
    },
  }
}

function sentFiles(db: Database, chat: ChatId): Foreign[] {
  return namesSentTo(db, chat).map((name) => ({ kind: 'file', name: safeName(name), trust: 'untrusted' }))
}
