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
import { makeFolder } from '../../lib/folders.ts'
import type { AnyText } from '../../messages/localized.ts'
import { configMessages } from '../config-messages.ts'

/**
 * The keys that were set on the settings page, or by the setup where the file cannot be changed. They apply from the next
 * start on and are spelled as the file would spell them.
 */
export type Overrides = ReadonlyMap<string, Override>

export interface Override {
  /**
   * The value as the file would say it. `false` instead of an entry leaves that entry out, `null` leaves out a key of the
   * file.
   */
  value: unknown
  /** What the file said about the key at that time, as a hash: see `hashAt`. */
  file: string | null
}

const shape = z.object({ keys: z.record(z.string(), z.object({ value: z.json(), file: z.string().nullable() })) })

export const noOverrides: Overrides = new Map()

/** `problem` is set if the file is damaged. It must then not be overwritten before somebody has looked at it. */
export function readOverrides(dataDir: string): { overrides: Overrides; problem?: AnyText } {
  const file = fileIn(dataDir)
  try {
    const { keys } = shape.parse(JSON.parse(readFileSync(file, 'utf8')))
    return { overrides: new Map(Object.entries(keys)) }
  } catch (error) {
    // If the data directory cannot be entered, the code that opens it reports that.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || !canEnter(dataDir)) return { overrides: noOverrides }
    // The parser's message is not passed on, because it quotes the content, which may include secrets.
    return {
      overrides: noOverrides,
      problem: configMessages.settingsUnreadable(file),
    }
  }
}

/** Writes the file as a whole or not at all, readable only by this user, because it may contain secrets. */
export function saveOverrides(dataDir: string, overrides: Overrides): void {
  const file = fileIn(dataDir)
  makeFolder(dataDir)
  rmSync(`${file}.new`, { force: true })
  const descriptor = openSync(`${file}.new`, 'wx', 0o600)
  try {
    writeFileSync(descriptor, overridesText(overrides))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(`${file}.new`, file)
}

export function overridesText(overrides: Overrides): string {
  return `${JSON.stringify({ keys: Object.fromEntries(overrides) }, null, 2)}\n`
}

function canEnter(dataDir: string): boolean {
  try {
    accessSync(`${dataDir}/.`, constants.X_OK)
    return true
  } catch {
    return false
  }
}

// Existing installations have a file of this name.
function fileIn(dataDir: string): string {
  return join(dataDir, 'set-here.json')
}
