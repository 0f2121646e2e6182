import type { Lane } from '../../domain/ids.ts'
import { stripOwnTags } from '../../gateway/rendering/fence.ts'
import { withoutCredentials } from '../../lib/text/credentials.ts'
import { extractSummary } from '../../memory/extract.ts'
import type { Database } from '../../store/database.ts'
import { type CompactionSettings, conversationStep, nextStep, type Step, writeStep } from './steps.ts'

export interface ExtractOptions {
  settings: CompactionSettings
  now: Date
  scrub(text: string): string
}

/**
 * One summary of a lane without a task and without a model, for what was brought in from elsewhere. False when nothing
 * is left to do; each step is a transaction of its own, so that whoever writes beside it waits for one only.
 */
export function extractStep(db: Database, lane: Lane, options: ExtractOptions): boolean {
  return db.transaction(() => {
    const step = nextStep(db, lane, { ...options, wanted: false })
    if (step) extract(db, step, options)
    return step !== undefined
  })
}

/** The same for one conversation, also one that counts as closed. False when it is done. */
export function extractConversation(db: Database, lane: Lane, conversation: number, options: ExtractOptions): boolean {
  return db.transaction(() => {
    const step = conversationStep(db, lane, conversation)
    extract(db, step, options)
    return !step.last
  })
}

function extract(db: Database, step: Step, { settings, now, scrub }: ExtractOptions): void {
  const lines = step.lines.map((line) => ({ ...line, text: withoutCredentials(stripOwnTags(scrub(line.text))) }))
  const limits = { maxChars: step.maxChars, timezone: settings.timezone }
  writeStep(db, step, { text: extractSummary(step.old?.text, lines, limits), made: 'extract' }, now)
}
