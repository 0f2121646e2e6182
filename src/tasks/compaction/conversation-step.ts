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
  CONVERSATION_CHARS,
  END_OF_TIME,
  STEP_MESSAGES,
  type StepOptions,
  type SummaryStep,
  silentSince,
  takeFirstStep,
} from './summary-step.ts'

const DAY_MS = 86_400_000

/** The next ended conversation without a summary. If a model may be asked, also one that has only an extract. */
export function nextConversationStep(db: Database, lane: Lane, looked: StepOptions): SummaryStep | undefined {
  const { settings, now, asks } = looked
  const [over] = overConversations(db, lane, silentSince(settings, now), 1)
  if (over !== undefined) return conversationStep(db, lane, over, asks.conversations)
  const above = laneFacts(db, lane)?.extractOnlyTo ?? 0
  const untold = asks.conversations ? untoldConversation(db, lane, { ...untoldSince(looked), above }) : undefined
  const step = untold === undefined ? undefined : conversationStep(db, lane, untold, true)
  // The conversation is closed and has an extract, so only a model can improve on it.
  return step?.asks && step.lines.length > 0 && !isTooShort(step) ? { ...step, again: true } : undefined
}

/** Limits the search to conversations that may still be shown. */
function untoldSince({ settings, now }: StepOptions) {
  const endedSince = new Date(now.getTime() - (settings.conversation.olderDays + 1) * DAY_MS)
  return { endedSince, chars: CONVERSATION_CHARS / 2, perLine: lineChars(0) }
}

/** If a late message lies before or within what the old summary covers, the summary is made again from the start. */
export function conversationStep(db: Database, lane: Lane, conversation: number, asks: boolean): SummaryStep {
  const { clearedAt: after, extractOnlyTo = 0 } = laneFacts(db, lane) ?? {}
  const [first] = uncoveredInConversation(db, conversation, { after: 0, since: after, limit: 1 })
  const shown = conversationSummaries(db, [conversation], { asOf: END_OF_TIME, after }).get(conversation)
  const told = asks ? modelSummary(db, { lane, conversation, after }) : undefined
  // Imported messages have only an extract, which a model may build on.
  const isImported = shown !== undefined && shown.toId <= extractOnlyTo && (told?.toId ?? 0) <= extractOnlyTo
  const known = asks && !isImported ? told : shown
  const isBase = known?.fromId === first?.id && known?.messages === (known && linesWithin(db, conversation, known))
  const old = isBase ? known : undefined
  const lines = uncoveredInConversation(db, conversation, {
    after: old?.toId ?? 0,
    since: after,
    limit: STEP_MESSAGES + 1,
  })
  const imported = lines.filter(({ id }) => id <= extractOnlyTo)
  const taken = takeFirstStep(imported.length > 0 ? imported : lines)
  const again = shown?.made === 'extract' && shown.toId >= (taken.at(-1)?.id ?? 0)
  return {
    lane,
    conversation,
    old,
    lines: taken,
    maxChars: CONVERSATION_CHARS,
    last: taken.length === lines.length,
    again,
    asks: asks && imported.length === 0,
    wanted: false,
  }
}

/** Whether a conversation is so short that its messages need no summary. */
export function isTooShort({ conversation, old, lines }: SummaryStep): boolean {
  return conversation !== undefined && old === undefined && isShort(lines, CONVERSATION_CHARS)
}
