import type { ApiError } from '@grammyjs/types'
import type { Clock } from '../../../src/lib/time/clock.ts'
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

export interface Transcript {
  readonly calls: Call[]
  open(method: string, args: Record<string, unknown>): Call
  /** Something changed: those who wait look again. */
  changed(): void
  /** Resolves with the first truthy thing `look` returns; looks again after every change. */
  until<T>(what: string, look: () => T | undefined | false, withinMs?: number): Promise<T>
}

/** Every call in order, and a way to wait for what they bring about. */
export function createTranscript(clock: Clock): Transcript {
  const calls: Call[] = []
  const watchers = new Set<() => void>()

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
    changed() {
      for (const look of watchers) look()
    },
    until(what, look, withinMs = 60_000) {
      return new Promise((resolve, reject) => {
        const stop = () => {
          clearTimeout(timer)
          watchers.delete(watcher)
        }
        const watcher = () => {
          const found = look()
          if (found === undefined || found === false) return
          stop()
          resolve(found)
        }
        const timer = setTimeout(() => {
          stop()
          const last = calls.slice(-5).map((call) => call.method)
          reject(new Error(`waited ${withinMs} ms for ${what}; the last calls were: ${last.join(', ') || 'none'}`))
        }, withinMs)
        watchers.add(watcher)
        watcher()
      })
    },
  }
}

/** Whether the server is done deciding: it answered, or a fault kept the call from ever happening. */
export function wasDecided(call: Call): boolean {
  return call.outcome !== undefined || (typeof call.fault === 'string' && call.fault.endsWith('-before'))
}
