import { channelOf } from '../../domain/ids.ts'
import { type CandidateFacts, type Candidates, gatherCandidates, newestOf } from '../choosing/candidates.ts'
import { type Continuation, decideContinuation } from '../choosing/continuation.ts'
import { type Focus, findFocus } from '../choosing/focus.ts'
import { type Guaranteed, guaranteedMessages } from '../choosing/guaranteed.ts'
import type { Labels, LabelsFor } from '../choosing/labels.ts'
import { sortIntoTiers, type Tiers } from '../choosing/tiers.ts'
import type { Bound, HistorySource, LaneMarks } from '../history-source.ts'
import { type PastMessage, type Summary, UNSTORED } from '../past.ts'
import { type GatewaySettings, isBackground, type Question, repliedBy, wordsOf } from '../question.ts'
import type { Style } from '../rendering/render.ts'

/** Where a message arrives: what it points at, and whether it goes on with something. */
export interface Arrival {
  bound: Bound
  marks: LaneMarks
  own: ReadonlySet<number>
  style: Style
  continuation: Continuation
  /** The message it replies to. */
  target: PastMessage | undefined
  candidates: Candidates
  /** Of the lane, newest first. */
  recent: PastMessage[]
  focus: Focus
}

/** An arrival with all that may be shown of the lane's own past. */
export interface Scene extends Arrival {
  guaranteed: Guaranteed[]
  laneSummary: Summary | undefined
  tiers: Tiers
}

/** On each side of the message that is replied to. */
const NEIGHBOURS = 1

/** Only the tail of the conversation is read where the rest of it is in a session already. */
export type Depth = 'tail' | 'all'

/** What an arrival is made from, beside the question. */
export interface SceneDeps {
  source: HistorySource
  settings: GatewaySettings
  labelsFor: LabelsFor
}

export function arrive({ source, settings, labelsFor }: SceneDeps, question: Question, depth: Depth): Arrival {
  const { lane, now, messages, person } = question
  const bound: Bound = { asOf: question.asOf ?? now, before: messages.at(-1)?.id ?? UNSTORED }
  const marks = source.marks(lane, bound)
  const own = new Set(messages.map(({ id }) => id))
  const { maxTokens } = settings
  const facts: CandidateFacts = { ...settings, lane, bound, marks, own, mostChars: depth === 'all' ? maxTokens * 4 : 0 }
  const replied = repliedBy(question)
  const target = replied === undefined ? undefined : source.message(replied)
  const continuation = continuationOf(source, question, facts, target)
  const candidates = gatherCandidates(source, facts, continuation)
  const recent = [...candidates.active, ...candidates.earlier]
  const focus = findFocus({
    target,
    lastAnswer: recent.find(({ author }) => author === 'bot'),
    pending: source.pendingQuestion(lane, bound),
    message: { text: wordsOf(question), at: messages.at(-1)?.at ?? now },
  })
  const style = styleOf(question, settings, labelsFor(now, person.timezone))
  return { bound, marks, own, style, continuation, target, candidates, recent, focus }
}

function continuationOf(
  source: HistorySource,
  question: Question,
  facts: CandidateFacts,
  target: PastMessage | undefined,
): Continuation {
  if (isBackground(question)) return { continues: false, active: false, background: true, reason: 'a job asks for it' }
  const { now, lane, answers } = question
  const { bound, marks, activeMinutes } = facts
  const topic = lane.startsWith('topic:')
  const decide = (from: CandidateFacts, replyTo: Date | undefined) =>
    decideContinuation({ now, lastAt: newestOf(source, from)?.at, replyTo, topic, marks, activeMinutes })
  const asked = decide(facts, target?.at)
  if (!answers) return asked
  // It is shown as the end of a conversation; whether there was one before it is another question.
  const before = { ...facts, bound: { ...bound, before: answers.id } }
  const replied = answers.replyTo === undefined ? undefined : source.message(answers.replyTo)
  return { ...decide(before, replied?.at), active: asked.active }
}

export function setScene(deps: SceneDeps, question: Question): Scene {
  const { source, settings } = deps
  const arrival = arrive(deps, question, 'all')
  const { bound, marks, target, candidates, recent, focus, style } = arrival
  const isOpen = ({ at }: PastMessage) => !marks.clearedAt || at > marks.clearedAt
  const neighbours = target ? source.neighbours(target, NEIGHBOURS, bound).filter(isOpen) : []
  const guaranteed = guaranteedMessages({
    recent,
    alwaysIncludeRecent: settings.alwaysIncludeRecent,
    anchors: focus.anchors,
    neighbours: neighbours.filter(({ id }) => !arrival.own.has(id)),
    elsewhere: target,
    find: (id) => [source.message(id)].find((message) => message && isOpen(message)),
  })
  const summary = source.laneSummary(question.lane, bound)
  const laneSummary = summary && marks.clearedAt && summary.fromAt <= marks.clearedAt ? undefined : summary
  const since = new Date(question.now.getTime() - (settings.olderDays + 1) * 86_400_000)
  const tiers = sortIntoTiers({
    candidates,
    conversations: source.conversations(question.lane, bound, since),
    laneSummary,
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
  return { ...arrival, guaranteed, laneSummary, tiers: { ...tiers, pieces } }
}

function styleOf(question: Question, settings: GatewaySettings, labels: Labels): Style {
  const { chat, lane, person, fence } = question
  return {
    fence,
    labels,
    lane,
    via: channelOf(chat),
    trust: person.trust,
    botChars: settings.contextTruncation,
    tools: settings.tools,
    days: new Map(),
  }
}
