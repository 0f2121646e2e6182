import type { ApiError } from '@grammyjs/types'
import type { Clock } from '../../../../src/lib/time/clock.ts'
import { createWatchers, type Watchers } from '../../watchers.ts'
import type { Fault } from './faults.ts'

/** One call of the bot, as the server saw it. */
export interface Call {
  method: string
  at: Date
  mono: number
  args: Record<string, unknown>
  /** What the server decided; undefined while it is under way and when it never got that far. */
  outcome: { ok: true; result: unknown } | ApiError | undefined
  /** What went wrong on the way, if a test asked for it. */
  fault: Fault | undefined
  /** Remarks: unknown parameters, and what the real server would have changed without a word. */
  notes: string[]
}

export interface Transcript extends Watchers {
  readonly calls: Call[]
  open(method: string, args: Record<string, unknown>): Call
}

/** Every call in order, and a way to wait for what they bring about. */
export function createTranscript(clock: Clock): Transcript {
  const calls: Call[] = []
  const watchers = createWatchers(() => calls.map((call) => call.method))

  return {
    calls,
    open(method, args) {
      const call: Call = {
        method,
        at: clock.now(),
        mono: clock.mono(),
        args,
        outcome: undefined,
        fault: undefined,
        notes: [],
      }
      calls.push(call)
      return call
    },
    ...watchers,
  }
}

/** Whether the server is done deciding: it answered, or a fault kept the call from ever happening. */
export function wasDecided(call: Call): boolean {
  return call.outcome !== undefined || (typeof call.fault === 'string' && call.fault.endsWith('-before'))
}
