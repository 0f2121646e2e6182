/** Limits how much runs at once. The others wait in order. */
export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns(most: number): Turns {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    async take(work) {
      // A waiting job takes the place of the one that ends, so that no newcomer gets in between.
      if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
      else running++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
