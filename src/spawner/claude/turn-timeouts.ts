import type { Clock } from '../../lib/time/clock.ts'
import { createPausableTimeout } from '../../lib/time/timers.ts'
import type { TurnCut } from './output/failure.ts'

/** How long a turn may take at each stage. */
export interface TurnTimeouts {
  firstEventMs: number
  /** For a process that is already running: it starts a turn within milliseconds, or something is wrong. */
  warmEventMs: number
  idleMs: number
  /** A running tool produces no output, so silence is normal then. */
  toolIdleMs: number
  totalMs: number
  /** The CLI sometimes hangs after its result. */
  graceAfterResultMs: number
}

export const defaultTurnTimeouts: TurnTimeouts = {
  firstEventMs: 60_000,
  warmEventMs: 15_000,
  idleMs: 180_000,
  toolIdleMs: 900_000,
  totalMs: 1_800_000,
  graceAfterResultMs: 5_000,
}

export interface TurnTimers {
  /** Call it for any output. */
  noteOutput(): void
  /**
   * Restarts the idle timer for the part that is working now. While a tool of the daemon runs, the total is paused, because
   * the tool may ask a person.
   */
  noteWork(work: 'model' | 'tool' | 'daemon'): void
  /** A person is being asked, so all timers are paused until somebody works again. */
  pause(): void
  /** The answer has arrived; only the exit is pending. */
  noteAnswer(): void
  stop(): void
}

/** Calls `onTimeout` when a timeout expires. */
export function createTurnTimers(timeouts: TurnTimeouts, clock: Clock, onTimeout: (why: TurnCut) => void): TurnTimers {
  const firstEventTimer = setTimeout(onTimeout, timeouts.firstEventMs, 'first event')
  const total = createPausableTimeout(timeouts.totalMs, clock, () => onTimeout('total'))
  let idleTimer: NodeJS.Timeout | undefined
  const restartIdle = (ms: number) => {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(onTimeout, ms, 'idle')
  }
  const stop = () => {
    total.pause()
    for (const timer of [firstEventTimer, idleTimer]) clearTimeout(timer)
  }
  return {
    noteOutput() {
      clearTimeout(firstEventTimer)
      if (!idleTimer) restartIdle(timeouts.idleMs)
    },
    noteWork(work) {
      if (work === 'daemon') total.pause()
      else total.resume()
      restartIdle(work === 'model' ? timeouts.idleMs : timeouts.toolIdleMs)
    },
    pause() {
      total.pause()
      clearTimeout(idleTimer)
    },
    noteAnswer() {
      stop()
      restartIdle(timeouts.graceAfterResultMs)
    },
    stop,
  }
}
