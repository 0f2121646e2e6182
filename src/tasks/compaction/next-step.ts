import type { Lane } from '../../domain/ids.ts'
import { estimateTokens } from '../../gateway/tokens.ts'
import { type Due, dueOf, takeable } from '../../memory/summary-due.ts'
import { isShort } from '../../memory/summary-length.ts'
import type { Database } from '../../store/database.ts'
import { laneSummary, laneSummaryUpTo, modelSummary, type StoredSummary } from '../../store/recall/summaries.ts'
import { activeConversation, firstOfLast, laneFacts, uncoveredInLane } from '../../store/recall/unsummarised.ts'
import { nextConversationStep } from './conversation-step.ts'
import {
  CONVERSATION_CHARS,
  type CompactionSettings,
  END_OF_TIME,
  LANE_CHARS,
  STEP_MESSAGES,
  type StepOptions,
  type SummaryStep,
  silentSince,
  takeFirstStep,
} from './summary-step.ts'

/** How far back a model reads where only an extract was; some fifty requests. What is older is found by looking for it. */
export const MAX_READ_AGAIN = 20_000

/** The next summary of a conversation that is over, and after those of the lane, if it is time for it or wanted. */
export function nextStep(db: Database, lane: Lane, looked: StepOptions): SummaryStep | undefined {
  return nextConversationStep(db, lane, looked) ?? laneStep(db, lane, looked)
}

/** Of a lane: what an extract covers and a model has not read, then what is due or wanted. */
function laneStep(db: Database, lane: Lane, looked: StepOptions): SummaryStep | undefined {
  const { wanted } = looked
  const stand = readLaneState(db, lane, looked.settings, looked.now)
  // A past of so many lines has its extract first: a model reads the newest of them, and not all.
  const asks = looked.asks.lane && firstOfLast(db, lane, MAX_READ_AGAIN) <= (stand.shown?.toId ?? 0)
  const again = asks ? readAgain(db, lane, stand) : undefined
  if (again) return again
  const lines = wanted ? stand.lines.everything : stand.lines.outside
  // What was imported comes first and by itself, so that a model can go on right behind it.
  const imported = lines.filter(({ id }) => id <= stand.extractOnlyTo)
  const taken = takeFirstStep(imported.length > 0 ? imported : lines)
  if (taken.length === 0 || !(wanted || stand.due.why)) return undefined
  const isAsked = asks && imported.length === 0
  const old = isAsked ? modelBase(db, lane, stand) : stand.shown
  const last = taken.length === lines.length
  if (!wanted && !old && last && isShort(taken, isAsked ? CONVERSATION_CHARS : LANE_CHARS)) return undefined
  return { ...wholeLane, lane, old, lines: taken, last, again: false, asks: isAsked, wanted }
}

const wholeLane = { conversation: undefined, maxChars: LANE_CHARS }

/** When the past of a lane is to be summarised. */
export function laneDue(db: Database, lane: Lane, settings: CompactionSettings, now: Date): Due {
  return readLaneState(db, lane, settings, now).due
}

/** What somebody could have summarised now, if it were not too short. */
export function isAnythingOpen(db: Database, lane: Lane, settings: CompactionSettings, now: Date): boolean {
  return readLaneState(db, lane, settings, now).lines.everything.length > 0
}

interface LaneState {
  shown: StoredSummary | undefined
  /** Nothing as old as this is summarised (/context clear). */
  since: Date | undefined
  /** No model reads the lines up to here: they were imported. */
  extractOnlyTo: number
}

function readLaneState(db: Database, lane: Lane, settings: CompactionSettings, now: Date) {
  const { compaction } = settings
  const { clearedAt: since, extractOnlyTo = 0 } = laneFacts(db, lane) ?? {}
  const shown = laneSummary(db, lane, { asOf: END_OF_TIME, after: since })
  const lines = uncoveredInLane(db, lane, { after: shown?.toId ?? 0, since, limit: STEP_MESSAGES + 1 })
  const lasting = {
    active: activeConversation(db, lane, silentSince(settings, now)),
    keepFrom: firstOfLast(db, lane, compaction.keepRecent),
  }
  const uncovered = lines.map((line) => ({ ...line, tokens: estimateTokens(line.text) }))
  return {
    since,
    shown,
    extractOnlyTo,
    lines: { outside: takeable(lines, lasting, false), everything: takeable(lines, lasting, true) },
    due: dueOf({ ...lasting, uncovered }, compaction, now),
  }
}

/** From the rows themselves, where the last model left off: an extract only quotes some of them. */
function readAgain(db: Database, lane: Lane, { shown, since, extractOnlyTo }: LaneState): SummaryStep | undefined {
  if (shown?.made !== 'extract' || shown.toId <= extractOnlyTo) return undefined
  const told = modelSummary(db, { lane, after: since })
  const first = Math.max(firstOfLast(db, lane, MAX_READ_AGAIN), extractOnlyTo + 1)
  const imported =
    first === extractOnlyTo + 1 ? laneSummaryUpTo(db, lane, { upTo: extractOnlyTo, after: since }) : undefined
  const old = told && told.toId >= first ? told : imported
  const page = { after: Math.max(old?.toId ?? 0, first - 1), since, limit: STEP_MESSAGES + 1 }
  const lines = uncoveredInLane(db, lane, page).filter(({ id }) => id <= shown.toId)
  const taken = takeFirstStep(lines)
  if (taken.length === 0) return undefined
  const last = taken.at(-1)?.id === shown.toId
  const { wanted } = shown
  return { ...wholeLane, lane, old, lines: taken, last, again: true, asks: true, wanted }
}

/** What a model may build on: what another one read to its end, or the extract of what was imported. */
function modelBase(db: Database, lane: Lane, { shown, since, extractOnlyTo }: LaneState): StoredSummary | undefined {
  if (shown && shown.toId <= extractOnlyTo) return shown
  const told = modelSummary(db, { lane, after: since })
  return told && told.toId === shown?.toId ? told : undefined
}
