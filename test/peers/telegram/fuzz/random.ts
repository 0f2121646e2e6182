/** Chance with a seed, so that a failing run can be run again. */
export interface Random {
  /** From 0 up to, but not including, `below`. */
  integer(below: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
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
