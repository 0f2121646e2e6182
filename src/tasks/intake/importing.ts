import type { Lane } from '../../domain/ids.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import type { ImportLine } from '../../store/messages/import-line.ts'
import { type Imported, importMessages } from '../../store/messages/import-messages.ts'
import { insertSummary, laneSummary } from '../../store/recall/summaries.ts'
import { closeConversationsBefore, closedConversationsSince, rangeBeforeLast } from '../../store/recall/unsummarised.ts'
import { extractConversation, extractStep } from '../compaction/extract.ts'
import { type CompactionSettings, silentSince } from '../compaction/steps.ts'

export interface ImporterDeps {
  db: Database
  clock: Clock
  owner: { id: number; name: string }
  config(): CompactionSettings
  scrub(text: string): string
}

/** Brings in somebody's past: no tasks, no model, and never long at a time. */
export interface Importer {
  write(batch: ImportLine[]): Imported
  /** One summary of what was brought in, made without a model. False when there is nothing left to do. */
  settle(): boolean
}

const DAY_MS = 86_400_000
/** Of a long past, what its first summary is made from; the rest is found by looking for it. */
const SUMMARISED_LINES = 100
const END_OF_TIME = new Date(8.64e15)

export function createImporter({ db, clock, owner, config, scrub }: ImporterDeps): Importer {
  const fresh = new Set<Lane>()
  /** Of the lanes that are begun, the conversations that still want a summary. */
  const begun = new Map<Lane, number[]>()

  /** So that neither a conversation of years ago nor all of a long lane has to be read again. */
  function begin(lane: Lane): void {
    const now = clock.now()
    const lately = new Date(now.getTime() - (config().conversation.olderDays + 1) * DAY_MS)
    begun.set(lane, closedConversationsSince(db, lane, lately))
    db.transaction(() => {
      const range = laneSummary(db, lane, { asOf: END_OF_TIME })
        ? undefined
        : rangeBeforeLast(db, lane, SUMMARISED_LINES)
      const untold = { lane, conversation: undefined, text: '', made: 'extract', trust: 'owner' } as const
      if (range) insertSummary(db, { ...untold, ...range }, now)
    })
  }

  /** False when the lane is done. */
  function goOn(lane: Lane, conversations: number[]): boolean {
    const options = { settings: config(), now: clock.now(), scrub }
    const [conversation] = conversations
    if (conversation === undefined) return extractStep(db, lane, options)
    if (!extractConversation(db, lane, conversation, options)) conversations.shift()
    return true
  }

  return {
    write(batch) {
      const now = clock.now()
      return db.transaction(() => {
        const imported = importMessages(db, batch, { owner, now })
        // In the same commit: a daemon that looks for what fell silent must not ask a model about somebody's past.
        closeConversationsBefore(db, imported.lanes, silentSince(config(), now), now)
        for (const lane of imported.lanes) fresh.add(lane)
        return imported
      })
    },
    settle() {
      const [lane] = fresh
      if (lane === undefined) return false
      const conversations = begun.get(lane)
      if (!conversations) begin(lane)
      else if (!goOn(lane, conversations)) {
        fresh.delete(lane)
        begun.delete(lane)
      }
      return true
    },
  }
}
