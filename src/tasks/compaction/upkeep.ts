import type { Lane } from '../../domain/ids.ts'
import type { Brains } from '../../spawner/brains.ts'
import type { Runner } from '../queue/runner.ts'
import { type CompactorDeps, createCompactor } from './compactor.ts'
import { createFreshSessions } from './fresh-session.ts'
import { considerCompaction, lookForCompaction, planCompaction } from './plan.ts'

/** Everything that is done about what was said, apart from answering it: one piece at a time, never in the way of an answer. */
export interface Upkeep extends Runner {
  look(): void
  /** The same for one lane, after something was said in it. */
  consider(lane: Lane): void
  /** What was said in this lane is too long for the model. */
  overflowed(lane: Lane): void
}

export interface UpkeepDeps extends Omit<CompactorDeps, 'sessions'> {
  brains: Pick<Brains, 'named'>
}

export function createUpkeep(deps: UpkeepDeps): Upkeep {
  const sessions = createFreshSessions(deps)
  return {
    kinds: ['compaction'],
    places: { count: () => 1, givesWay: true },
    run: createCompactor({ ...deps, sessions }),
    look: () => lookForCompaction(deps),
    consider(lane) {
      sessions.ended(lane)
      considerCompaction(deps, lane)
    },
    overflowed: (lane) => planCompaction(deps, lane, 'overflow'),
  }
}
