import type { AnyText, LocalizedText } from '../messages/localized.ts'
import { type Assembly, type ContextBlock, type Opening, recordAssembly, type TurnContent } from './assembly.ts'
import type { Continuation } from './choosing/continuation.ts'
import type { Arrival } from './layers/lane-past.ts'
import type { Layers } from './layers/layers.ts'
import { otherToolsBlock } from './other-tools.ts'
import { describeChat, policyFor } from './policy.ts'
import { firstMeeting, profileBlock } from './profile.ts'
import { type GatewaySettings, type Question, questionText } from './question.ts'
import { reasonMessages } from './reason-messages.ts'
import { fenceRule } from './rendering/fence.ts'
import { joinBlocks } from './rendering/joined-blocks.ts'
import { messageBlock } from './rendering/render.ts'
import { statusBlock } from './rendering/status.ts'
import { skillsBlock } from './skills.ts'

/** What the status and the rendering of a turn need to know. */
type TurnState = Pick<Arrival, 'continuation' | 'focus' | 'style'>

export function renderOpening(
  question: Question,
  settings: GatewaySettings,
  state: TurnState,
  layers: Layers,
  { selection, leftOut }: { selection: AnyText; leftOut: ContextBlock['leftOut'] },
): Opening {
  const policy = joinBlocks([policyRules(question, settings), describeChat(question.place), fenceRule(question.fence)])
  const profile = renderProfile(question, settings)
  const otherTools = renderOtherTools(question, settings)
  const status = renderStatus(question, state, false)
  const layers3To5 = joinBlocks([
    layers.summary.xml,
    layers.facts.xml,
    layers.library.xml,
    layers.recalled.xml,
    layers.history.xml,
  ])
  const turn = { question, settings, continuation: state.continuation, selection }
  const message = renderMessages(question, state)
  const layer6 = joinBlocks([layers.quote.xml, layers.sources.xml])
  const record = recordAssembly(turn, {
    text: joinBlocks([layer6, status, message]),
    context: joinBlocks([layers3To5, layer6]),
    fixed: { policy, profile, 'other-tools': otherTools, status, message },
    blocks: [
      layers.summary,
      layers.facts,
      layers.library,
      layers.recalled,
      layers.history,
      layers.quote,
      layers.sources,
    ],
    leftOut,
  })
  return { ...record, system: joinBlocks([policy, profile, otherTools, layers3To5]) }
}

export function renderTurn(
  question: Question,
  settings: GatewaySettings,
  state: TurnState,
  layers: Layers,
  note?: string,
): Assembly {
  const status = renderStatus(question, state, true)
  const context = joinBlocks([
    layers.facts.xml,
    layers.library.xml,
    layers.recalled.xml,
    layers.history.xml,
    layers.quote.xml,
    layers.sources.xml,
  ])
  const turn = {
    question,
    settings,
    continuation: state.continuation,
    selection: reasonMessages.selection.notAtOpening,
  }
  const message = renderMessages(question, state, note)
  return recordAssembly(turn, {
    text: joinBlocks([context, status, message]),
    context,
    fixed: { status, message },
    blocks: [layers.facts, layers.library, layers.recalled, layers.history, layers.quote, layers.sources],
    leftOut: [],
  })
}

/** Only the policy and the message, when the context is disabled or everything else failed. */
export function renderWithoutContext(question: Question, settings: GatewaySettings, reason: LocalizedText): Opening {
  const policy = joinBlocks([policyRules(question, settings), describeChat(question.place)])
  const profile = renderProfile(question, settings)
  const otherTools = renderOtherTools(question, settings)
  const fixed = { policy, profile, 'other-tools': otherTools }
  const message = renderMessageOnly(question, settings, fixed, reason)
  return { ...message, system: joinBlocks([policy, profile, otherTools]) }
}

export function renderMessageOnly(
  question: Question,
  settings: GatewaySettings,
  fixed: TurnContent['fixed'],
  reason: LocalizedText,
): Assembly {
  const message = questionText(question)
  const continuation: Continuation = { result: 'new', active: false, reason, known: {} }
  const turn = { question, settings, continuation, selection: reason }
  return recordAssembly(turn, { text: message, context: '', fixed: { ...fixed, message }, blocks: [], leftOut: [] })
}

function policyRules({ place, persona }: Question, settings: GatewaySettings): string {
  return policyFor({ ...settings, persona, names: place })
}

/** What the model should always know here, and the skills if it can read them. */
function renderProfile(question: Question, { enabled, tools }: GatewaySettings): string {
  const meets = question.isFirstMeeting && enabled && tools
  return joinBlocks([
    meets ? firstMeeting : profileBlock(question),
    tools ? skillsBlock(question.skills ?? [], question.fence) : '',
  ])
}

function renderOtherTools({ otherTools = [], fence }: Question, { tools }: GatewaySettings): string {
  return tools ? otherToolsBlock(otherTools, fence) : ''
}

function renderStatus(question: Question, { continuation, focus, style }: TurnState, inSession: boolean): string {
  const { now, person, answers, asides = [] } = question
  const relation = { answersQuestion: focus.answered !== undefined, isForOtherMessage: answers !== undefined }
  return statusBlock({ now, timezone: person.timezone, continuation, inSession, asides, ...relation }, style)
}

function renderMessages({ messages, now }: Question, { style }: TurnState, note?: string): string {
  return joinBlocks(messages.map((message) => messageBlock(message, style, { now, note })))
}
