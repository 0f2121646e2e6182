type Stage = 'before' | 'after'

/** What goes wrong with a call to any server. `before`: it never happened. `after`: it happened, and the answer is lost. */
export type CallFault =
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

export interface DueFaults<F> {
  add(call: string, fault: F, times: number): void
  /** The fault for a call that goes by any of these names, if one is due. */
  take(...names: string[]): F | undefined
  clear(): void
}

/** Faults in the order they were asked for, by the name of the call; `*` meets any. */
export function createDueFaults<F>(): DueFaults<F> {
  const due: { call: string; fault: F; times: number }[] = []
  return {
    add: (call, fault, times) => void due.push({ call, fault, times }),
    take(...names) {
      const next = due.find(({ call, times }) => times > 0 && (call === '*' || names.includes(call)))
      if (next === undefined) return undefined
      next.times -= 1
      return next.fault
    },
    clear: () => void due.splice(0),
  }
}
