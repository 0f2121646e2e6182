import { closeSync, constants, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { z } from 'zod'

// What the store knows of itself from one start to the next: that there is one, how its file looked after a clean stop,
// and while it runs, which life of it and which log belong together. It lies beside the database, so that it can speak
// when that is gone.

const troubleSchema = z.enum(['gone', 'harmed'])

/** What befell the log, and with it the newest of what was stored. Kept until the owner was told. */
export type LogTrouble = z.infer<typeof troubleSchema>

const trouble = troubleSchema.optional()
const sealSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('closed'), file: z.string(), trouble }),
  z.object({
    state: z.literal('open'),
    /** What stands in the head of the database file; absent where it could not be brought there. */
    life: z.number().optional(),
    log: z.object({ lineage: z.number(), checkpoints: z.number(), frames: z.number() }),
    trouble,
  }),
  /** In the middle of a start or a stop, or told to be looked at: it vouches for nothing. */
  z.object({ state: z.literal('void'), trouble }),
])
export type Seal = z.infer<typeof sealSchema>

/** Undefined when there is none: then there was no store here, as far as anybody knows. */
export function readSeal(file: string): Seal | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  // As it was written before there was more to say.
  if (/^\d+:\d+:\d+$/.test(text)) return { state: 'closed', file: text }
  return sealSchema.safeParse(parsed(text)).data ?? { state: 'void' }
}

/** Longer than every seal: each is written over the whole of the one before, so that a kill leaves one of the two. */
const SEAL_CHARS = 250

/** Throws when it can neither be written nor taken away: a seal that is not true any more must not stay. */
export function writeSeal(file: string, seal: Seal): void {
  try {
    write(file, seal, fsyncSync)
  } catch {
    rmSync(file, { force: true })
  }
}

/** Without waiting for the disk, for what is only better known than not. */
export function noteSeal(file: string, seal: Seal): void {
  try {
    write(file, seal, () => {})
  } catch {
    // The one before is still true.
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
