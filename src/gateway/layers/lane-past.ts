import { channelOf } from '../../domain/ids.ts'
import { type CandidateFacts, gatherLaneCandidates, type LaneCandidates } from '../choosing/candidates.ts'
import type { Continuation } from '../choosing/continuation.ts'
import { type Focus, findFocus } from '../choosing/focus.ts'
import { type Guaranteed, guaranteedMessages } from '../choosing/guaranteed-messages.ts'
import type { Labels, LabelsFor } from '../choosing/labels.ts'
import { isAnswerTo } from '../choosing/pending-question.ts'
import { createReplyLinks } from '../choosing/reply-links.ts'
import { isSmallTalk } from '../choosing/small-talk.ts'
import { sortIntoTiers, type Tiers } from '../choosing/tiers.ts'
import type { Bound, HistorySource, LaneMarks } from '../history-source.ts'
import { type PastMessage, type Summary, UNSTORED } from '../past.ts'
import { findRepliedId, type GatewaySettings, type Question, questionText } from '../question.ts'
import { reasonMessages } from '../reason-messages.ts'
import type { RenderStyle } from '../rendering/render.ts'
import { decideForQuestion } from './last-conversation.ts'
import { applyOpinion, type SecondOpinion } from './second-opinion.ts'

/** What a new message refers to, and whether it continues a conversation. */
export interface Arrival {
  bound: Bound
  marks: LaneMarks
  questionIds: ReadonlySet<number>
  style: RenderStyle
  continuation: Continuation
  /** The message it replies to. */
  target: PastMessage | undefined
  candidates: LaneCandidates
  /** The latest messages of the lane, newest first. */
  recent: PastMessage[]
  /** A greeting or thanks, for which nothing has to be recalled. */
  smallTalk: boolean
  focus: Focus
}

/** An arrival with everything that may be shown of the lane's own past. */
export interface LanePast extends Arrival {
  guaranteed: Guaranteed[]
  laneSummary: Summary | undefined
  tiers: Tiers
  /** The last line is so recent that its conversation may continue, whatever the words say. */
  isLive: boolean
  /** Small talk after a pause. Apart from the last lines it needs hardly anything. */
  isIdleSmallTalk: boolean
}

/** How many lines are shown on each side of the message that is replied to. */
const NEIGHBOURS_EACH_SIDE = 1

/** How much of the conversation is read: only its last lines when a session has the rest already. */
export type Depth = 'tail' | 'all'

export interface LanePastDeps {
  source: HistorySource
  settings: GatewaySettings
  labelsFor: LabelsFor
}

export function readArrival(
  { source, settings, labelsFor }: LanePastDeps,
  question: Question,
  depth: Depth,
  opinion?: SecondOpinion,
): Arrival {
  const { lane, now, messages, person } = question
  const bound: Bound = { asOf: question.asOf ?? now, before: messages.at(-1)?.id ?? UNSTORED }
  const marks = source.marks(lane, bound)
  const questionIds = new Set(messages.map(({ id }) => id))
  const { maxTokens } = settings
  const facts: CandidateFacts = {
    ...settings,
    lane,
    bound,
    marks,
    questionIds,
    maxChars: depth === 'all' ? maxTokens * 4 : 0,
  }
  const repliedId = findRepliedId(question)
  const target = repliedId === undefined ? undefined : source.message(repliedId)
  const message = { text: questionText(question), at: messages.at(-1)?.at ?? now }
  const pending = source.pendingQuestion(lane, bound)
  const answered = pending && !target && isAnswerTo(pending, message) ? pending : undefined
  const continuation = applyOpinion(decideForQuestion(source, question, facts, { target, answered }), opinion)
  const candidates = gatherLaneCandidates(source, facts, continuation)
  const recent = [...candidates.active, ...candidates.earlier]
  const focus = findFocus({
    target,
    lastAnswer: recent.find(({ author }) => author === 'bot'),
    pending,
    message,
  })
  const style = {
    ...createRenderStyle(question, settings, labelsFor(now, person.timezone)),
    repliedTo: createReplyLinks(source, recent),
  }
  const smallTalk = isSmallTalk(message.text)
  return { bound, marks, questionIds, style, continuation, target, candidates, recent, focus, smallTalk }
}

export function readLanePast(deps: LanePastDeps, question: Question, opinion?: SecondOpinion): LanePast {
  const { source, settings } = deps
  const arrival = readArrival(deps, question, 'all', opinion)
  const { bound, marks, target, candidates, recent, focus, style } = arrival
  const isAfterClear = ({ at }: PastMessage) => !marks.clearedAt || at > marks.clearedAt
  const guaranteed = guaranteedMessages({
    recent,
    alwaysIncludeRecent: settings.alwaysIncludeRecent,
    anchors: focus.anchors,
    neighbours: neighboursOfTarget(source, arrival),
    target,
    find: (id) => [source.message(id)].find((message) => message && isAfterClear(message)),
  })
  const summary = source.laneSummary(question.lane, bound)
  const visibleSummary = summary && marks.clearedAt && summary.fromAt <= marks.clearedAt ? undefined : summary
  const oldestShown = new Date(question.now.getTime() - (settings.olderDays + 1) * 86_400_000)
  const tiers = sortIntoTiers({
    candidates,
    conversations: source.conversations(question.lane, bound, oldestShown),
    laneSummary: visibleSummary,
    marks,
    now: question.now,
    labels: style.labels,
    olderDays: settings.olderDays,
    contextRecencyHours: settings.contextRecencyHours,
    contextMinMessages: settings.contextMinMessages,
  })
  const pieces = tiers.pieces.map((piece) => ({
    ...piece,
    messages: piece.messages.filter(({ id }) => id !== target?.id),
  }))
  const tiersWithoutTarget = { ...tiers, pieces }
  const isLive = hasRecentLine(arrival, question, settings)
  // A greeting or thanks hours later needs nothing of the earlier conversation.
  const idle = arrival.smallTalk && !isLive
  // A summary that found nothing worth keeping covers its lines but has no text.
  const laneSummary = visibleSummary?.text === '' ? undefined : visibleSummary
  return {
    ...arrival,
    guaranteed,
    laneSummary,
    isLive,
    isIdleSmallTalk: idle,
    tiers: idle ? withoutPieces(tiersWithoutTarget) : tiersWithoutTarget,
  }
}

/** The lines right before and after the message that is replied to, except those that /context clear hid. */
export function neighboursOfTarget(
  source: HistorySource,
  { target, bound, marks: { clearedAt }, questionIds }: Arrival,
): PastMessage[] {
  const neighbours = target ? source.neighbours(target, NEIGHBOURS_EACH_SIDE, bound) : []
  return neighbours.filter(({ id, at }) => !questionIds.has(id) && (!clearedAt || at > clearedAt))
}

function hasRecentLine({ recent }: Arrival, { now }: Question, { activeMinutes }: GatewaySettings): boolean {
  const lastAt = recent[0]?.at ?? now
  return now.getTime() - lastAt.getTime() <= activeMinutes * 60_000
}

function withoutPieces({ pieces, leftOut }: Tiers): Tiers {
  const droppedMessages = pieces.flatMap(({ messages }) => messages)
  const reason = reasonMessages.smallTalk
  return { pieces: [], leftOut: [...leftOut, ...droppedMessages.map(({ id }) => ({ id, reason }))] }
}

export function createRenderStyle(
  question: Question,
  settings: GatewaySettings,
  labels: Labels,
): Omit<RenderStyle, 'repliedTo'> {
  const { chat, lane, fence } = question
  return {
    fence,
    labels,
    lane,
    channel: channelOf(chat),
    botChars: settings.contextTruncation,
    tools: settings.tools,
    headingCache: new Map(),
  }
}
