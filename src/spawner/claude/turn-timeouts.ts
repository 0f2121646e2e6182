import type { Clock } from '../../lib/time/clock.ts'
import { createStopwatch } from '../../lib/time/timers.ts'
import type { CutReason } from './output/failure.ts'

/** How long a turn may keep us waiting for what. */
export interface TurnTimeouts {
  firstEventMs: number
  /** The same for a process that is up already: it takes up a turn within milliseconds, or something is wrong. */
  warmEventMs: number
  idleMs: number
  /** While a tool runs nothing is said, and that is no sign of trouble. */
  toolIdleMs: number
  totalMs: number
  /** The CLI is known to hang now and then after its result. */
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
  /** Something was heard, whatever it was. */
  heard(): void
  /** Who is at work; from here on idleness is counted anew. The daemon may be asking a person: that is no time of the turn. */
  alive(work: 'model' | 'tool' | 'daemon'): void
  /** A person is being asked: nothing is counted until somebody is at work again. */
  hold(): void
  /** The answer is there; only the exit is left to wait for. */
  answered(): void
  stop(): void
}

/** Calls `onOut` once, when patience runs out. */
export function createTurnTimers(timers: TurnTimeouts, clock: Clock, onOut: (why: CutReason) => void): TurnTimers {
  const first = setTimeout(onOut, timers.firstEventMs, 'first event')
  const total = createStopwatch(timers.totalMs, clock, () => onOut('total'))
  let idle: NodeJS.Timeout | undefined
  const wait = (ms: number) => {
    clearTimeout(idle)
    idle = setTimeout(onOut, ms, 'idle')
  }
  const stop = () => {
    total.pause()
    for (const timer of [first, idle]) clearTimeout(timer)
  }
  return {
    heard() {
      clearTimeout(first)
      if (!idle) wait(timers.idleMs)
    },
    alive(work) {
      if (work === 'daemon') total.pause()
      else total.go()
      wait(work === 'model' ? timers.idleMs : timers.toolIdleMs)
    },
    hold() {
      total.pause()
      clearTimeout(idle)
    },
    answered() {
      stop()
      wait(timers.graceAfterResultMs)
    },
    stop,
  }
}
