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
