import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { userFile } from '../../domain/profile.ts'
import { mergeSections } from '../../lib/text/markdown-sections.ts'
import type { Database } from '../../store/database.ts'
import { mergedPeople } from '../../store/people/linked-people.ts'
import {
  MAX_PROFILE_BYTES,
  profileFolder,
  readProfileText,
  writeProfileText,
} from '../../store/profile/profile-folder.ts'
import { passOnVersions } from '../../store/profile/profile-versions.ts'
import { notesFolder } from '../recall/day-notes.ts'

export interface MergedFilesDeps {
  db: Database
  dataDir: string
  log: { warn(fields: object, text: string): void }
}

/**
 * Joins the profile and the day notes of people who were merged. It runs after the commit that merged them and again at
 * each start: what was interrupted is done then, and what is done is left alone.
 */
export function joinMergedFiles({ db, dataDir, log }: MergedFilesDeps): void {
  const [profiles, notes] = [profileFolder(dataDir), notesFolder(dataDir)]
  for (const { id, into } of mergedPeople(db)) {
    try {
      // The versions first: an interrupted join then shows the older text as the one that was edited by hand.
      passOnVersions(db, userFile(id), userFile(into))
      joinFile(profiles, userFile(id), userFile(into))
      for (const name of daysIn(join(notes, String(id)))) joinFile(notes, `${id}/${name}`, `${into}/${name}`)
    } catch (err) {
      log.warn(
        { err, person: id, into },
        'the files of two people who became one were not joined; the next start tries again',
      )
    }
  }
}

function joinFile(folder: string, from: string, into: string): void {
  const path = join(folder, from)
  if (!existsSync(path)) return
  const [other, own] = [readProfileText(folder, from), readProfileText(folder, into)]
  if ('problem' in other || 'problem' in own) throw new Error(`${from} or ${into} cannot be read`)
  const joined = mergeSections(own.text, other.text)
  if (Buffer.byteLength(joined) > MAX_PROFILE_BYTES) throw new Error(`${from} and ${into} are too long together`)
  writeProfileText(folder, into, joined)
  rmSync(path)
  if (readdirSync(dirname(path)).length === 0) rmdirSync(dirname(path))
}

function daysIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : []
}
