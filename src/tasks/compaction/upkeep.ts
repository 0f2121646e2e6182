import type { Lane } from '../../domain/ids.ts'
import type { Brains } from '../../spawner/brains.ts'
import type { Runner } from '../queue/runner.ts'
import { type CompactorDeps, createCompactor } from './compactor.ts'
import { createFreshSessions } from './fresh-session.ts'
import { createLeftovers } from './leftovers.ts'
import { considerCompaction, lookForCompaction, planCompaction } from './plan.ts'
import { createUpkeepRests } from './upkeep-rests.ts'

/** Everything that is done about what was said, apart from answering it: one piece at a time, never in the way of an answer. */
export interface Upkeep extends Runner {
  look(): void
  /** The same for one lane, after something was said in it. */
  consider(lane: Lane): void
  /** The same, after a past was brought into it. */
  broughtIn(lane: Lane): void
  /** What was said in this lane is too long for the model. */
  overflowed(lane: Lane): void
}

export interface UpkeepDeps extends Omit<CompactorDeps, 'sessions' | 'rests'> {
  brains: Pick<Brains, 'named' | 'usual'>
}

export function createUpkeep(deps: UpkeepDeps): Upkeep {
  const sessions = createFreshSessions(deps)
  const rests = createUpkeepRests(deps.clock)
  const consider = (lane: Lane) => {
    const hasModel = deps.brains.usual.complete !== undefined
    considerCompaction(deps, lane, { conversations: hasModel, lane: hasModel })
  }
  const leftovers = createLeftovers(deps.db, consider)
  return {
    kinds: ['compaction'],
    places: { count: () => 1, givesWay: true },
    run: createCompactor({ ...deps, sessions, rests }),
    look() {
      lookForCompaction(deps)
      leftovers.look()
    },
    consider(lane) {
      sessions.ended(lane)
      if (rests.isOver(lane)) consider(lane)
    },
    broughtIn: consider,
    overflowed: (lane) => planCompaction(deps, lane, 'overflow'),
  }
}
