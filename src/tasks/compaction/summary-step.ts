import type { Config } from '../../config/config.ts'
import type { Lane } from '../../domain/ids.ts'
import { trustInLine } from '../../domain/message-parts.ts'
import { lowestTrust } from '../../domain/person.ts'
import { isShort } from '../../memory/summary-length.ts'
import type { Database } from '../../store/database.ts'
import { insertSummary, type StoredSummary } from '../../store/recall/summaries.ts'
import { closeConversation, type OpenLine } from '../../store/recall/unsummarised.ts'

export type CompactionSettings = Pick<Config, 'compaction' | 'conversation' | 'timezone'>

/** What decides which summary is next. */
export interface StepOptions {
  settings: CompactionSettings
  now: Date
  /** Somebody wants room now: nothing waits until there is enough. */
  wanted: boolean
  /** What a model may be asked about. There an extract is no base to build on: the lines it covers are read again. */
  asks: ModelUse
}

export interface ModelUse {
  conversations: boolean
  lane: boolean
}

export const noModel: ModelUse = { conversations: false, lane: false }

/** One summary to be made: of a piece of a lane's past, or of a conversation that is over. */
export interface SummaryStep {
  lane: Lane
  /** Undefined for the rolling summary of the lane. */
  conversation: number | undefined
  old: StoredSummary | undefined
  /** What goes into it, oldest first, and whole: the summary claims nothing else. */
  lines: OpenLine[]
  maxChars: number
  /** Nothing of the same is left after it. */
  last: boolean
  /** An extract covers all of it already: only a model's summary is worth anything. */
  again: boolean
  /** A model is to make it, if one may be asked. */
  asks: boolean
  /** Somebody wants room now. */
  wanted: boolean
}

/** One step reads no more than this, so that it fits before a model and ends in a while; the next one goes on. */
export const STEP_MESSAGES = 400
export const STEP_CHARS = 60_000
/** A step reads at least so much where there is more: too little would have no summary, and the next step no base. */
const MIN_STEP_CHARS = 10_000

/** About 1,200 tokens: less than a third of a small budget. */
export const LANE_CHARS = 4_800
export const CONVERSATION_CHARS = 1_000

/** Of whatever was said, also by a clock that goes ahead. */
export const END_OF_TIME = new Date(8.64e15)

export function silentSince({ conversation }: CompactionSettings, now: Date): Date {
  return new Date(now.getTime() - conversation.activeMinutes * 60_000)
}

/** The first of them that one step may read. A line is never cut, however long it is. */
export function takeFirstStep(lines: OpenLine[]): OpenLine[] {
  let before = 0
  const end = lines.findIndex(({ text }, at) => {
    const isFull = before >= MIN_STEP_CHARS && before + text.length > STEP_CHARS
    before += text.length
    return at >= STEP_MESSAGES || isFull
  })
  return end === -1 ? lines : lines.slice(0, end)
}

/** Inside the transaction that makes it true. False when nothing has changed. */
export function writeStep(
  db: Database,
  step: SummaryStep,
  { text, made }: Pick<StoredSummary, 'text' | 'made'>,
  now: Date,
): boolean {
  const { lane, conversation, old, lines, again, wanted } = step
  const [first, last] = [lines[0], lines.at(-1)]
  const isWorthIt = !(again && made === 'extract')
  // Where an extract has nothing to tell, its lines stand for themselves. It is written all the same where the next step
  // begins behind it. That a model read them and found nothing to keep is always written: it is not asked again.
  const isBase = !step.last || (conversation === undefined && (old !== undefined || !isShort(lines, LANE_CHARS)))
  const isTold = text !== '' || made === 'model' || isBase
  const isWritten = first !== undefined && last !== undefined && isTold && isWorthIt
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
  // An extract that is not worth it says that one covers these lines already: nothing more can be done for them now.
  const isOver = conversation !== undefined && (step.last || !isWorthIt) && closeConversation(db, conversation, now)
  return isWritten || isOver
}
