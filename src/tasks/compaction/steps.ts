import type { Config } from '../../config/config.ts'
import type { Lane } from '../../domain/ids.ts'
import { lowestTrust } from '../../domain/trust.ts'
import { estimateTokens } from '../../gateway/tokens.ts'
import { type Due, dueOf, takeable } from '../../memory/due.ts'
import type { Database } from '../../store/database.ts'
import { conversationSummaries, insertSummary, laneSummary, type StoredSummary } from '../../store/recall/summaries.ts'
import {
  activeConversation,
  closeConversation,
  firstOfLast,
  type OpenLine,
  overConversations,
  placeOfLane,
  uncoveredInLane,
  uncoveredOf,
} from '../../store/recall/unsummarised.ts'

export type CompactionSettings = Pick<Config, 'compaction' | 'conversation' | 'timezone'>

/** One summary to be made: of a piece of a lane's past, or of a conversation that is over. */
export interface Step {
  lane: Lane
  /** Undefined for the rolling summary of the lane. */
  conversation: number | undefined
  old: StoredSummary | undefined
  /** What goes into it, oldest first. */
  lines: OpenLine[]
  maxChars: number
  /** Nothing of the same is left after it. */
  last: boolean
}

/** One step reads no more than this, so that it fits before a model and ends in a while; the next one goes on. */
const STEP_MESSAGES = 400
const STEP_CHARS = 60_000

/** About 1,200 tokens: less than a third of a small budget. */
const LANE_CHARS = 4_800
const CONVERSATION_CHARS = 1_000

/** Of whatever was said, also by a clock that goes ahead. */
const END_OF_TIME = new Date(8.64e15)

/** The next summary of a conversation that is over, and after those of the lane, if it is time for it or wanted. */
export function nextStep(
  db: Database,
  lane: Lane,
  { settings, now, wanted }: { settings: CompactionSettings; now: Date; wanted: boolean },
): Step | undefined {
  const [over] = overConversations(db, lane, silentSince(settings, now), 1)
  if (over !== undefined) return conversationStep(db, lane, over)
  const { lines, due, old } = standOf(db, lane, settings, now)
  const taken = bounded(wanted ? lines.everything : lines.outside)
  if (taken.length === 0 || !(wanted || due.why)) return undefined
  const all = wanted ? lines.everything.length : lines.outside.length
  return { lane, conversation: undefined, old, lines: taken, maxChars: LANE_CHARS, last: taken.length === all }
}

/** When the past of a lane is to be summarised. */
export function laneDue(db: Database, lane: Lane, settings: CompactionSettings, now: Date): Due {
  return standOf(db, lane, settings, now).due
}

export function silentSince({ conversation }: CompactionSettings, now: Date): Date {
  return new Date(now.getTime() - conversation.activeMinutes * 60_000)
}

/** Inside the transaction that makes it true. */
export function writeStep(db: Database, step: Step, made: Pick<StoredSummary, 'text' | 'made'>, now: Date): void {
  const { lane, conversation, old, lines } = step
  const [first, last] = [lines[0], lines.at(-1)]
  // The range of a lane is covered even if nobody said a word in it; a conversation without words needs no summary.
  if (first && last && (made.text !== '' || conversation === undefined)) {
    const times = lines.map(({ at }) => at.getTime())
    insertSummary(
      db,
      {
        lane,
        conversation,
        ...made,
        trust: lowestTrust([...lines.map(({ trust }) => trust), ...(old ? [old.trust] : [])]),
        fromId: old?.fromId ?? first.id,
        toId: last.id,
        fromAt: new Date(Math.min(...times, old?.fromAt.getTime() ?? Number.POSITIVE_INFINITY)),
        toAt: new Date(Math.max(...times, old?.toAt.getTime() ?? 0)),
        messages: lines.length + (old?.messages ?? 0),
      },
      now,
    )
  }
  if (conversation !== undefined && step.last) closeConversation(db, conversation, now)
}

function standOf(db: Database, lane: Lane, settings: CompactionSettings, now: Date) {
  const { compaction } = settings
  const since = placeOfLane(db, lane)?.clearedAt
  const old = laneSummary(db, lane, { asOf: END_OF_TIME, after: since })
  const lines = uncoveredInLane(db, lane, { after: old?.toId ?? 0, since, limit: STEP_MESSAGES + 1 })
  const lasting = {
    active: activeConversation(db, lane, silentSince(settings, now)),
    keepFrom: firstOfLast(db, lane, compaction.keepRecent),
  }
  const uncovered = lines.map((line) => ({ ...line, tokens: estimateTokens(line.text) }))
  return {
    old,
    lines: { outside: takeable(lines, lasting, false), everything: takeable(lines, lasting, true) },
    due: dueOf({ ...lasting, uncovered }, compaction, now),
  }
}

/** A line that came late may stand before what the old summary covers; then it is made anew. */
export function conversationStep(db: Database, lane: Lane, conversation: number): Step {
  const since = placeOfLane(db, lane)?.clearedAt
  const [first] = uncoveredOf(db, conversation, { after: 0, since, limit: 1 })
  const known = conversationSummaries(db, [conversation], { asOf: END_OF_TIME, after: since }).get(conversation)
  const old = known?.fromId === first?.id ? known : undefined
  const lines = uncoveredOf(db, conversation, { after: old?.toId ?? 0, since, limit: STEP_MESSAGES + 1 })
  const taken = bounded(lines)
  const maxChars = CONVERSATION_CHARS
  return { lane, conversation, old, lines: taken, maxChars, last: taken.length === lines.length }
}

function bounded(lines: OpenLine[]): OpenLine[] {
  let chars = 0
  const end = lines.findIndex(({ text }, at) => {
    chars += text.length
    return at >= STEP_MESSAGES || (at > 0 && chars > STEP_CHARS)
  })
  return end === -1 ? lines : lines.slice(0, end)
}
