import type { Random } from '../../test/support/seeded.ts'

/** In the middle of a round the daemon ends and begins again. */
export interface Restart {
  round: number
  how: 'stop' | 'kill' | 'update'
}

/** Of all rounds, how many have a restart besides the update. */
const SHARE = 0.2

/**
 * Clean stops and kills in the first half, with the update in the middle of it. The second half is one life, because a
 * restart would hide what leaks; its start is the last one.
 */
export function planRestarts(given: { rounds: number; hasUpdate: boolean; random: Random }): Restart[] {
  const { rounds, hasUpdate, random } = given
  const half = Math.floor(rounds / 2)
  const update = Math.floor(rounds / 4)
  const free = Array.from({ length: half - 1 }, (_, round) => round).filter((round) => round > 0 && round !== update)
  const count = Math.max(1, Math.round(rounds * SHARE) - 1)
  const picked = shuffle(free, random)
    .slice(0, count)
    .toSorted((one, other) => one - other)
  const usual = [...picked, half - 1].map((round, at): Restart => ({ round, how: at % 2 === 0 ? 'kill' : 'stop' }))
  return hasUpdate ? [...usual, { round: update, how: 'update' }] : usual
}

function shuffle(rounds: number[], random: Random): number[] {
  return rounds
    .map((round) => ({ round, at: random.integer(1_000_000) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ round }) => round)
}
