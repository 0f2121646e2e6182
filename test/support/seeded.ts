/** Printed by every suite that leaves something to chance; with SKEIN_SEED a failing run can be repeated. */
export const seed = Number(process.env.SKEIN_SEED ?? Date.now() % 1_000_000)

/** Numbers from 0 up to 1, the same ones for the same start. */
export function seeded(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The same for those who choose more than they count. */
export interface Random {
  /** From 0 up to, but not including, `below`. */
  integer(below: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

export function createRandom(start: number): Random {
  const next = seeded(start)
  const integer = (below: number) => Math.floor(next() * below)
  return {
    integer,
    chance: (probability) => next() < probability,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('nothing to pick from')
      return list[integer(list.length)] as T
    },
  }
}
