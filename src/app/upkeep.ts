import { createUpkeep, type Upkeep, type UpkeepDeps } from '../tasks/compaction/upkeep.ts'
import { createFactExtraction, type FactExtractionDeps } from '../tasks/extraction/fact-extraction.ts'
import { createDayNoteWriter, type DayNoteDeps } from '../tasks/notes/day-note-writer.ts'
import type { Runner } from '../tasks/queue/runners.ts'

type BackgroundWorkDeps = Omit<UpkeepDeps & FactExtractionDeps & DayNoteDeps, 'summarized' | 'hasModel'>

/** The background work on stored messages: summaries, facts found in them, and notes of each day. */
export function createBackgroundWork(deps: BackgroundWorkDeps): { upkeep: Upkeep; facts: Runner; dayNotes: Runner } {
  const facts = createFactExtraction({ ...deps, hasModel: () => deps.brains.usual.complete !== undefined })
  const upkeep = createUpkeep({ ...deps, summarized: facts.check })
  return { upkeep, facts, dayNotes: createDayNoteWriter(deps) }
}
