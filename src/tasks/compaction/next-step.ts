import type { Lane } from '../../domain/ids.ts'
import { estimateTokens } from '../../gateway/tokens.ts'
import { checkSummaryDue, messagesToSummarise, type SummaryDue } from '../../memory/summary-due.ts'
import { isShort } from '../../memory/summary-length.ts'
import type { Database } from '../../store/database.ts'
import { laneSummary, laneSummaryUpTo, modelSummary, type StoredSummary } from '../../store/recall/summaries.ts'
import { activeConversation, firstOfLast, laneFacts, uncoveredInLane } from '../../store/recall/summary-backlog.ts'
import { nextConversationStep } from './conversation-step.ts'
import {
  type CompactionSettings,
  END_OF_TIME,
  MAX_CONVERSATION_CHARS,
  MAX_LANE_CHARS,
  MAX_STEP_MESSAGES,
  type StepOptions,
  type SummaryStep,
  silentSince,
  takeFirstStep,
} from './summary-step.ts'

/** How many messages back a model reads again what has only an extract: about fifty requests. Search finds older ones. */
export const MAX_REREAD_MESSAGES = 20_000

/** The next summary: first conversations that are over, then the lane if that is due or wanted. */
export function nextStep(db: Database, lane: Lane, options: StepOptions): SummaryStep | undefined {
  return nextConversationStep(db, lane, options) ?? laneStep(db, lane, options)
}

/** The next lane summary: first what only an extract covers, then what is due or wanted. */
function laneStep(db: Database, lane: Lane, options: StepOptions): SummaryStep | undefined {
  const { wanted } = options
  const state = readLaneState(db, lane, options.settings, options.now)
  // A very long past gets its extract first. A model reads only the newest part of it.
  const mayUseModel = options.modelUse.lane && firstOfLast(db, lane, MAX_REREAD_MESSAGES) <= (state.shown?.toId ?? 0)
  const reread = mayUseModel ? rereadStep(db, lane, state) : undefined
  if (reread) return reread
  const lines = wanted ? state.lines.everything : state.lines.outside
  // Imported messages come first and separately, so that a model can continue right after them.
  const imported = lines.filter(({ id }) => id <= state.extractOnlyTo)
  const stepLines = takeFirstStep(imported.length > 0 ? imported : lines)
  if (stepLines.length === 0 || !(wanted || state.due.reason)) return undefined
  const usesModel = mayUseModel && imported.length === 0
  const old = usesModel ? modelBase(db, lane, state) : state.shown
  const last = stepLines.length === lines.length
  if (!wanted && !old && last && isShort(stepLines, usesModel ? MAX_CONVERSATION_CHARS : MAX_LANE_CHARS))
    return undefined
  return { ...laneDefaults, lane, old, lines: stepLines, isLast: last, hasExtract: false, usesModel, wanted }
}

const laneDefaults = { conversation: undefined, maxChars: MAX_LANE_CHARS }

/** When the lane is due for a summary. */
export function laneDue(db: Database, lane: Lane, settings: CompactionSettings, now: Date): SummaryDue {
  return readLaneState(db, lane, settings, now).due
}

/** Whether there is anything to summarise, even if it is too short. */
export function isAnythingOpen(db: Database, lane: Lane, settings: CompactionSettings, now: Date): boolean {
  return readLaneState(db, lane, settings, now).lines.everything.length > 0
}

interface LaneState {
  shown: StoredSummary | undefined
  /** Messages before this time are not summarised (/context clear). */
  since: Date | undefined
  /** No model reads the messages up to this id, because they were imported. */
  extractOnlyTo: number
}

function readLaneState(db: Database, lane: Lane, settings: CompactionSettings, now: Date) {
  const { compaction } = settings
  const { clearedAt: since, extractOnlyTo = 0 } = laneFacts(db, lane) ?? {}
  const shown = laneSummary(db, lane, { asOf: END_OF_TIME, after: since })
  const lines = uncoveredInLane(db, lane, { after: shown?.toId ?? 0, since, limit: MAX_STEP_MESSAGES + 1 })
  const recent = {
    active: activeConversation(db, lane, silentSince(settings, now)),
    keepFrom: firstOfLast(db, lane, compaction.keepRecent),
  }
  const uncovered = lines.map((line) => ({ ...line, tokens: estimateTokens(line.text) }))
  return {
    since,
    shown,
    extractOnlyTo,
    lines: { outside: messagesToSummarise(lines, recent, false), everything: messagesToSummarise(lines, recent, true) },
    due: checkSummaryDue({ ...recent, uncovered }, compaction, now),
  }
}

/** Reads the messages themselves from where the last model stopped, because an extract only quotes some of them. */
function rereadStep(db: Database, lane: Lane, { shown, since, extractOnlyTo }: LaneState): SummaryStep | undefined {
  if (shown?.made !== 'extract' || shown.toId <= extractOnlyTo) return undefined
  const byModel = modelSummary(db, { lane, after: since })
  const first = Math.max(firstOfLast(db, lane, MAX_REREAD_MESSAGES), extractOnlyTo + 1)
  const imported =
    first === extractOnlyTo + 1 ? laneSummaryUpTo(db, lane, { upTo: extractOnlyTo, after: since }) : undefined
  const old = byModel && byModel.toId >= first ? byModel : imported
  const page = { after: Math.max(old?.toId ?? 0, first - 1), since, limit: MAX_STEP_MESSAGES + 1 }
  const lines = uncoveredInLane(db, lane, page).filter(({ id }) => id <= shown.toId)
  const stepLines = takeFirstStep(lines)
  if (stepLines.length === 0) return undefined
  const last = stepLines.at(-1)?.id === shown.toId
  const { wanted } = shown
  return { ...laneDefaults, lane, old, lines: stepLines, isLast: last, hasExtract: true, usesModel: true, wanted }
}

/** The summary a model may build on: a complete one by a model, or the extract of imported messages. */
function modelBase(db: Database, lane: Lane, { shown, since, extractOnlyTo }: LaneState): StoredSummary | undefined {
  if (shown && shown.toId <= extractOnlyTo) return shown
  const byModel = modelSummary(db, { lane, after: since })
  return byModel && byModel.toId === shown?.toId ? byModel : undefined
}
