import type { Lane } from '../../domain/ids.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { type Imported, type ImportLine, importMessages } from '../../store/messages/import-messages.ts'
import { allowModels, keepFromModels } from '../../store/recall/imported-lanes.ts'
import { closeConversationsBefore, closedConversationsSince } from '../../store/recall/summary-backlog.ts'
import { extractConversation, extractStep } from '../compaction/extract.ts'
import { estimateSummaries, type SummaryCost } from '../compaction/import-cost.ts'
import { type CompactionSettings, silentSince } from '../compaction/summary-step.ts'

export interface ImporterDeps {
  db: Database
  clock: Clock
  owner: { id: number; name: string }
  config(): CompactionSettings
  scrub(text: string): string
  /** Called once an imported lane has its first extract, so that normal upkeep takes over. Absent outside the daemon. */
  onImported?(lane: Lane): void
}

/**
 * Imports old messages in small steps, without tasks. No model reads imported messages until the owner allows it.
 */
export interface Importer {
  write(batch: ImportLine[]): Imported
  /** Makes one summary of imported messages without a model. Returns false if nothing is left to do. */
  settle(): boolean
  /** The estimated cost of letting a model summarise what was imported since the last decision. */
  cost(): SummaryCost
  /** Decides whether a model may read and summarise the imported messages. */
  decide(choice: { model: boolean }): void
}

const DAY_MS = 86_400_000
/** How many lane summaries an import makes itself, for a few thousand messages. The daemon's upkeep does the rest. */
const MAX_STEPS_AT_ONCE = 12

export function createImporter({ db, clock, owner, config, scrub, onImported }: ImporterDeps): Importer {
  const unsettledLanes = new Set<Lane>()
  /** For each lane in progress, the conversations that still need a summary. */
  const conversationsToDo = new Map<Lane, number[]>()
  let stepCount = 0
  /** Lanes for which nobody has decided yet whether a model may read them. */
  const undecided = new Set<Lane>()

  /** Only recent conversations get a summary of their own. The lane summary covers the older ones. */
  function begin(lane: Lane): void {
    const recentSince = new Date(clock.now().getTime() - (config().conversation.olderDays + 1) * DAY_MS)
    conversationsToDo.set(lane, closedConversationsSince(db, lane, recentSince))
  }

  /** Returns false if the lane is done. */
  function extractNext(lane: Lane, conversations: number[]): boolean {
    const options = { settings: config(), now: clock.now(), scrub }
    const [conversation] = conversations
    if (conversation === undefined) return ++stepCount <= MAX_STEPS_AT_ONCE && extractStep(db, lane, options)
    if (!extractConversation(db, lane, conversation, options)) conversations.shift()
    return true
  }

  return {
    write(batch) {
      const now = clock.now()
      return db.transaction(() => {
        const imported = importMessages(db, batch, { owner, now, gapMs: config().conversation.activeMinutes * 60_000 })
        // In the same commit, so that upkeep in a running daemon does not give the imported messages to a model.
        closeConversationsBefore(db, imported.lanes, silentSince(config(), now), now)
        keepFromModels(db, imported.changed)
        for (const lane of imported.lanes) unsettledLanes.add(lane)
        for (const lane of imported.lanes) undecided.add(lane)
        return imported
      })
    },
    settle() {
      const [lane] = unsettledLanes
      if (lane === undefined) {
        stepCount = 0
        return false
      }
      const conversations = conversationsToDo.get(lane)
      if (!conversations) begin(lane)
      else if (!extractNext(lane, conversations)) {
        unsettledLanes.delete(lane)
        conversationsToDo.delete(lane)
        onImported?.(lane)
      }
      return true
    },
    cost: () => estimateSummaries(db, undecided, { settings: config(), now: clock.now() }),
    decide({ model }) {
      const lanes = [...undecided]
      undecided.clear()
      if (!model) return
      allowModels(db, lanes)
      for (const lane of lanes) onImported?.(lane)
    },
  }
}
