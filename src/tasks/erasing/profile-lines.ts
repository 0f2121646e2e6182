import { dirname } from 'node:path'
import type { ErasureScope } from '../../domain/erasure.ts'
import { type ProfileFile, roomFile, userFile } from '../../domain/profile.ts'
import type { FindCopy } from '../../lib/text/text-copies.ts'
import type { Database } from '../../store/database.ts'
import { wholeChats } from '../../store/erasing/erasures.ts'
import {
  listProfileFiles,
  profileFolder,
  readProfileText,
  writeProfileText,
} from '../../store/profile/profile-folder.ts'
import { changeProfileVersions, namesOfVersions, removeProfileVersions } from '../../store/profile/profile-versions.ts'

interface ProfileDeps {
  db: Database
  dataDir: string
}

/** Removes lines that repeat the words from all profile files and their versions. */
export function removeProfileLines({ db, dataDir }: ProfileDeps, isCopy: FindCopy): void {
  const withoutCopies = (text: string) =>
    text
      .split('\n')
      .filter((line) => line === '' || !isCopy(line))
      .join('\n')
  const folder = profileFolder(dataDir)
  changeProfileVersions(db, withoutCopies)
  for (const file of listProfileFiles(folder)) {
    const found = readProfileText(folder, file)
    if ('problem' in found || withoutCopies(found.text) === found.text) continue
    writeProfileText(folder, file, withoutCopies(found.text))
  }
}

/** Removes the profiles of a whole chat or person. */
export function removeProfiles({ db, dataDir }: ProfileDeps, scope: ErasureScope): void {
  const { person, before } = scope
  // The skills of a room are beside its file.
  const rooms = wholeChats(db, scope).map((chat) => `${dirname(roomFile(chat))}/`)
  const files = new Set<ProfileFile>(
    [...listProfileFiles(profileFolder(dataDir)), ...namesOfVersions(db)].filter((file) =>
      rooms.some((room) => file.startsWith(room)),
    ),
  )
  if (person !== undefined && before === undefined) files.add(userFile(person))
  for (const file of files) {
    removeProfileVersions(db, file)
    writeProfileText(profileFolder(dataDir), file, '')
  }
}
