import type { Lane } from '../../domain/ids.ts'
import { stripOwnTags } from '../../gateway/rendering/fence.ts'
import { estimateTokens } from '../../gateway/tokens.ts'
import { withoutCredentials } from '../../lib/text/secrets.ts'
import { shorterExtract } from '../../memory/summary-length.ts'
import type { Database } from '../../store/database.ts'
import { conversationStep } from './conversation-step.ts'
import { nextStep } from './next-step.ts'
import { type CompactionSettings, noModel, type SummaryStep, writeStep } from './summary-step.ts'

export interface ExtractOptions {
  settings: CompactionSettings
  now: Date
  scrub(text: string): string
}

/**
 * Makes one summary of an imported lane without a task and without a model. Returns false if nothing is left to do. Each
 * step is a transaction of its own, so that other writers wait only for one step.
 */
export function extractStep(db: Database, lane: Lane, options: ExtractOptions): boolean {
  return db.transaction(() => {
    const step = nextStep(db, lane, { ...options, wanted: false, modelUse: noModel })
    return step !== undefined && extract(db, step, options)
  })
}

/** The same for one conversation, even a closed one. Returns false if it is done or nothing changed. */
export function extractConversation(db: Database, lane: Lane, conversation: number, options: ExtractOptions): boolean {
  return db.transaction(() => {
    const step = conversationStep(db, lane, conversation, false)
    return extract(db, step, options) && !step.isLast
  })
}

/** Returns false if nothing changed. */
function extract(db: Database, step: SummaryStep, { settings, now, scrub }: ExtractOptions): boolean {
  const lines = step.lines.map((line) => ({ ...line, text: withoutCredentials(stripOwnTags(scrub(line.text))) }))
  const text = shorterExtract({ ...step, lines, timezone: settings.timezone, tokens: estimateTokens })
  return writeStep(db, step, { text, made: 'extract' }, now)
}
