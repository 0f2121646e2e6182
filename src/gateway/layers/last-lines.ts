import type { Continuation } from '../choosing/continuation.ts'
import type { Focus } from '../choosing/focus.ts'
import type { Labels, LabelsFor } from '../choosing/labels.ts'
import type { HistorySource } from '../history-source.ts'
import { type PastMessage, UNSTORED } from '../past.ts'
import { findRepliedId, type GatewaySettings, isBackground, type Question } from '../question.ts'
import { reasonMessages } from '../reason-messages.ts'
import type { RenderStyle } from '../rendering/render.ts'
import { scaleSize } from '../tokens.ts'
import { createRenderStyle } from './lane-past.ts'
import { budgetFor } from './layer-shares.ts'
import { type Layers, SOURCES_SHARE } from './layers.ts'
import { emptyBlock, fillMessageList, fillQuote } from './message-blocks.ts'
import { fillSources, sourcesFor } from './sources-block.ts'

/** The fallback when choosing failed: the newest lines, without anything that has to be computed. */
export interface LastLines {
  lines: PastMessage[]
  target: PastMessage | undefined
  continuation: Continuation
  focus: Focus
  style: RenderStyle
}

const MIN_LAST_LINES = 10

/** Respects /new and /context clear: when these marks cannot be read, it throws and no line is shown. */
export function readLastLines(
  source: HistorySource,
  question: Question,
  settings: GatewaySettings,
  labelsFor: LabelsFor,
): LastLines {
  const { lane, messages, now } = question
  const bound = { asOf: question.asOf ?? now, before: messages.at(-1)?.id ?? UNSTORED }
  const { newAt, clearedAt } = source.marks(lane, bound)
  const after = newAt && clearedAt && clearedAt > newAt ? clearedAt : (newAt ?? clearedAt)
  const questionIds = new Set(messages.map(({ id }) => id))
  const maxLines = Math.max(MIN_LAST_LINES, settings.alwaysIncludeRecent)
  const page = { limit: maxLines + questionIds.size, ...(after && { after }) }
  const lines = source.messages(lane, bound, page).filter(({ id }) => !questionIds.has(id))
  const repliedId = findRepliedId(question)
  const target = repliedId === undefined ? undefined : source.message(repliedId)
  const shownLines = lines.filter(({ id }) => id !== target?.id).slice(0, maxLines)
  return { ...createLastLines(question, settings, labelsFor, shownLines), target }
}

export function createLastLines(
  question: Question,
  settings: GatewaySettings,
  labelsFor: LabelsFor,
  lines: PastMessage[],
): LastLines {
  const lastAt = lines[0]?.at
  return {
    lines,
    target: undefined,
    continuation: {
      result: 'open',
      active: false,
      reason: reasonMessages.pastUnread,
      known: lastAt ? { lastAt } : { unread: true },
      ...(isBackground(question) && { background: true as const }),
    },
    focus: { anchors: [], answered: undefined },
    style: createRenderStyle(question, settings, labelsOrUtc(labelsFor, question)),
  }
}

export function fillLastLayers(
  last: LastLines,
  question: Question,
  settings: GatewaySettings,
  name: 'history' | 'since-last-turn' = 'history',
): Layers {
  const budget = budgetFor({ ...settings, factor: question.factor })
  const sources = fillSources(sourcesFor(question, last), scaleSize(budget, SOURCES_SHARE), last.style)
  const quote = fillQuote(last, scaleSize(budget, QUOTE_SHARE), new Set())
  const history = fillMessageList(name, last.lines, scaleSize(budget, LINES_SHARE), last.style)
  return { summary: emptyBlock, facts: emptyBlock, library: emptyBlock, recalled: emptyBlock, history, quote, sources }
}

/** Shares of the budget. Together with the sources they leave room for the text between the blocks. */
const LINES_SHARE = 0.3
const QUOTE_SHARE = 0.15

/** Falls back to UTC, in case the time zone was the reason for the failure. */
function labelsOrUtc(labelsFor: LabelsFor, { now, person }: Question): Labels {
  try {
    return labelsFor(now, person.timezone)
  } catch {
    return utcLabels
  }
}

const utcLabels: Labels = {
  time: (at) => `${at.toISOString().slice(11, 16)} UTC`,
  date: (at) => at.toISOString().slice(0, 10),
  moment: (at) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  ago: () => 'earlier',
  daysAgo: () => 0,
  weekday: (at) => ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][at.getUTCDay()] ?? '',
}
