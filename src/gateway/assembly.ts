import { type Foreign, withForeign } from '../domain/foreign.ts'
import type { Trust } from '../domain/person.ts'
import { lowestTrust } from '../domain/trust.ts'
import type { Continuation } from './choosing/continuation.ts'
import type { StepFailure } from './fail-open.ts'
import { foreignAsked, storedIds } from './past.ts'
import type { GatewaySettings, Question } from './question.ts'
import { joinBlocks, joinedSize } from './rendering/joining.ts'
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
  /** The user turn. */
  text: string
  /** Exactly layers 3 to 6 as they stand in the two: the text that the budget bounds. */
  context: string
  status: Status
  /** Why it is a continuation or not. */
  reason: string
  /** What triage said. */
  selection: string
  /** Of the context, by our estimate for this model. */
  tokens: number
  budget: number
  parts: AssembledPart[]
  leftOut: LeftOut
  /** Every stored message before the model now, for an epoch that goes on. */
  shown: number[]
  /** Of everything in it; the lowest counts. */
  trusts: Trust[]
  /** Steps that broke on the way; it was made without them. */
  failures: StepFailure[]
  /** Whose words are in it beside those of people who may ask for things. */
  foreign: Foreign[]
}

/** With the prompt of its own that a turn has when it does not go on with an epoch. */
export interface Opening extends Assembly {
  /** Layers 1 to 5. */
  system: string
}

export interface AssembledPart {
  kind: PartKind
  reason: string
  tokens: number
  messages: number[]
  /** The lowest of what is in it; unsaid for what is ours, and in turns of before it was kept. */
  trust?: Trust
  /** Whose words are in it, where they are of others; unsaid in turns of before it was kept. */
  foreign?: Foreign[]
}

export interface LeftOut {
  nearest: { id: number; reason: string }[]
  /** How many more were left out, by reason. */
  more: Record<string, number>
}

/** A block of the context as it stands in the prompt, or empty, with the record of what is in it and what is not. */
export interface Block {
  xml: string
  size: Size
  parts: Piece[]
  leftOut: { id: number; reason: string }[]
}

/** One thing that is in, before those with the same reason are told as one part. */
export interface Piece {
  kind: PartKind
  reason: string
  size: Size
  messages: number[]
  trust?: Trust
  foreign?: Foreign[]
}

/** What a turn is about. */
export interface TurnFacts {
  question: Question
  settings: GatewaySettings
  continuation: Continuation
  selection: string
}

export interface Contents extends Pick<Assembly, 'text' | 'context'> {
  /** What is there whatever was said before. */
  fixed: Partial<Record<'policy' | 'status' | 'message', string>>
  blocks: Block[]
  leftOut: Block['leftOut']
}

export function recordOf(turn: TurnFacts, { text, context, fixed, blocks, leftOut }: Contents): Assembly {
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

/** One turn with what was added to it while it ran. */
export function withJoined<A extends Assembly>(turn: A, joined: Assembly): A {
  const shown = new Set([...turn.shown, ...joined.shown])
  const parts = joined.parts.map((part) => (part.kind === 'message' ? { ...part, reason: 'sent while it ran' } : part))
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

function always(kind: PartKind, text: string): Piece {
  return { kind, reason: 'on every turn', size: sizeOf(text), messages: [] }
}

/** Rounded so that the parts add up to no more than the whole. */
function partsOf(pieces: Piece[], factor: number): AssembledPart[] {
  const parts = new Map<string, Gathered>()
  for (const { kind, reason, size, messages, trust, foreign = [] } of pieces) {
    const part = parts.get(`${kind} ${reason}`) ?? { kind, reason, size: nothing, ids: [], trusts: [], foreign: [] }
    part.size = sumOf(part.size, size)
    part.ids.push(...messages)
    if (trust) part.trusts.push(trust)
    part.foreign.push(...foreign)
    parts.set(`${kind} ${reason}`, part)
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
  reason: string
  size: Size
  ids: number[]
  trusts: Trust[]
  foreign: Foreign[]
}

const NEAREST_LEFT_OUT = 200

/** The newest come first: they are what a person would miss. The first reason given for a message is the one told. */
function leftOutOf(all: Block['leftOut'], shown: ReadonlySet<number>): LeftOut {
  const reasons = new Map<number, string>()
  for (const { id, reason } of all) if (!shown.has(id) && !reasons.has(id)) reasons.set(id, reason)
  const newest = [...reasons].map(([id, reason]) => ({ id, reason })).toSorted((a, b) => b.id - a.id)
  const more: Record<string, number> = {}
  for (const { reason } of newest.slice(NEAREST_LEFT_OUT)) more[reason] = (more[reason] ?? 0) + 1
  return { nearest: newest.slice(0, NEAREST_LEFT_OUT), more }
}

function foreignOf(pieces: Piece[]): Foreign[] {
  return withForeign(
    [],
    pieces.flatMap(({ foreign = [] }) => foreign),
  )
}

function trustsOf(all: { trust?: Trust }[]): Trust[] {
  return [...new Set(all.flatMap(({ trust }) => (trust ? [trust] : [])))].toSorted()
}
