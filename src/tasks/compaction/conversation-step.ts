import type { Lane } from '../../domain/ids.ts'
import { isShort, lineChars } from '../../memory/summary-length.ts'
import type { Database } from '../../store/database.ts'
import { conversationSummaries, modelSummary } from '../../store/recall/summaries.ts'
import {
  laneFacts,
  linesWithin,
  overConversations,
  uncoveredInConversation,
  untoldConversation,
} from '../../store/recall/summary-backlog.ts'
import {
  END_OF_TIME,
  MAX_CONVERSATION_CHARS,
  MAX_STEP_MESSAGES,
  type StepOptions,
  type SummaryStep,
  silentSince,
  takeFirstStep,
} from './summary-step.ts'

const DAY_MS = 86_400_000

/** The next ended conversation without a summary. If a model may be asked, also one that has only an extract. */
export function nextConversationStep(db: Database, lane: Lane, options: StepOptions): SummaryStep | undefined {
  const { settings, now, modelUse } = options
  const [ended] = overConversations(db, lane, silentSince(settings, now), 1)
  if (ended !== undefined) return conversationStep(db, lane, ended, modelUse.conversations)
  const above = laneFacts(db, lane)?.extractOnlyTo ?? 0
  const extractOnly = modelUse.conversations
    ? untoldConversation(db, lane, { ...extractOnlyFilter(options), above })
    : undefined
  const step = extractOnly === undefined ? undefined : conversationStep(db, lane, extractOnly, true)
  // The conversation is closed and has an extract, so only a model can improve on it.
  return step?.usesModel && step.lines.length > 0 && !isTooShort(step) ? { ...step, hasExtract: true } : undefined
}

/** Limits the search to conversations that may still be shown. */
function extractOnlyFilter({ settings, now }: StepOptions) {
  const endedSince = new Date(now.getTime() - (settings.conversation.olderDays + 1) * DAY_MS)
  return { endedSince, chars: MAX_CONVERSATION_CHARS / 2, perLine: lineChars(0) }
}

/** If a late message lies before or within what the old summary covers, the summary is made again from the start. */
export function conversationStep(db: Database, lane: Lane, conversation: number, usesModel: boolean): SummaryStep {
  const { clearedAt: after, extractOnlyTo = 0 } = laneFacts(db, lane) ?? {}
  const [first] = uncoveredInConversation(db, conversation, { after: 0, since: after, limit: 1 })
  const shown = conversationSummaries(db, [conversation], { asOf: END_OF_TIME, after }).get(conversation)
  const byModel = usesModel ? modelSummary(db, { lane, conversation, after }) : undefined
  // Imported messages have only an extract, which a model may build on.
  const isImported = shown !== undefined && shown.toId <= extractOnlyTo && (byModel?.toId ?? 0) <= extractOnlyTo
  const candidate = usesModel && !isImported ? byModel : shown
  const canBuildOn =
    candidate?.fromId === first?.id && candidate?.messages === (candidate && linesWithin(db, conversation, candidate))
  const old = canBuildOn ? candidate : undefined
  const lines = uncoveredInConversation(db, conversation, {
    after: old?.toId ?? 0,
    since: after,
    limit: MAX_STEP_MESSAGES + 1,
  })
  const imported = lines.filter(({ id }) => id <= extractOnlyTo)
  const stepLines = takeFirstStep(imported.length > 0 ? imported : lines)
  const hasExtract = shown?.made === 'extract' && shown.toId >= (stepLines.at(-1)?.id ?? 0)
  return {
    lane,
    conversation,
    old,
    lines: stepLines,
    maxChars: MAX_CONVERSATION_CHARS,
    isLast: stepLines.length === lines.length,
    hasExtract,
    usesModel: usesModel && imported.length === 0,
    wanted: false,
  }
}

/** Whether a conversation is so short that its messages need no summary. */
export function isTooShort({ conversation, old, lines }: SummaryStep): boolean {
  return conversation !== undefined && old === undefined && isShort(lines, MAX_CONVERSATION_CHARS)
}
