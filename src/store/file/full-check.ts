import { z } from 'zod'
import { runChild } from '../../lib/child.ts'
import { installed } from '../../lib/installation.ts'

const program = installed('scripts/check-store.mjs')

const foundSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('sound') }),
  z.object({ status: z.literal('damaged'), problem: z.string() }),
])

/** What reading all of a store has shown. `unfinished` says why it came to no end. */
export type FullCheck = z.infer<typeof foundSchema> | { status: 'unfinished'; reason: string }

/** Hours would do for any disk; what takes longer hangs. */
const LIMITS = { timeoutMs: 6 * 3_600_000, maxBytes: 100_000 }

/** Reads all of a store that is in use, in a process of low priority that ends with the signal. */
export async function checkEverything(database: string, signal: AbortSignal): Promise<FullCheck> {
  const command = { file: process.execPath, args: [program, database], env: {} }
  const { stdout, stderr, ...outcome } = await runChild(command, LIMITS, signal)
  const found = foundSchema.safeParse(parsed(stdout))
  return found.data ?? { status: 'unfinished', reason: `${JSON.stringify(outcome)} ${stderr.slice(0, 500)}` }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
