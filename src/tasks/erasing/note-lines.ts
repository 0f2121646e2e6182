import { readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { ErasureScope } from '../../domain/erasure.ts'
import type { FindCopy } from '../../lib/text/text-copies.ts'
import { parseDayNote } from '../../memory/day-note.ts'
import type { Database } from '../../store/database.ts'
import { isErased } from '../../store/erasing/erasures.ts'
import { writeProfileText } from '../../store/profile/profile-folder.ts'
import { notesFolder } from '../recall/day-notes.ts'
import { filesBelow } from './copies-in-files.ts'

interface NoteDeps {
  db: Database
  dataDir: string
}

/** Removes lines that repeat the words, and lines about an erased message, from all day notes. */
export async function removeNoteLines({ db, dataDir }: NoteDeps, isCopy: FindCopy): Promise<void> {
  const folder = notesFolder(dataDir)
  const isKept = (line: string) =>
    line === '' || !(isCopy(line) || parseDayNote(line).some(({ sources }) => sources.some((id) => isErased(db, id))))
  for (const path of await filesBelow(folder)) {
    const text = await readFile(path, 'utf8')
    const kept = text.split('\n').filter(isKept).join('\n')
    if (kept === text) continue
    const isEmpty = parseDayNote(kept).length === 0
    writeProfileText(folder, relative(folder, path), isEmpty ? '' : kept)
  }
}

/** Removes all notes of a person. */
export async function removeNotes({ dataDir }: NoteDeps, { person, before }: ErasureScope): Promise<void> {
  if (person === undefined || before !== undefined) return
  await rm(join(notesFolder(dataDir), String(person)), { recursive: true, force: true })
}
