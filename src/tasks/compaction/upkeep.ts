import type { Lane } from '../../domain/ids.ts'
import type { Brains } from '../../spawner/brains.ts'
import type { Database } from '../../store/database.ts'
import { lanesAfter } from '../../store/recall/summary-backlog.ts'
import type { Runner } from '../queue/runners.ts'
import { planCompaction, planCompactionIfDue, planDueCompactions } from './compaction-planning.ts'
import { type CompactorDeps, createCompactor, createUpkeepRests } from './compactor.ts'
import { createFreshSessions } from './fresh-session.ts'

/** Background work on stored messages, such as summaries: one task at a time, never delaying an answer. */
export interface Upkeep extends Runner {
  look(): void
  /** Checks one lane after an answer. */
  consider(lane: Lane): void
  /** Checks one lane after an import. */
  broughtIn(lane: Lane): void
  /** The session of this lane is too long for the model. */
  overflowed(lane: Lane): void
}

export interface UpkeepDeps extends CompactorDeps {
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
    slots: { count: () => 1, isRequeuedAtStop: true },
    run: createCompactor(deps, sessions, rests),
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

/** Few enough to take only some milliseconds of a heartbeat. */
const MAX_LANES_PER_HEARTBEAT = 5

/**
 * Goes through every lane once after a start, a few at each heartbeat: work an earlier run left undone, messages imported
 * while the daemon was stopped, and extracts that were made without a model.
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
