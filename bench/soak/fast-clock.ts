import { createFakedClock } from '../../test/peers/machine/faked-clock.ts'

/** A wall clock on which a week passes in an hour. Timers keep the pace of the machine: only dates pass more quickly. */
export interface FastClock {
  now(): Date
  /** Goes forward at once, while no process has it. */
  leap(ms: number): void
  /** For a process that has it. */
  env: Record<string, string>
  close(): void
}

const PACE = 168
const STEP_MS = 1000

/**
 * Undefined where libfaketime is not installed. It goes in steps: at a pace of its own, libfaketime also shortens what a
 * process waits for, and the event loop of Node never rests.
 */
export function createFastClock(): FastClock | undefined {
  const clock = createFakedClock(1)
  if (clock === undefined) return undefined
  let off = 0
  const leap = (ms: number) => {
    off += ms
    clock.set(off)
  }
  const steps = setInterval(() => leap(STEP_MS * (PACE - 1)), STEP_MS)
  return {
    now: () => new Date(Date.now() + off),
    leap,
    env: clock.env,
    close() {
      clearInterval(steps)
      clock.remove()
    },
  }
}
