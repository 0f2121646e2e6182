import type { AnyText, LocalizedText } from '../messages/localized.ts'
import { type Assembly, type ContextBlock, type Opening, recordOf } from './assembly.ts'
import type { Continuation } from './choosing/continuation.ts'
import type { Arrival } from './layers/lane-past.ts'
import type { Layers } from './layers/layers.ts'
import { placeFor, policyFor } from './policy.ts'
import { type GatewaySettings, type Question, questionText } from './question.ts'
import { reasonMessages } from './reason-messages.ts'
import { fenceRule } from './rendering/fence.ts'
import { joinBlocks } from './rendering/joined-blocks.ts'
import { messageBlock } from './rendering/render.ts'
import { statusBlock } from './rendering/status.ts'

/** What the status and the rendering of a turn need to know. */
type Told = Pick<Arrival, 'continuation' | 'focus' | 'style'>

export function openingOf(
  question: Question,
  settings: GatewaySettings,
  told: Told,
  layers: Layers,
  { selection, leftOut }: { selection: AnyText; leftOut: ContextBlock['leftOut'] },
): Opening {
  const policy = joinBlocks([rulesFor(question, settings), placeFor(question.place), fenceRule(question.fence)])
  const status = statusFor(question, told, false)
  const upTo5 = joinBlocks([layers.summary.xml, layers.facts.xml, layers.history.xml])
  const turn = { question, settings, continuation: told.continuation, selection }
  const message = messagesOf(question, told)
  const layer6 = joinBlocks([layers.quote.xml, layers.sources.xml])
  const record = recordOf(turn, {
    text: joinBlocks([layer6, status, message]),
    context: joinBlocks([upTo5, layer6]),
    fixed: { policy, status, message },
    blocks: [layers.summary, layers.facts, layers.history, layers.quote, layers.sources],
    leftOut,
  })
  return { ...record, system: joinBlocks([policy, upTo5]) }
}

export function turnOf(
  question: Question,
  settings: GatewaySettings,
  told: Told,
  layers: Layers,
  note?: string,
): Assembly {
  const status = statusFor(question, told, true)
  const context = joinBlocks([layers.history.xml, layers.recalled.xml, layers.quote.xml, layers.sources.xml])
  const turn = { question, settings, continuation: told.continuation, selection: reasonMessages.selection.notAtOpening }
  const message = messagesOf(question, told, note)
  return recordOf(turn, {
    text: joinBlocks([context, status, message]),
    context,
    fixed: { status, message },
    blocks: [layers.history, layers.recalled, layers.quote, layers.sources],
    leftOut: [],
  })
}

/** Only the policy and the message, when the context is disabled or everything else failed. */
export function withoutContext(question: Question, settings: GatewaySettings, reason: LocalizedText): Opening {
  const policy = joinBlocks([rulesFor(question, settings), placeFor(question.place)])
  return { ...bareTurn(question, settings, { policy }, reason), system: policy }
}

export function bareTurn(
  question: Question,
  settings: GatewaySettings,
  fixed: { policy?: string },
  reason: LocalizedText,
): Assembly {
  const message = questionText(question)
  const continuation: Continuation = { result: 'new', active: false, reason, known: {} }
  const turn = { question, settings, continuation, selection: reason }
  return recordOf(turn, { text: message, context: '', fixed: { ...fixed, message }, blocks: [], leftOut: [] })
}

function rulesFor({ place }: Question, settings: GatewaySettings): string {
  return policyFor({ ...settings, names: place })
}

function statusFor(question: Question, { continuation, focus, style }: Told, inSession: boolean): string {
  const { now, person, answers } = question
  const of = { answersQuestion: focus.answered !== undefined, ofAnotherLine: answers !== undefined, inSession }
  return statusBlock({ now, timezone: person.timezone, continuation, ...of }, style)
}

function messagesOf({ messages, now }: Question, { style }: Told, note?: string): string {
  return joinBlocks(messages.map((message) => messageBlock(message, style, { now, note })))
}
