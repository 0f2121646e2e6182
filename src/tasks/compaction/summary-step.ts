import type { Config } from '../../config/config.ts'
import type { Lane } from '../../domain/ids.ts'
import { trustInLine } from '../../domain/message-parts.ts'
import { lowestTrust } from '../../domain/person.ts'
import { isShort } from '../../memory/summary-length.ts'
import type { Database } from '../../store/database.ts'
import { insertSummary, type StoredSummary } from '../../store/recall/summaries.ts'
import { closeConversation, type OpenLine } from '../../store/recall/summary-backlog.ts'

export type CompactionSettings = Pick<Config, 'compaction' | 'conversation' | 'timezone'>

/** What decides which summary is made next. */
export interface StepOptions {
  settings: CompactionSettings
  now: Date
  /** The summary is wanted now, even if little has accumulated. */
  wanted: boolean
  /** What a model may be asked about. A model does not build on an extract: it reads the covered messages again. */
  modelUse: ModelUse
}

export interface ModelUse {
  conversations: boolean
  lane: boolean
}

export const noModel: ModelUse = { conversations: false, lane: false }

/** One summary to make: of a part of a lane, or of a conversation that is over. */
export interface SummaryStep {
  lane: Lane
  /** Undefined for the rolling summary of the lane. */
  conversation: number | undefined
  old: StoredSummary | undefined
  /** The complete messages it covers, oldest first. */
  lines: OpenLine[]
  maxChars: number
  /** Whether nothing is left after it. */
  isLast: boolean
  /** Whether an extract covers all of it already, so that only a model's summary is worth storing. */
  hasExtract: boolean
  /** Whether a model should make it. */
  usesModel: boolean
  /** Whether it was wanted before enough had accumulated. */
  wanted: boolean
}

/** How much one step reads, so that it fits into one request and does not take long. The next step continues. */
export const MAX_STEP_MESSAGES = 400
export const MAX_STEP_CHARS = 60_000
/** A step that is not the last reads at least this much. Less would give no summary to build on. */
const MIN_STEP_CHARS = 10_000

/** About 1,200 tokens, which is less than a third of a small budget. */
export const MAX_LANE_CHARS = 4_800
export const MAX_CONVERSATION_CHARS = 1_000

/** Later than any message, even one dated by a clock that runs ahead. */
export const END_OF_TIME = new Date(8.64e15)

export function silentSince({ conversation }: CompactionSettings, now: Date): Date {
  return new Date(now.getTime() - conversation.activeMinutes * 60_000)
}

/** The first messages that one step may read. A message is never cut, however long it is. */
export function takeFirstStep(lines: OpenLine[]): OpenLine[] {
  let totalChars = 0
  const end = lines.findIndex(({ text }, at) => {
    const isFull = totalChars >= MIN_STEP_CHARS && totalChars + text.length > MAX_STEP_CHARS
    totalChars += text.length
    return at >= MAX_STEP_MESSAGES || isFull
  })
  return end === -1 ? lines : lines.slice(0, end)
}

/** Stores the summary. Call it inside a transaction. Returns false if nothing changed. */
export function writeStep(
  db: Database,
  step: SummaryStep,
  { text, made }: Pick<StoredSummary, 'text' | 'made'>,
  now: Date,
): boolean {
  const { lane, conversation, old, lines, hasExtract, wanted } = step
  const [first, last] = [lines[0], lines.at(-1)]
  const isImprovement = !(hasExtract && made === 'extract')
  // An empty extract is not stored, except where the next step continues after it. An empty summary by a model is always
  // stored, so that the model is not asked again.
  const isBase = !step.isLast || (conversation === undefined && (old !== undefined || !isShort(lines, MAX_LANE_CHARS)))
  const isStorable = text !== '' || made === 'model' || isBase
  const isWritten = first !== undefined && last !== undefined && isStorable && isImprovement
  if (isWritten) {
    const times = lines.map(({ at }) => at.getTime())
    insertSummary(
      db,
      {
        lane,
        conversation,
        text,
        made,
        trust: lowestTrust([...lines.map((line) => trustInLine(line.text, line.trust)), ...(old ? [old.trust] : [])]),
        fromId: old?.fromId ?? first.id,
        toId: last.id,
        fromAt: new Date(Math.min(...times, old?.fromAt.getTime() ?? Number.POSITIVE_INFINITY)),
        toAt: new Date(Math.max(...times, old?.toAt.getTime() ?? 0)),
        messages: lines.length + (old?.messages ?? 0),
        wanted,
      },
      now,
    )
  }
  // An extract of messages that have one already changes nothing, so the conversation is closed as it is.
  const isClosed =
    conversation !== undefined && (step.isLast || !isImprovement) && closeConversation(db, conversation, now)
  return isWritten || isClosed
}
