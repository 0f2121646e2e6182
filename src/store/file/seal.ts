import { closeSync, constants, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { parseJson } from '../../lib/text/json.ts'

// What the store remembers from one start to the next: that it exists, how its file looked after a clean stop, and
// while it runs, which life and which log belong together. The seal is a separate file beside the database, so that it
// still exists if the database is gone.

const troubleSchema = z.enum(['gone', 'harmed'])

/** What happened to the log, and so to the newest stored data. Kept until the owner was told. */
export type LogTrouble = z.infer<typeof troubleSchema>

const trouble = troubleSchema.optional()
const sealSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('closed'), file: z.string(), trouble }),
  z.object({
    state: z.literal('open'),
    /** The number in the header of the database file; absent if it could not be written there. */
    life: z.number().optional(),
    log: z.object({ lineage: z.number(), checkpoints: z.number(), frames: z.number() }),
    trouble,
  }),
  /** Written during a start or a stop, or when the store needs a check. It vouches for nothing. */
  z.object({ state: z.literal('void'), trouble }),
])
export type Seal = z.infer<typeof sealSchema>

/** Undefined if there is none, which means that no store was here as far as we know. */
export function readSeal(file: string): Seal | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  // The format of older versions.
  if (/^\d+:\d+:\d+$/.test(text)) return { state: 'closed', file: text }
  return sealSchema.safeParse(parseJson(text)).data ?? { state: 'void' }
}

/** Longer than any seal. Each write covers all of the previous one, so that a kill leaves one of the two intact. */
const SEAL_CHARS = 250

/** Throws if the seal can neither be written nor removed, because an outdated seal must not stay. */
export function writeSeal(file: string, seal: Seal): void {
  try {
    write(file, seal, fsyncSync)
  } catch {
    rmSync(file, { force: true })
  }
}

/** Does not wait for the disk; for facts that are useful but not required. */
export function noteSeal(file: string, seal: Seal): void {
  try {
    write(file, seal, () => {})
  } catch {
    // The previous seal is still true.
  }
}

function write(file: string, seal: Seal, settle: (fd: number) => void): void {
  const fd = openSync(file, constants.O_WRONLY | constants.O_CREAT, 0o600)
  try {
    writeSync(fd, `${JSON.stringify(seal).padEnd(SEAL_CHARS)}\n`, 0)
    settle(fd)
  } finally {
    closeSync(fd)
  }
}
