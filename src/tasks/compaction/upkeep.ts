import type { Upkeep } from '../queue/worker.ts'
import { type CompactorDeps, createCompactor } from './compactor.ts'
import { considerCompaction, lookForCompaction, planCompaction } from './plan.ts'

/** Everything that is done about what was said, apart from answering it. */
export function createUpkeep(deps: CompactorDeps): Upkeep {
  return {
    look: () => lookForCompaction(deps),
    consider: (lane) => considerCompaction(deps, lane),
    overflowed: (lane) => planCompaction(deps, lane, 'overflow'),
    run: createCompactor(deps),
  }
}
