import type { ProfileFile, ProfileOrigin } from '../../domain/profile.ts'
import type { Database } from '../database.ts'

export interface ProfileVersion {
  id: number
  file: ProfileFile
  text: string
  origin: ProfileOrigin
  /** Who changed it; undefined if it was edited by hand. */
  person: string | undefined
  at: Date
}

export interface NewProfileVersion extends Pick<ProfileVersion, 'file' | 'text' | 'origin'> {
  personId?: number | undefined
  taskId?: number | undefined
}

export function addProfileVersion(db: Database, version: NewProfileVersion, now: Date): number {
  const { file, text, origin, personId, taskId } = version
  return Number(
    db
      .statement('INSERT INTO profile_version (file, text, origin, person_id, task_id, at) VALUES (?, ?, ?, ?, ?, ?)')
      .run(file, text, origin, personId ?? null, taskId ?? null, now.getTime()).lastInsertRowid,
  )
}

/** The current version; undefined if the file never had a text. */
export function currentProfileVersion(db: Database, file: ProfileFile): ProfileVersion | undefined {
  return listProfileVersions(db, file, { limit: 1 })[0]
}

/** The versions of a file before the given one, the newest first. */
export function listProfileVersions(
  db: Database,
  file: ProfileFile,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number; limit: number },
): ProfileVersion[] {
  const rows = db
    .statement(
      `SELECT version.id, file, text, origin, person.name AS person, at FROM profile_version AS version
       LEFT JOIN person ON person.id = person_id
       WHERE file = ? AND version.id < ? ORDER BY version.id DESC LIMIT ?`,
    )
    .all(file, before, limit) as (Omit<ProfileVersion, 'at' | 'person'> & { at: number; person: string | null })[]
  return rows.map(({ at, person, ...row }) => ({ ...row, person: person ?? undefined, at: new Date(at) }))
}

/** Changes the text of every version, for what is erased from all of them. */
export function changeProfileVersions(db: Database, change: (text: string) => string): void {
  const rows = db.statement('SELECT id, text FROM profile_version').all() as { id: number; text: string }[]
  const write = db.statement('UPDATE profile_version SET text = ? WHERE id = ?')
  for (const { id, text } of rows) if (change(text) !== text) write.run(change(text), id)
}

/** Makes the versions of one file older versions of another. */
export function passOnVersions(db: Database, from: ProfileFile, to: ProfileFile): void {
  db.statement('UPDATE profile_version SET file = ? WHERE file = ?').run(to, from)
}

/** Removes every version of the files in this folder and below it. */
export function removeProfileVersions(db: Database, folder: string): void {
  // The character after the slash is a zero.
  db.statement("DELETE FROM profile_version WHERE file > @folder || '/' AND file < @folder || '0'").run({ folder })
}
