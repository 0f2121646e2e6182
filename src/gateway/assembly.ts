import { type Foreign, withForeign } from '../domain/foreign.ts'
import { lowestTrust, type Trust } from '../domain/person.ts'
import { type AnyText, type LocalizedText, serializeText } from '../messages/localized.ts'
import type { Continuation } from './choosing/continuation.ts'
import type { StepFailure } from './fail-open.ts'
import { foreignInMessage, storedIds } from './past.ts'
import type { GatewaySettings, Question } from './question.ts'
import { reasonMessages } from './reason-messages.ts'
import { joinBlocks, joinedSize } from './rendering/joined-blocks.ts'
import { type Status, statusOf } from './rendering/status.ts'
import { addSizes, measure, type Size, tokensIn, ZERO_SIZE } from './tokens.ts'

export type PartKind =
  | 'policy'
  | 'profile'
  | 'other-tools'
  | 'status'
  | 'lane-summary'
  | 'facts'
  | 'recalled'
  | 'conversation-summary'
  | 'history'
  | 'previous-tasks'
  | 'since-last-turn'
  | 'quoted-reply'
  | 'open-question'
  | 'sources'
  | 'library'
  | 'message'

/** The record of what the model sees on one turn. */
export interface Assembly {
  /** The text of the user turn. */
  text: string
  /** Layers 3 to 6 exactly as they are in the prompt. The budget limits this text. */
  context: string
  status: Status
  /** Why the message counts as a continuation or not. */
  reason: AnyText
  /** How the fast model chose lines, or why it was not asked. */
  selection: AnyText
  /** The size of the context, by our estimate for this model. */
  tokens: number
  budget: number
  parts: AssembledPart[]
  leftOut: LeftOutMessages
  /** Every stored message that the model sees, so that the epoch does not show it again. */
  shown: number[]
  /** The trust levels of everything in it; the lowest counts. */
  trusts: Trust[]
  /** The steps that failed. The turn was made without them. */
  failures: StepFailure[]
  /** The people without the right to ask for things whose words are in it. */
  foreign: Foreign[]
}

/** A turn that opens an epoch and so has a system prompt. */
export interface Opening extends Assembly {
  /** Layers 1 to 5. */
  system: string
}

export interface AssembledPart {
  kind: PartKind
  reason: AnyText
  tokens: number
  messages: number[]
  /** The remembered facts in it. */
  facts?: number[]
  /** The messages behind the lines of day notes in it. */
  noted?: number[]
  /** The passages of the library in it. */
  passages?: ShownPassage[]
  /** The lowest trust in it; undefined for our own text and in old turns that did not record it. */
  trust?: Trust
  /** The other people whose words are in it; undefined in old turns that did not record it. */
  foreign?: Foreign[]
}

/** A passage of the library and the name of its file. */
export interface ShownPassage {
  id: number
  file: string
}

export interface LeftOutMessages {
  nearest: { id: number; reason: AnyText }[]
  /** How many more were left out, by reason as `serializeText` writes it. */
  more: Record<string, number>
}

/** A rendered block of the context (maybe empty), with the record of what it shows and what it leaves out. */
export interface ContextBlock {
  xml: string
  size: Size
  parts: BlockItem[]
  leftOut: { id: number; reason: LocalizedText }[]
}

/** One item of a block. Items with the same kind and reason are recorded as one part. */
export interface BlockItem {
  kind: PartKind
  reason: LocalizedText
  size: Size
  messages: number[]
  facts?: number[]
  noted?: number[]
  passages?: ShownPassage[]
  trust?: Trust
  foreign?: Foreign[]
}

export interface TurnFacts {
  question: Question
  settings: GatewaySettings
  continuation: Continuation
  selection: AnyText
}

export interface TurnContent extends Pick<Assembly, 'text' | 'context'> {
  /** The parts that do not depend on the past. */
  fixed: Partial<Record<'policy' | 'profile' | 'other-tools' | 'status' | 'message', string>>
  blocks: ContextBlock[]
  leftOut: ContextBlock['leftOut']
}

export function recordAssembly(turn: TurnFacts, { text, context, fixed, blocks, leftOut }: TurnContent): Assembly {
  const { question, settings, continuation, selection } = turn
  const { factor, messages } = question
  const { message, ...fixedBlocks } = fixed
  const questionIds = storedIds(messages)
  const fixedItems = Object.entries(fixedBlocks).flatMap(([kind, text]) =>
    text === '' ? [] : fixedItem(kind as PartKind, text),
  )
  const pastItems = blocks.flatMap(({ parts }) => parts)
  const foreignInQuestion = messages.flatMap(foreignInMessage)
  const questionTrust = lowestTrust([...messages, ...foreignInQuestion].map(({ trust }) => trust))
  const messageItems = [
    { ...fixedItem('message', message ?? ''), messages: questionIds, trust: questionTrust, foreign: foreignInQuestion },
  ]
  const items = [...fixedItems, ...pastItems, ...messageItems]
  const shown = new Set(items.flatMap((item) => item.messages))
  return {
    text,
    context,
    selection,
    status: statusOf(continuation),
    reason: continuation.reason,
    tokens: tokensIn(joinedSize(blocks.map(({ size }) => size)), factor),
    budget: settings.maxTokens,
    parts: [fixedItems, pastItems, messageItems].flatMap((group) => groupIntoParts(group, factor)),
    leftOut: summarizeLeftOut([...leftOut, ...blocks.flatMap((block) => block.leftOut)], shown),
    shown: [...shown].toSorted((a, b) => a - b),
    trusts: collectTrusts([...items, ...messages, ...foreignInQuestion]),
    foreign: collectForeign(items),
    failures: [],
  }
}

/** Adds messages that arrived while a turn ran. */
export function withJoined<A extends Assembly>(turn: A, joined: Assembly): A {
  const shown = new Set([...turn.shown, ...joined.shown])
  const parts = joined.parts.map((part) =>
    part.kind === 'message' ? { ...part, reason: reasonMessages.joined } : part,
  )
  return {
    ...turn,
    text: joinBlocks([turn.text, joined.text]),
    context: joinBlocks([turn.context, joined.context]),
    tokens: turn.tokens + joined.tokens,
    parts: [...turn.parts, ...parts],
    leftOut: { ...turn.leftOut, nearest: turn.leftOut.nearest.filter(({ id }) => !shown.has(id)) },
    shown: [...shown].toSorted((a, b) => a - b),
    trusts: [...new Set([...turn.trusts, ...joined.trusts])].toSorted(),
    failures: [...turn.failures, ...joined.failures],
    foreign: withForeign(turn.foreign, joined.foreign),
  }
}

function fixedItem(kind: PartKind, text: string): BlockItem {
  return { kind, reason: reasonMessages.everyTurn, size: measure(text), messages: [] }
}

/** Groups items by kind and reason. Tokens are rounded so that the parts do not add up to more than the whole. */
function groupIntoParts(items: BlockItem[], factor: number): AssembledPart[] {
  const parts = new Map<string, PartGroup>()
  for (const { kind, reason, size, messages, facts = [], noted = [], passages = [], trust, foreign = [] } of items) {
    const key = `${kind} ${serializeText(reason)}`
    const empty = { ids: [], facts: [], noted: [], passages: [], trusts: [], foreign: [] }
    const part: PartGroup = parts.get(key) ?? { kind, reason, size: ZERO_SIZE, ...empty }
    part.size = addSizes(part.size, size)
    part.ids.push(...messages)
    part.facts.push(...facts)
    part.noted.push(...noted)
    part.passages.push(...passages)
    if (trust) part.trusts.push(trust)
    part.foreign.push(...foreign)
    parts.set(key, part)
  }
  let [countedSize, countedTokens] = [ZERO_SIZE, 0]
  return [...parts.values()].map(({ kind, reason, size, ids, facts, noted, passages, trusts, foreign }) => {
    const messages = [...new Set(ids)].toSorted((a, b) => a - b)
    countedSize = addSizes(countedSize, size)
    const tokens = tokensIn(countedSize, factor) - countedTokens
    countedTokens += tokens
    const distinctForeign = withForeign([], foreign)
    return {
      kind,
      reason,
      tokens,
      messages,
      ...(facts.length > 0 && { facts }),
      ...(noted.length > 0 && { noted }),
      ...(passages.length > 0 && { passages }),
      ...(trusts.length > 0 && { trust: lowestTrust(trusts) }),
      ...(distinctForeign.length > 0 && { foreign: distinctForeign }),
    }
  })
}

interface PartGroup {
  kind: PartKind
  reason: LocalizedText
  size: Size
  ids: number[]
  facts: number[]
  noted: number[]
  passages: ShownPassage[]
  trusts: Trust[]
  foreign: Foreign[]
}

const MAX_LISTED_LEFT_OUT = 200

/** The newest come first, because people miss them most. The first reason given for a message is recorded. */
function summarizeLeftOut(all: ContextBlock['leftOut'], shown: ReadonlySet<number>): LeftOutMessages {
  const reasons = new Map<number, LocalizedText>()
  for (const { id, reason } of all) if (!shown.has(id) && !reasons.has(id)) reasons.set(id, reason)
  const newest = [...reasons].map(([id, reason]) => ({ id, reason })).toSorted((a, b) => b.id - a.id)
  const more: Record<string, number> = {}
  for (const { reason } of newest.slice(MAX_LISTED_LEFT_OUT)) {
    const key = serializeText(reason)
    more[key] = (more[key] ?? 0) + 1
  }
  return { nearest: newest.slice(0, MAX_LISTED_LEFT_OUT), more }
}

function collectForeign(items: BlockItem[]): Foreign[] {
  return withForeign(
    [],
    items.flatMap(({ foreign = [] }) => foreign),
  )
}

function collectTrusts(all: { trust?: Trust }[]): Trust[] {
  return [...new Set(all.flatMap(({ trust }) => (trust ? [trust] : [])))].toSorted()
}
