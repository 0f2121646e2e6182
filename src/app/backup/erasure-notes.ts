import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import type { Config } from '../../config/config.ts'
import { makeFolder } from '../../lib/folders.ts'
import { parseJson } from '../../lib/text/json.ts'
import { type ErasureNote, erasureNoteSchema } from '../../store/erasing/erased-keys.ts'
import { readRecord } from './backup-record.ts'

// A file that lists what was erased. It is kept beside the store and beside the backups, so that a store that is restored
// from an older backup, even on another machine, erases the same again. It holds no words.

const FILE = 'skein-erasures.json'

/** The folder of this file in a data directory. */
export function ownNotesFolder(dataDir: string): string {
  return join(dataDir, 'backups')
}

/** The folders in which backups of this store are, as far as we know. */
export function backupFolders(dataDir: string, { backup }: Config): string[] {
  const { backup: last, nightly } = readRecord(dataDir)
  const folders = [
    ownNotesFolder(dataDir),
    join(dataDir, 'backups', 'nightly'),
    join(dataDir, 'backups', 'before-update'),
    ...(backup.to === undefined ? [] : [backup.to]),
    ...[last, nightly].flatMap((made) => (made ? [dirname(made.archive)] : [])),
  ]
  return [...new Set(folders.map((folder) => resolve(folder)))]
}

/** Empty if there are none, or if they cannot be read. */
export function readNotes(folder: string): ErasureNote[] {
  try {
    const parsed = z.array(erasureNoteSchema).safeParse(parseJson(readFileSync(join(folder, FILE), 'utf8')))
    return parsed.data ?? []
  } catch {
    return []
  }
}

/** Adds the notes to those that are there. */
export function addNotes(folder: string, notes: ErasureNote[]): void {
  const all = new Map(
    [...readNotes(folder), ...notes].map((note) => [`${note.store} ${note.at} ${JSON.stringify(note.scope)}`, note]),
  )
  if (all.size === 0) return
  const file = join(folder, FILE)
  writeFileSync(`${file}.new`, JSON.stringify([...all.values()]), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Writes the file beside the store and wherever backups are. Returns the folders that cannot be written now. */
export function spreadNotes(dataDir: string, config: Config, notes: ErasureNote[]): string[] {
  makeFolder(ownNotesFolder(dataDir))
  return backupFolders(dataDir, config).filter((folder) => {
    try {
      addNotes(folder, notes)
      return false
    } catch (error) {
      // Without such a folder there is no backup in it.
      return (error as NodeJS.ErrnoException).code !== 'ENOENT'
    }
  })
}
