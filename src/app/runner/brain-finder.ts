import type { Log } from '../../lib/log.ts'
import { sleep } from '../../lib/time/timers.ts'
import type { Brain } from '../../spawner/spawner.ts'

const FIND_AGAIN_MS = 60_000

/** Finds the brains that have what they need on this machine. A model server may start later than the runner. */
export interface BrainFinder {
  /** The brains that were found so far, by name. */
  readonly usable: ReadonlyMap<string, Brain>
  find(signal: AbortSignal): Promise<void>
  /** Looks again and again, until all were found or the signal aborts. */
  keepFinding(signal: AbortSignal): Promise<void>
}

/** `againMs`: 60 seconds unless a test is in a hurry. */
export function createBrainFinder(all: readonly Brain[], log: Log, againMs = FIND_AGAIN_MS): BrainFinder {
  const usable = new Map<string, Brain>()
  const told = new Set<string>()

  async function find(signal: AbortSignal): Promise<void> {
    for (const brain of all.filter(({ name }) => !usable.has(name))) {
      const problem = await brain.probe?.(signal)
      if (problem === undefined) usable.set(brain.name, brain)
      else if (!told.has(brain.name)) log.info({ brain: brain.name, problem }, 'this runner cannot use a model yet')
      told.add(brain.name)
    }
  }

  return {
    usable,
    find,
    async keepFinding(signal: AbortSignal): Promise<void> {
      while (usable.size < all.length && !signal.aborted) {
        await sleep(againMs, signal)
        await find(signal).catch((err: unknown) => log.warn({ err }, 'the models of this runner could not be checked'))
      }
    },
  }
}
