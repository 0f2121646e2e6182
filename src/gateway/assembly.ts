import { type Foreign, withForeign } from '../domain/foreign.ts'
import { lowestTrust, type Trust } from '../domain/person.ts'
import { type AnyText, type LocalizedText, writeText } from '../messages/localized.ts'
import type { Continuation } from './choosing/continuation.ts'
import type { StepFailure } from './fail-open.ts'
import { foreignAsked, storedIds } from './past.ts'
import type { GatewaySettings, Question } from './question.ts'
import { reasonMessages } from './reason-messages.ts'
import { joinBlocks, joinedSize } from './rendering/joined-blocks.ts'
import { type Status, statusOf } from './rendering/status.ts'
import { nothing, type Size, sizeOf, sumOf, tokensIn } from './tokens.ts'

export type PartKind =
  | 'policy'
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
  /** Whose words are in it, apart from people who may ask for things. */
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
  /** The lowest trust in it; undefined for our own text and in old turns that did not record it. */
  trust?: Trust
  /** The other people whose words are in it; undefined in old turns that did not record it. */
  foreign?: Foreign[]
}

export interface LeftOutMessages {
  nearest: { id: number; reason: AnyText }[]
  /** How many more were left out, by reason as `writeText` writes it. */
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
  fixed: Partial<Record<'policy' | 'status' | 'message', string>>
  blocks: ContextBlock[]
  leftOut: ContextBlock['leftOut']
}

export function recordOf(turn: TurnFacts, { text, context, fixed, blocks, leftOut }: TurnContent): Assembly {
  const { question, settings, continuation, selection } = turn
  const { factor, messages } = question
  const { message, ...before } = fixed
  const own = storedIds(messages)
  const first = Object.entries(before).map(([kind, text]) => always(kind as PartKind, text))
  const past = blocks.flatMap(({ parts }) => parts)
  const asked = messages.flatMap(foreignAsked)
  const said = lowestTrust([...messages, ...asked].map(({ trust }) => trust))
  const last = [{ ...always('message', message ?? ''), messages: own, trust: said, foreign: asked }]
  const pieces = [...first, ...past, ...last]
  const shown = new Set(pieces.flatMap((piece) => piece.messages))
  return {
    text,
    context,
    selection,
    status: statusOf(continuation),
    reason: continuation.reason,
    tokens: tokensIn(joinedSize(blocks.map(({ size }) => size)), factor),
    budget: settings.maxTokens,
    parts: [first, past, last].flatMap((group) => partsOf(group, factor)),
    leftOut: leftOutOf([...leftOut, ...blocks.flatMap((block) => block.leftOut)], shown),
    shown: [...shown].toSorted((a, b) => a - b),
    trusts: trustsOf([...pieces, ...messages, ...asked]),
    foreign: foreignOf(pieces),
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

function always(kind: PartKind, text: string): BlockItem {
  return { kind, reason: reasonMessages.everyTurn, size: sizeOf(text), messages: [] }
}

/** Groups items by kind and reason. Tokens are rounded so that the parts do not add up to more than the whole. */
function partsOf(pieces: BlockItem[], factor: number): AssembledPart[] {
  const parts = new Map<string, Gathered>()
  for (const { kind, reason, size, messages, trust, foreign = [] } of pieces) {
    const key = `${kind} ${writeText(reason)}`
    const part = parts.get(key) ?? { kind, reason, size: nothing, ids: [], trusts: [], foreign: [] }
    part.size = sumOf(part.size, size)
    part.ids.push(...messages)
    if (trust) part.trusts.push(trust)
    part.foreign.push(...foreign)
    parts.set(key, part)
  }
  let [upTo, told] = [nothing, 0]
  return [...parts.values()].map(({ kind, reason, size, ids, trusts, foreign }) => {
    const messages = [...new Set(ids)].toSorted((a, b) => a - b)
    upTo = sumOf(upTo, size)
    const tokens = tokensIn(upTo, factor) - told
    told += tokens
    const words = withForeign([], foreign)
    return {
      kind,
      reason,
      tokens,
      messages,
      ...(trusts.length > 0 && { trust: lowestTrust(trusts) }),
      ...(words.length > 0 && { foreign: words }),
    }
  })
}

interface Gathered {
  kind: PartKind
  reason: LocalizedText
  size: Size
  ids: number[]
  trusts: Trust[]
  foreign: Foreign[]
}

const NEAREST_LEFT_OUT = 200

/** The newest come first, because people miss them most. The first reason given for a message is recorded. */
function leftOutOf(all: ContextBlock['leftOut'], shown: ReadonlySet<number>): LeftOutMessages {
  const reasons = new Map<number, LocalizedText>()
  for (const { id, reason } of all) if (!shown.has(id) && !reasons.has(id)) reasons.set(id, reason)
  const newest = [...reasons].map(([id, reason]) => ({ id, reason })).toSorted((a, b) => b.id - a.id)
  const more: Record<string, number> = {}
  for (const { reason } of newest.slice(NEAREST_LEFT_OUT)) {
    const key = writeText(reason)
    more[key] = (more[key] ?? 0) + 1
  }
  return { nearest: newest.slice(0, NEAREST_LEFT_OUT), more }
}

function foreignOf(pieces: BlockItem[]): Foreign[] {
  return withForeign(
    [],
    pieces.flatMap(({ foreign = [] }) => foreign),
  )
}

function trustsOf(all: { trust?: Trust }[]): Trust[] {
  return [...new Set(all.flatMap(({ trust }) => (trust ? [trust] : [])))].toSorted()
}
