import type { Continuation } from '../choosing/continuation.ts'
import type { Focus } from '../choosing/focus.ts'
import type { Labels, LabelsFor } from '../choosing/labels.ts'
import type { HistorySource } from '../history-source.ts'
import { type PastMessage, UNSTORED } from '../past.ts'
import { type GatewaySettings, isBackground, type Question, repliedBy } from '../question.ts'
import { reasonMessages } from '../reason-messages.ts'
import type { RenderStyle } from '../rendering/render.ts'
import { shareOf } from '../tokens.ts'
import { renderStyleOf } from './lane-past.ts'
import { budgetOf } from './layer-shares.ts'
import { emptyBlock, fillListed, fillQuote, type Layers, SOURCES_SHARE } from './layers.ts'
import { fillSources, sourcedBy } from './sources-block.ts'

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
  const own = new Set(messages.map(({ id }) => id))
  const most = Math.max(MIN_LAST_LINES, settings.alwaysIncludeRecent)
  const page = { limit: most + own.size, ...(after && { after }) }
  const lines = source.messages(lane, bound, page).filter(({ id }) => !own.has(id))
  const replied = repliedBy(question)
  const target = replied === undefined ? undefined : source.message(replied)
  const rest = lines.filter(({ id }) => id !== target?.id).slice(0, most)
  return { ...withoutLines(question, settings, labelsFor, rest), target }
}

export function withoutLines(
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
    style: renderStyleOf(question, settings, labelsOr(labelsFor, question)),
  }
}

export function lastLayers(
  last: LastLines,
  question: Question,
  settings: GatewaySettings,
  name: 'history' | 'since-last-turn' = 'history',
): Layers {
  const budget = budgetOf({ ...settings, factor: question.factor })
  const sources = fillSources(sourcedBy(question, last), shareOf(budget, SOURCES_SHARE), last.style)
  const quote = fillQuote(last, shareOf(budget, QUOTE_SHARE), new Set())
  const history = fillListed(name, last.lines, shareOf(budget, LINES_SHARE), last.style)
  return { summary: emptyBlock, facts: emptyBlock, recalled: emptyBlock, history, quote, sources }
}

/** Shares of the budget. Together with the sources they leave room for the text between the blocks. */
const LINES_SHARE = 0.3
const QUOTE_SHARE = 0.15

/** Falls back to UTC, in case the time zone was the reason for the failure. */
function labelsOr(labelsFor: LabelsFor, { now, person }: Question): Labels {
  try {
    return labelsFor(now, person.timezone)
  } catch {
    return worldTime
  }
}

const worldTime: Labels = {
  time: (at) => `${at.toISOString().slice(11, 16)} UTC`,
  date: (at) => at.toISOString().slice(0, 10),
  moment: (at) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  ago: () => 'earlier',
  daysAgo: () => 0,
  weekday: (at) => ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][at.getUTCDay()] ?? '',
}
