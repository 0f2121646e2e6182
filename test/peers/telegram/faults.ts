import type { ResponseParameters } from '@grammyjs/types'

type Stage = 'before' | 'after'

/** What goes wrong with a call. `before`: it never happened. `after`: it happened, and the answer is lost. */
export type Fault =
  /** The connection is reset. */
  | `reset-${Stage}`
  /** No byte of an answer, ever. */
  | `silence-${Stage}`
  /** 500 from the server itself. */
  | `error-${Stage}`
  /** 502 with a page of HTML from a proxy. */
  | `gateway-${Stage}`
  /** 504 with a page of HTML from a proxy that gave up waiting. */
  | `timeout-${Stage}`
  /** 200 with something that is no JSON. */
  | 'malformed-after'
  /** Half of the answer, and then a reset. */
  | 'cut-after'
  /** Answered, but so long later. */
  | { delayMs: number }
  /** Answered a byte at a time. */
  | { dripMs: number }
  /** Refused with these words. */
  | { refuse: number; description: string; parameters?: ResponseParameters }

export interface Faults {
  add(method: string, fault: Fault, times: number): void
  /** The fault for this call, if one is due. */
  take(method: string): Fault | undefined
  clear(): void
}

/** Faults in the order they were asked for; `*` meets any method, and `file` a download. */
export function createFaults(): Faults {
  const due: { method: string; fault: Fault; times: number }[] = []
  return {
    add: (method, fault, times) => void due.push({ method, fault, times }),
    take(method) {
      const next = due.find((entry) => entry.times > 0 && (entry.method === method || entry.method === '*'))
      if (next === undefined) return undefined
      next.times -= 1
      return next.fault
    },
    clear: () => void due.splice(0),
  }
}
