import type { RunnerBeat } from './turn-messages.ts'

/** A turn that no runner had a place for. */
interface Waiter {
  brain: string
  /** Only this runner may take it. */
  only: string | undefined
  wake(): void
}

/** Turns that wait for a free place, in the order in which they began to wait. */
export interface PlaceWaiters {
  /** Resolves when a runner has a place for it, or when the signal aborts. */
  wait(need: Omit<Waiter, 'wake'>, signal: AbortSignal): Promise<void>
  /** Wakes only as many turns as there are free places, because no more can begin. */
  wake(): void
}

export function createPlaceWaiters(candidates: (brain: string) => { name: string; free: number }[]): PlaceWaiters {
  const waiters = new Set<Waiter>()

  function wake(): void {
    const promised = new Map<string, number>()
    for (const waiter of waiters) {
      const place = candidates(waiter.brain).find(
        ({ name, free }) => free > (promised.get(name) ?? 0) && (waiter.only ?? name) === name,
      )
      if (!place) continue
      promised.set(place.name, (promised.get(place.name) ?? 0) + 1)
      waiter.wake()
    }
  }

  return {
    wake,
    async wait(need, signal) {
      await new Promise<void>((resolve) => {
        const waiter = { ...need, wake: end }
        function end(): void {
          waiters.delete(waiter)
          signal.removeEventListener('abort', end)
          resolve()
        }
        waiters.add(waiter)
        signal.addEventListener('abort', end, { once: true })
        if (signal.aborted) end()
      })
    },
  }
}

/** The free places of a runner. Turns that began or ended since its last heartbeat count too. */
export function freePlaces(runner: string, beat: RunnerBeat, open: ReadonlyMap<string, { runner?: string }>): number {
  const running = [...open.values()].filter((turn) => turn.runner === runner).length
  const counted = Object.keys(beat.turns)
  // In this case the end of a turn may not free enough memory for another one.
  const lacksMemory = beat.free === 0 && counted.length < beat.places
  const ended = lacksMemory ? 0 : counted.filter((id) => !open.has(id)).length
  return Math.min(beat.free + ended, beat.places - running)
}
