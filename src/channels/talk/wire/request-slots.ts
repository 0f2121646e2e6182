import { joinSignals } from '../../../lib/time/joined-signal.ts'

/** Limits concurrent requests. A small Nextcloud has a handful of workers, and other people need them too. */
export interface RequestSlots {
  /**
   * Waits for a slot, then runs. If the signal aborts while waiting, `work` runs with the aborted signal and ends at
   * once.
   */
  run<T>(kind: SlotKind, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

/**
 * Polls wait for messages and yield to transfers. Transfers take long and never use the last slot, which is kept for
 * calls.
 */
export type SlotKind = 'call' | 'transfer' | 'poll'

const MAX_REQUESTS = 3

interface Waiting {
  kind: SlotKind
  start(): void
}

export function createRequestSlots(): RequestSlots {
  const running = { call: 0, transfer: 0, poll: 0 }
  const polls: AbortController[] = []
  let waiting: Waiting[] = []

  function isFree(kind: SlotKind): boolean {
    const { call, transfer, poll } = running
    if (call + transfer + poll >= MAX_REQUESTS) return false
    if (kind === 'call') return true
    return transfer + poll < MAX_REQUESTS - 1 && (kind === 'poll' || transfer === 0)
  }

  function pump(): void {
    for (const kind of ['call', 'transfer', 'poll'] as const) {
      for (const one of waiting.filter((waiter) => waiter.kind === kind)) {
        if (!isFree(kind)) break
        waiting = waiting.filter((waiter) => waiter !== one)
        running[kind]++
        one.start()
      }
    }
    const isHeldUp = waiting.some(({ kind }) => kind === 'transfer') && running.transfer === 0
    if (isHeldUp && running.poll === MAX_REQUESTS - 1) polls.at(-1)?.abort()
  }

  return {
    async run(kind, signal, work) {
      if (signal.aborted) return await work(signal)
      await new Promise<void>((resolve) => {
        const onAbort = () => {
          waiting = waiting.filter((waiter) => waiter !== one)
          running[kind]++
          resolve()
        }
        const one = {
          kind,
          start() {
            signal.removeEventListener('abort', onAbort)
            resolve()
          },
        }
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.push(one)
        pump()
      })
      const yielding = new AbortController()
      if (kind === 'poll') polls.push(yielding)
      const joined = joinSignals(signal, yielding.signal)
      try {
        return await work(joined.signal)
      } finally {
        joined.release()
        running[kind]--
        if (kind === 'poll') polls.splice(polls.indexOf(yielding), 1)
        pump()
      }
    },
  }
}
