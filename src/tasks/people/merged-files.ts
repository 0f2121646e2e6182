import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { userFile } from '../../domain/profile.ts'
import { mergeSections } from '../../lib/text/markdown-sections.ts'
import { withoutCredentials } from '../../lib/text/secrets.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { mergedPeople } from '../../store/people/linked-people.ts'
import {
  MAX_PROFILE_BYTES,
  profileFolder,
  readProfileText,
  writeProfileText,
} from '../../store/profile/profile-folder.ts'
import { addProfileVersion, passOnVersions } from '../../store/profile/profile-versions.ts'
import { notesFolder } from '../recall/day-notes.ts'

export interface MergedFilesDeps {
  db: Database
  clock: Pick<Clock, 'now'>
  dataDir: string
  log: { warn(fields: object, text: string): void }
}

/**
 * Joins the profile and the day notes of people who were merged. It runs after the commit that merged them and again at
 * each start: what was interrupted is done then, and what is done is left alone.
 */
export function joinMergedFiles({ db, clock, dataDir, log }: MergedFilesDeps): void {
  const [profiles, notes] = [profileFolder(dataDir), notesFolder(dataDir)]
  for (const { id, into } of mergedPeople(db)) {
    try {
      // The versions first: an interrupted join then shows the older text as the one that was edited by hand.
      passOnVersions(db, userFile(id), userFile(into))
      const file = userFile(into)
      joinFile(profiles, { from: userFile(id), into: file }, (text) =>
        addProfileVersion(db, { file, text: withoutCredentials(text), origin: 'hand' }, clock.now()),
      )
      for (const name of daysIn(join(notes, String(id))))
        joinFile(notes, { from: `${id}/${name}`, into: `${into}/${name}` })
    } catch (err) {
      log.warn(
        { err, person: id, into },
        'the files of two people who became one were not joined; the next start tries again',
      )
    }
  }
}

function joinFile(
  folder: string,
  { from, into }: { from: string; into: string },
  keepTooLong?: (text: string) => void,
): void {
  const path = join(folder, from)
  if (!existsSync(path)) return
  const [other, own] = [readProfileText(folder, from), readProfileText(folder, into)]
  if ('problem' in other || 'problem' in own) throw new Error(`${from} or ${into} cannot be read`)
  const joined = mergeSections(own.text, other.text)
  // The longer text would not be read, so the other one is only kept as a version.
  if (keepTooLong && Buffer.byteLength(joined) > MAX_PROFILE_BYTES) keepTooLong(other.text)
  else writeProfileText(folder, into, joined)
  rmSync(path)
  if (readdirSync(dirname(path)).length === 0) rmdirSync(dirname(path))
}

function daysIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : []
}
