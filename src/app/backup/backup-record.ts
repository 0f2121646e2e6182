import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '../../lib/folders.ts'
import { type AnyText, isLocalized } from '../../messages/localized.ts'

// What became of the backups, in a file beside the store: it is not part of a backup, and can be read without the store.

const textSchema = z.union([z.string(), z.custom<AnyText>(isLocalized)])

const madeSchema = z.object({ at: z.coerce.date(), archive: z.string(), bytes: z.number(), sha256: z.string() })

const recordSchema = z.object({
  /** The last backup that succeeded, by hand or at night. */
  backup: madeSchema.optional(),
  /** The last nightly one. Only these are rehearsed: any other may be on a disk that is no longer there. */
  nightly: madeSchema.optional(),
  /** Set while the last nightly attempt is one that failed. */
  failure: z.object({ at: z.coerce.date(), why: textSchema }).optional(),
  /** The last rehearsal. `why`: it failed. `compared`: the key is elsewhere, so only the checksum could be verified. */
  rehearsal: z
    .object({
      at: z.coerce.date(),
      archive: z.string(),
      why: textSchema.optional(),
      compared: z.literal(true).optional(),
    })
    .optional(),
})
export type BackupRecord = z.output<typeof recordSchema>

/** An empty record if there is none, or if it cannot be read. */
export function readRecord(dataDir: string): BackupRecord {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch {
    return {}
  }
}

export function updateRecord(dataDir: string, change: Partial<Record<keyof BackupRecord, unknown>>): void {
  makeFolder(join(dataDir, 'backups'))
  const file = fileIn(dataDir)
  writeFileSync(`${file}.new`, JSON.stringify({ ...readRecord(dataDir), ...change }), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'backups', 'record.json')
}
