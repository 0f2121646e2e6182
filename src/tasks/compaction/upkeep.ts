import type { Lane } from '../../domain/ids.ts'
import type { Brains } from '../../spawner/brains.ts'
import type { Database } from '../../store/database.ts'
import { lanesAfter } from '../../store/recall/unsummarised.ts'
import type { Runner } from '../queue/runners.ts'
import { planCompaction, planCompactionIfDue, planDueCompactions } from './compaction-planning.ts'
import { type CompactorDeps, createCompactor, createUpkeepRests } from './compactor.ts'
import { createFreshSessions } from './fresh-session.ts'

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
    planCompactionIfDue(deps, lane, { conversations: hasModel, lane: hasModel })
  }
  const leftovers = createLeftovers(deps.db, consider)
  return {
    kinds: ['compaction'],
    places: { count: () => 1, givesWay: true },
    run: createCompactor({ ...deps, sessions, rests }),
    look() {
      planDueCompactions(deps)
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

/** At one heartbeat: some milliseconds. */
const MAX_LANES_PER_HEARTBEAT = 5

/**
 * Goes through every lane once in a life, a few at each look: what another life left undone, what was brought in while
 * nobody was there, and extracts that were made when there was no model.
 */
function createLeftovers(db: Database, consider: (lane: Lane) => void): { look(): void } {
  let last: string | undefined = ''
  return {
    look() {
      if (last === undefined) return
      const lanes = lanesAfter(db, last, MAX_LANES_PER_HEARTBEAT)
      last = lanes.at(-1)
      for (const lane of lanes) consider(lane)
    },
  }
}
