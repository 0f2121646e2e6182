import type { Lane } from '../../domain/ids.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { type Imported, type ImportLine, importMessages } from '../../store/messages/import-messages.ts'
import { allowModels, keepFromModels } from '../../store/recall/imported-lanes.ts'
import { closeConversationsBefore, closedConversationsSince } from '../../store/recall/unsummarised.ts'
import { extractConversation, extractStep } from '../compaction/extract.ts'
import { estimateSummaries, type SummaryCost } from '../compaction/import-cost.ts'
import { type CompactionSettings, silentSince } from '../compaction/summary-step.ts'

export interface ImporterDeps {
  db: Database
  clock: Clock
  owner: { id: number; name: string }
  config(): CompactionSettings
  scrub(text: string): string
  /** A lane has the extract of its first lines; from here on it is looked after like any other. Absent where nobody is there to do so. */
  broughtIn?(lane: Lane): void
}

/**
 * Brings in somebody's past: no tasks, no model, and never long at a time. What was imported stays without a model, now and
 * later, until the owner lets one read it.
 */
export interface Importer {
  write(batch: ImportLine[]): Imported
  /** One summary of what was brought in, made without a model. False when there is nothing left to do. */
  settle(): boolean
  /** What a model would take to summarise what was imported since it was last decided about; nothing where it may already. */
  cost(): SummaryCost
  /** Whether a model may. */
  decide(choice: { model: boolean }): void
}

const DAY_MS = 86_400_000
/** Pieces of lanes that are summarised at once: some thousand lines. Of a longer past the daemon does the rest, beside its work. */
const MAX_STEPS_AT_ONCE = 12

export function createImporter({ db, clock, owner, config, scrub, broughtIn }: ImporterDeps): Importer {
  const fresh = new Set<Lane>()
  /** Of the lanes that are begun, the conversations that still want a summary. */
  const begun = new Map<Lane, number[]>()
  let pieces = 0
  /** Those that nobody decided about. */
  const undecided = new Set<Lane>()

  /** So that no conversation of years ago has to be read again for itself; the summary of its lane reads all of them. */
  function begin(lane: Lane): void {
    const lately = new Date(clock.now().getTime() - (config().conversation.olderDays + 1) * DAY_MS)
    begun.set(lane, closedConversationsSince(db, lane, lately))
  }

  /** False when the lane is done. */
  function goOn(lane: Lane, conversations: number[]): boolean {
    const options = { settings: config(), now: clock.now(), scrub }
    const [conversation] = conversations
    if (conversation === undefined) return ++pieces <= MAX_STEPS_AT_ONCE && extractStep(db, lane, options)
    if (!extractConversation(db, lane, conversation, options)) conversations.shift()
    return true
  }

  return {
    write(batch) {
      const now = clock.now()
      return db.transaction(() => {
        const imported = importMessages(db, batch, { owner, now, gapMs: config().conversation.activeMinutes * 60_000 })
        // In the same commit: a daemon that looks for what fell silent must not ask a model about somebody's past.
        closeConversationsBefore(db, imported.lanes, silentSince(config(), now), now)
        keepFromModels(db, imported.changed)
        for (const lane of imported.lanes) fresh.add(lane)
        for (const lane of imported.lanes) undecided.add(lane)
        return imported
      })
    },
    settle() {
      const [lane] = fresh
      if (lane === undefined) {
        pieces = 0
        return false
      }
      const conversations = begun.get(lane)
      if (!conversations) begin(lane)
      else if (!goOn(lane, conversations)) {
        fresh.delete(lane)
        begun.delete(lane)
        broughtIn?.(lane)
      }
      return true
    },
    cost: () => estimateSummaries(db, undecided, { settings: config(), now: clock.now() }),
    decide({ model }) {
      const lanes = [...undecided]
      undecided.clear()
      if (!model) return
      allowModels(db, lanes)
      for (const lane of lanes) broughtIn?.(lane)
    },
  }
}
