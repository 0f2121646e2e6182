export interface Watchers {
  /** Something changed: those who wait look again. */
  changed(): void
  /** Resolves with the first truthy thing `look` returns; looks again after every change. */
  until<T>(what: string, look: () => T | undefined | false, withinMs?: number): Promise<T>
}

/** Those who wait for something to come about; `lastCalls` is what is said of when it does not. */
export function createWatchers(lastCalls: () => string[]): Watchers {
  const watchers = new Set<() => void>()
  return {
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
          const last = lastCalls().slice(-5)
          reject(new Error(`waited ${withinMs} ms for ${what}; the last calls were: ${last.join(', ') || 'none'}`))
        }, withinMs)
        watchers.add(watcher)
        watcher()
      })
    },
  }
}
