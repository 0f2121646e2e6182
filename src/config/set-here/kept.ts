import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '../../lib/make-folder.ts'

/** What was set on the page for the next start, by its key as the file would spell it. */
export type SetHere = ReadonlyMap<string, HereValue>

export interface HereValue {
  /** As the file would say it; false in the place of an entry leaves that one out. */
  value: unknown
  /** What the file said of it then: see `markOf`. */
  file: string | null
}

const shape = z.object({ keys: z.record(z.string(), z.object({ value: z.json(), file: z.string().nullable() })) })

export const nothingSet: SetHere = new Map()

/** `problem`: what was kept there is not to be read, and had better be looked at before anything is put in its place. */
export function readSetHere(dataDir: string): { setHere: SetHere; problem?: string } {
  const file = fileIn(dataDir)
  try {
    const { keys } = shape.parse(JSON.parse(readFileSync(file, 'utf8')))
    return { setHere: new Map(Object.entries(keys)) }
  } catch (error) {
    // A data directory that cannot be entered is told of by whoever opens it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || !canEnter(dataDir)) return { setHere: nothingSet }
    // What a parser says quotes what it read, and secrets are among it.
    return {
      setHere: nothingSet,
      problem: `What was set on the page cannot be read: ${file} is damaged or closed to us.`,
    }
  }
}

/** Whole or not at all, and for this user alone: a secret that was typed on the page lies in it. */
export function keepSetHere(dataDir: string, setHere: SetHere): void {
  const file = fileIn(dataDir)
  makeFolder(dataDir)
  rmSync(`${file}.new`, { force: true })
  const descriptor = openSync(`${file}.new`, 'wx', 0o600)
  try {
    writeFileSync(descriptor, `${JSON.stringify({ keys: Object.fromEntries(setHere) }, null, 2)}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(`${file}.new`, file)
}

function canEnter(dataDir: string): boolean {
  try {
    accessSync(`${dataDir}/.`, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'set-here.json')
}
