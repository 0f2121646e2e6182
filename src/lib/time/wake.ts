import { setImmediate as nextTurn } from 'node:timers/promises'

/** A loop's alarm clock: `wait` ends after `ms`, at the next `ring`, or when the signal aborts. A ring before the wait counts. */
export interface Wake {
  ring(): void
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createWake(): Wake {
  let rung = false
  let finish: (() => void) | undefined
  return {
    ring() {
      rung = true
      finish?.()
    },
    async wait(ms, signal) {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.min(ms, 86_400_000))
          finish = () => {
            clearTimeout(timer)
            resolve()
          }
          signal.addEventListener('abort', finish, { once: true })
        })
        if (finish) signal.removeEventListener('abort', finish)
        finish = undefined
      }
      rung = false
      // A loop that keeps ringing itself must leave the others a turn, or nobody hears a signal or a request any more.
      await nextTurn()
    },
  }
}
