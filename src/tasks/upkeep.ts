import { considerCompaction, lookForCompaction } from './compaction.ts'
import { type CompactorDeps, createCompactor } from './compaction-run.ts'
import type { Upkeep } from './worker.ts'

/** Everything that is done about what was said, apart from answering it. */
export function createUpkeep(deps: CompactorDeps): Upkeep {
  return {
    look: () => lookForCompaction(deps),
    consider: (lane) => considerCompaction(deps, lane),
    run: createCompactor(deps),
  }
}
