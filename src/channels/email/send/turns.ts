/** So many at once; the others wait for their turn, in order. */
export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns(most: number): Turns {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    async take(work) {
      // Who is let in takes the place of who goes: nobody comes between.
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
