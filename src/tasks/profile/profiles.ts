import { dirname } from 'node:path'
import { formatSize } from '../../domain/file.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { ProfileFile, ProfileOrigin } from '../../domain/profile.ts'
import { withoutCredentials } from '../../lib/text/secrets.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { type AnyText, textIn } from '../../messages/localized.ts'
import { profileMessages } from '../../messages/memory-messages.ts'
import type { Database } from '../../store/database.ts'
import {
  codeOf,
  listSkillNames,
  MAX_PROFILE_BYTES,
  profileFolder,
  readProfileText,
  writeProfileText,
} from '../../store/profile/profile-folder.ts'
import { addProfileVersion, currentProfileVersion } from '../../store/profile/profile-versions.ts'

/** The profile files: what the model always knows of itself, a person or a group. */
export interface Profiles {
  /** Where the file is, for people. */
  pathOf(file: ProfileFile): string
  /** The current text. What was edited by hand becomes a version now. An unreadable file keeps its last version. */
  read(file: ProfileFile): string
  /** The names of the skills for all chats, or of those of one. */
  skillNames(chat?: ChatId): string[]
  /** Another text file in the folder of a file; undefined if there is none. */
  readBeside(file: ProfileFile, path: string): string | undefined
  /** Why the file cannot be read; undefined if it can. */
  problemOf(file: ProfileFile): AnyText | undefined
  /** Why this text cannot be kept in the file, whatever it says now. */
  problemWith(file: ProfileFile, text: string): AnyText | undefined
  /** Writes the file and keeps a version. `problem` says why nothing was changed. */
  change(file: ProfileFile, change: ProfileChange): { changed: boolean } | { problem: AnyText }
}

export interface ProfileChange {
  text: string
  origin: Exclude<ProfileOrigin, 'hand'>
  personId: number
  taskId?: number
  /** The id of the version that the person saw. If there is a newer one, nothing is changed. */
  seen?: number | undefined
}

export interface ProfilesDeps {
  db: Database
  clock: Pick<Clock, 'now'>
  log: { warn(fields: object, text: string): void }
  dataDir: string
  /** Removes all known secrets. */
  scrub(text: string): string
}

export function createProfiles({ db, clock, log, dataDir, scrub }: ProfilesDeps): Profiles {
  const folder = profileFolder(dataDir)
  /** What was logged about each file, so that it is not said again with every message. */
  const logged = new Map<ProfileFile, string>()

  function read(file: ProfileFile): ReadProfile {
    const found = readProfile({ db, dataDir, scrub }, file)
    report(file, found.problem && textIn(found.problem, 'en'))
    if (found.isNew) keepEdited(file, found.text)
    return found
  }

  /** A full disk must not stop the answer that needs the text. The next message tries again. */
  function keepEdited(file: ProfileFile, text: string): void {
    try {
      addProfileVersion(db, { file, text, origin: 'hand' }, clock.now())
    } catch (err) {
      log.warn({ err, file }, 'the new version of a profile file was not kept')
    }
  }

  function report(file: ProfileFile, problem: string | undefined): void {
    if (problem === logged.get(file)) return
    if (problem === undefined) return void logged.delete(file)
    logged.set(file, problem)
    log.warn({ file, problem }, 'a profile file is not used; its last version applies')
  }

  function problemWith(file: ProfileFile, text: string): AnyText | undefined {
    if (Buffer.byteLength(text) > MAX_PROFILE_BYTES)
      return profileMessages.tooLarge(file, formatSize(MAX_PROFILE_BYTES))
    // A restored version was cleaned when it was stored.
    return clean(text, scrub) === normalize(text) ? undefined : profileMessages.secret
  }

  return {
    problemWith,
    pathOf: (file) => `${folder}/${file}`,
    read: (file) => read(file).text,
    skillNames: (chat) => listSkillNames(folder, chat),
    readBeside(file, path) {
      const parts = path.split('/')
      if (parts.some((part) => part === '' || part.startsWith('.'))) return undefined
      const found = readProfileText(folder, `${dirname(file)}/${path}`)
      return 'problem' in found ? undefined : clean(found.text, scrub) || undefined
    },
    problemOf: (file) => read(file).problem,
    change(file, { text: requested, seen, ...change }) {
      const text = normalize(requested)
      const current = read(file)
      if (current.problem !== undefined) return { problem: current.problem }
      if (seen !== undefined && seen !== (currentProfileVersion(db, file)?.id ?? 0))
        return { problem: profileMessages.changedMeanwhile }
      const problem = problemWith(file, text)
      if (problem !== undefined) return { problem }
      if (text === current.text) return { changed: false }
      try {
        db.transaction(() => {
          addProfileVersion(db, { file, text, ...change }, clock.now())
          writeProfileText(folder, file, text)
        })
      } catch (error) {
        return { problem: profileMessages.notWritten(`${folder}/${file}`, codeOf(error)) }
      }
      return { changed: true }
    },
  }
}

interface ReadProfile {
  text: string
  /** Why the file cannot be read. Its last version applies then. */
  problem?: AnyText
  /** It was edited by hand since its last version. */
  isNew?: boolean
}

/** For commands outside the daemon: it keeps no versions. */
export function createProfileReader(
  deps: Pick<ProfilesDeps, 'db' | 'dataDir' | 'scrub'>,
): Pick<Profiles, 'read' | 'skillNames'> {
  return {
    read: (file) => readProfile(deps, file).text,
    skillNames: (chat) => listSkillNames(profileFolder(deps.dataDir), chat),
  }
}

function readProfile(
  { db, dataDir, scrub }: Pick<ProfilesDeps, 'db' | 'dataDir' | 'scrub'>,
  file: ProfileFile,
): ReadProfile {
  const found = readProfileText(profileFolder(dataDir), file)
  const kept = currentProfileVersion(db, file)?.text ?? ''
  if ('problem' in found) return { text: kept, problem: found.problem }
  const text = clean(found.text, scrub)
  return { text, isNew: text !== kept }
}

function clean(text: string, scrub: ProfilesDeps['scrub']): string {
  return withoutCredentials(scrub(normalize(text)))
}

function normalize(text: string): string {
  const lines = text.toWellFormed().replace(/\r\n?/g, '\n')
  return lines.trim() === '' ? '' : `${lines.replace(/^\s*\n/, '').trimEnd()}\n`
}
