import { readFile, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { type ErasureScope, isWhole } from '../../domain/erasure.ts'
import { roomFile, userFile } from '../../domain/profile.ts'
import type { FindCopy } from '../../lib/text/text-copies.ts'
import { parseDayNote } from '../../memory/day-note.ts'
import type { Database } from '../../store/database.ts'
import { isErased, wholeChats } from '../../store/erasing/erasures.ts'
import { mergedPeople } from '../../store/people/linked-people.ts'
import { profileFolder, writeProfileText } from '../../store/profile/profile-folder.ts'
import { changeProfileVersions, removeProfileVersions } from '../../store/profile/profile-versions.ts'
import { notesFolder } from '../recall/day-notes.ts'
import { filesBelow } from './copies-in-files.ts'

interface MarkdownDeps {
  db: Database
  dataDir: string
}

/** Removes lines that repeat the words from profiles, skills and day notes, and note lines about an erased message. */
export async function removeMarkdownLines({ db, dataDir }: MarkdownDeps, isCopy: FindCopy): Promise<void> {
  const isKept = (line: string) => line === '' || !isCopy(line)
  const isAboutErased = (line: string) =>
    parseDayNote(line).some(({ sources }) => sources.some((id) => isErased(db, id)))
  changeProfileVersions(db, (text) => keepLines(text, isKept))
  await eachText(profileFolder(dataDir), (text) => keepLines(text, isKept))
  await eachText(notesFolder(dataDir), (text) => {
    const kept = keepLines(text, (line) => isKept(line) && !isAboutErased(line))
    // Without its lines, the headings of a note say nothing.
    return kept !== text && parseDayNote(kept).length === 0 ? '' : kept
  })
}

function keepLines(text: string, isKept: (line: string) => boolean): string {
  return text.split('\n').filter(isKept).join('\n')
}

/** Changes the files below a folder that are text. An empty text removes the file. */
async function eachText(folder: string, change: (text: string) => string): Promise<void> {
  for (const path of await filesBelow(folder)) {
    const bytes = await readFile(path)
    const text = bytes.toString('utf8')
    const changed = change(text)
    if (changed !== text && Buffer.from(text).equals(bytes)) writeProfileText(folder, relative(folder, path), changed)
  }
}

/** Removes the profile and skills of a whole chat, and the profile and day notes of a whole person. */
export async function removeMarkdownFiles({ db, dataDir }: MarkdownDeps, scope: ErasureScope): Promise<void> {
  const person = isWhole(scope) ? scope.person : undefined
  // Files of people who were merged into this one may not be joined yet.
  const merged = mergedPeople(db).flatMap(({ id, into }) => (into === person ? [id] : []))
  const people = person === undefined ? [] : [person, ...merged]
  const profiles = [...wholeChats(db, scope).map(roomFile), ...people.map(userFile)].map((file) => dirname(file))
  for (const profile of profiles) {
    removeProfileVersions(db, profile)
    await rm(join(profileFolder(dataDir), profile), { recursive: true, force: true })
  }
  for (const id of people) await rm(join(notesFolder(dataDir), String(id)), { recursive: true, force: true })
}
