import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Database } from '../database.ts'
import { noteCause } from './instances.ts'

const shape = z.object({ pid: z.number(), cause: z.string() })
const fileIn = (dataDir: string) => join(dataDir, 'last-words.json')
const MOST_CHARS = 500

/**
 * Of what it dies, when it dies by its own doing. A file, because the store may be in the middle of a transaction that
 * nobody will commit. Never throws: who dies has nobody left to catch it, and without it the death is one without a word.
 */
export function leaveLastWords(dataDir: string, cause: string): void {
  try {
    const words = { pid: process.pid, cause: cause.slice(0, MOST_CHARS) }
    writeFileSync(fileIn(dataDir), JSON.stringify(words), { mode: 0o600 })
  } catch {}
}

/** Writes down in the store what the last one left, if it left any. */
export function keepLastWords(db: Database, dataDir: string): void {
  const words = read(fileIn(dataDir))
  if (words) noteCause(db, words.pid, words.cause)
  rmSync(fileIn(dataDir), { force: true })
}

/** What cannot be read was cut off in the middle: there was a word, but nobody knows which. */
function read(file: string): z.infer<typeof shape> | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
