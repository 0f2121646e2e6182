import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../../lib/text/json.ts'

/** Where an update works: in a folder of the installation that git and npm ignore. */
export interface UpdatePlace {
  /** The installation. */
  folder: string
  /** The folder with everything that belongs to the update. */
  updateFolder: string
  /** The new version, complete: it can run from here. */
  next: string
  /** The one fact that decides which version runs: while this file exists, the entries start the new one. */
  switched: string
  journal: string
}

const UPDATE_FOLDER = '.cache/update'

export function placeOf(folder: string): UpdatePlace {
  const updateFolder = join(folder, UPDATE_FOLDER)
  return {
    folder,
    updateFolder,
    next: join(updateFolder, 'next'),
    switched: join(updateFolder, 'switched'),
    journal: join(updateFolder, 'journal.json'),
  }
}

/** It is locked while "skein update" is at work. */
export function lockFolderOf({ folder }: Pick<UpdatePlace, 'folder'>): string {
  return join(folder, '.cache/update-lock')
}

/** The installation that a program belongs to. During an update, the program may be the new version in the update folder. */
export function installationOf(programFolder: string): string {
  const newVersion = `/${UPDATE_FOLDER}/next`
  return programFolder.endsWith(newVersion) ? programFolder.slice(0, -newVersion.length) : programFolder
}

const versionSchema = z.object({ version: z.string(), commit: z.string().optional() })
export type Version = z.infer<typeof versionSchema>

/** The version as people read it: `1.4.0 (0123abcd)`. */
export function versionText({ version, commit }: Version): string {
  return commit === undefined ? version : `${version} (${commit.slice(0, 8)})`
}

const journalSchema = z.object({
  format: z.literal(1),
  /**
   * `prepared`: nothing in the installation has changed. `switched`: the new version is taking over, but was not seen
   * ready yet. `returning`: it did not get ready, so the old version is taking over again. `settling`: it was ready, and
   * its files are being moved to their place.
   */
  phase: z.enum(['prepared', 'switched', 'returning', 'settling']),
  from: versionSchema,
  to: versionSchema,
  /** Whether the service was running before the update, so it must run again afterwards. */
  isServed: z.boolean(),
  /** The newest migration of the store before the update. */
  schema: z.number().optional(),
  switchedAt: z.coerce.date(),
  backup: z.string().optional(),
})
export type UpdateJournal = z.infer<typeof journalSchema>

/** Undefined if no update was interrupted, or if it got no further than unpacking. */
export function readJournal({ journal }: UpdatePlace): UpdateJournal | undefined {
  return existsSync(journal) ? journalSchema.safeParse(parseJson(readFileSync(journal, 'utf8'))).data : undefined
}

export function writeJournal({ journal }: UpdatePlace, content: UpdateJournal): void {
  writeWhole(journal, JSON.stringify(content))
}

/** Replaces the file in one step, so that nobody ever reads half of it. */
export function writeWhole(file: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.part`, text, { mode, flush: true })
  renameSync(`${file}.part`, file)
}

export function removeUpdateFolder({ updateFolder }: UpdatePlace): void {
  rmSync(updateFolder, { recursive: true, force: true })
}

export function readVersion(folder: string): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).version
}
