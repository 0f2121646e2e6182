import type { Lane } from '../../domain/ids.ts'
import type { Brains } from '../../spawner/brains.ts'
import type { Database } from '../../store/database.ts'
import { lanesAfter } from '../../store/recall/summary-backlog.ts'
import type { Runner } from '../queue/runners.ts'
import { planCompaction, planCompactionIfDue, planDueCompactions } from './compaction-planning.ts'
import { type CompactorDeps, createCompactor, createUpkeepPauses } from './compactor.ts'
import { createFreshSessions } from './fresh-session.ts'

/** Background work on stored messages, such as summaries: one task at a time, never delaying an answer. */
export interface Upkeep extends Runner {
  findWork(): void
  /** Checks one lane after an answer. */
  checkAfterAnswer(lane: Lane): void
  /** Checks one lane after an import. */
  checkAfterImport(lane: Lane): void
  /** The session of this lane is too long for the model. */
  overflowed(lane: Lane): void
}

export interface UpkeepDeps extends CompactorDeps {
  brains: Pick<Brains, 'named' | 'usual'>
  /** Called when a lane was looked at, whether or not it needed a summary. */
  summarized(lane: Lane): void
}

export function createUpkeep(deps: UpkeepDeps): Upkeep {
  const sessions = createFreshSessions(deps)
  const pauses = createUpkeepPauses(deps.clock)
  const checkLane = (lane: Lane) => {
    const hasModel = deps.brains.usual.complete !== undefined
    planCompactionIfDue(deps, lane, { conversations: hasModel, lane: hasModel })
  }
  const compact = createCompactor(deps, sessions, pauses)
  const leftovers = createLeftovers(deps.db, (lane) => {
    checkLane(lane)
    deps.summarized(lane)
  })
  return {
    kinds: ['compaction'],
    slots: { count: () => 1, isRequeuedAtStop: true },
    async run(claim, signal) {
      await compact(claim, signal)
      if (!signal.aborted) deps.summarized(claim.task.lane)
    },
    findWork() {
      planDueCompactions(deps)
      leftovers.checkNext()
    },
    checkAfterAnswer(lane) {
      sessions.turnEnded(lane)
      if (pauses.isOver(lane)) checkLane(lane)
    },
    checkAfterImport: checkLane,
    overflowed: (lane) => planCompaction(deps, lane, 'overflow'),
  }
}

/** Few enough to take only some milliseconds of a heartbeat. */
const MAX_LANES_PER_HEARTBEAT = 5

/**
 * Goes through every lane once after a start, a few at each heartbeat: work an earlier run left undone, messages imported
 * while the daemon was stopped, and extracts that were made without a model.
 */
function createLeftovers(db: Database, checkLane: (lane: Lane) => void): { checkNext(): void } {
  let last: string | undefined = ''
  return {
    checkNext() {
      if (last === undefined) return
      const lanes = lanesAfter(db, last, MAX_LANES_PER_HEARTBEAT)
      last = lanes.at(-1)
      for (const lane of lanes) checkLane(lane)
    },
  }
}
