export interface DueFaults<F> {
  add(call: string, fault: F, times: number): void
  /** The fault for this call, if one is due. */
  take(call: string): F | undefined
  clear(): void
}

/** Faults in the order they were asked for, by the name of the call; `*` meets any. */
export function createDueFaults<F>(): DueFaults<F> {
  const due: { call: string; fault: F; times: number }[] = []
  return {
    add: (call, fault, times) => void due.push({ call, fault, times }),
    take(call) {
      const next = due.find((entry) => entry.times > 0 && (entry.call === call || entry.call === '*'))
      if (next === undefined) return undefined
      next.times -= 1
      return next.fault
    },
    clear: () => void due.splice(0),
  }
}
