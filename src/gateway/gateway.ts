import { type Assembly, type Opening, recordOf } from './assembly.ts'
import { createLabelsFor } from './choosing/labels.ts'
import { pastFor } from './choosing/wall.ts'
import type { HistorySource } from './history-source.ts'
import { fillLayers, fillTurn } from './layers/layers.ts'
import { pointsAtResult, previousTasks } from './layers/previous-tasks.ts'
import { recallFor } from './layers/recalled.ts'
import { type Arrival, arrive, setScene } from './layers/scene.ts'
import { applySelection, type Completer, type Selection, select } from './layers/selection.ts'
import { sourcedBy } from './layers/sources-block.ts'
import type { Fact, PastMessage } from './past.ts'
import { policyFor } from './policy.ts'
import { type GatewaySettings, isFromSources, type Question, type Shown, wordsOf } from './question.ts'
import { fenceRule } from './rendering/fence.ts'
import { joinBlocks } from './rendering/joining.ts'
import { messageBlock, nowTag } from './rendering/render.ts'
import { threadStatus } from './rendering/thread-status.ts'

export interface Gateway {
  /** The only step that may ask a model, and so the only one that takes time: awaited before `open`, or left out. */
  select(question: Question, completer: Completer | undefined, signal: AbortSignal): Promise<Selection>
  /** A turn that stands alone or opens an epoch: layers 1 to 5 for the system prompt, 6 and 7 for the user turn. */
  open(question: Question, selection?: Selection): Opening
  /** A turn that goes on with an epoch: only the user turn, with what this epoch has not shown yet. */
  goOn(question: Question, shown: Shown): Assembly
  /** What is added to a turn under way, for messages that came meanwhile. */
  join(question: Question, shown: Shown): Assembly
}

/** What the model sees. All but `select` is a pure function of the question, the settings and what the source gives. */
export function createGateway(
  everything: HistorySource,
  currentSettings: () => GatewaySettings,
  labelsFor = createLabelsFor(),
): Gateway {
  return {
    async select(question, completer, signal) {
      const settings = currentSettings()
      if (!settings.enabled) return { reason: 'conversation context is switched off' }
      const source = pastFor(everything, question)
      const scene = setScene({ source, settings, labelsFor }, question)
      return await select({ scene, settings, completer, question: wordsOf(question), factor: question.factor }, signal)
    },

    open(question, selection = { reason: 'triage was not asked' }) {
      const settings = currentSettings()
      if (!settings.enabled && !isFromSources(question)) return withoutContext(question, settings)
      const source = pastFor(everything, question)
      const scene = setScene({ source, settings, labelsFor }, question)
      const pieces = applySelection(scene.tiers.pieces, selection)
      const previous = previousTasks(source, question, scene, settings.previousTasksCount)
      const guaranteed = scene.guaranteed.map(({ message }) => message)
      const known = idsOf([...scene.candidates.active, ...guaranteed, ...previous])
      const recalled = recallFor(source, question, scene, settings, known)
      const facts = factsFor(source, question, scene)
      const layers = fillLayers(
        { scene, pieces, selection, previous, facts, recalled, sourced: sourcedBy(question, scene) },
        { ...settings, factor: question.factor },
      )

      const policy = joinBlocks([policyFor(settings), fenceRule(question.fence)])
      const status = statusAndTime(question, scene)
      const upTo5 = joinBlocks([layers.summary.xml, layers.facts.xml, layers.recalled.xml, layers.history.xml])
      const turn = { question, settings, continuation: scene.continuation, selection: selection.reason }
      const message = messagesOf(question, scene)
      const layer6 = joinBlocks([layers.quote.xml, layers.sources.xml])
      const record = recordOf(turn, {
        text: joinBlocks([layer6, message]),
        context: joinBlocks([upTo5, layer6]),
        fixed: { policy, status, message },
        blocks: [layers.summary, layers.facts, layers.recalled, layers.history, layers.quote, layers.sources],
        leftOut: [...scene.tiers.leftOut, ...notPicked(selection)],
      })
      return { ...record, system: joinBlocks([policy, status, upTo5]) }
    },

    goOn: (question, shown) => goOn(question, shown),
    join: (question, shown) => goOn(question, shown, meanwhile),
  }

  function goOn(question: Question, shown: Shown, note?: string): Assembly {
    const settings = currentSettings()
    if (!settings.enabled) return bareTurn(question, settings, {})
    const source = pastFor(everything, question)
    const arrived = arrive({ source, settings, labelsFor }, question, 'tail')
    const gained = shown.gained.filter(({ id, chat }) => question.person.chats.has(chat) && !arrived.own.has(id))
    const arrival = answersLast(arrived, shown) && gained.length === 0 ? { ...arrived, target: undefined } : arrived
    const said = gained.filter(({ origin }) => origin === 'chat')
    const results = gained.filter(({ origin }) => origin !== 'chat')
    const background = pointsAtResult(arrival) ? [] : newest(results, settings.previousTasksCount)
    const known = [...shown.ids, ...idsOf([...said, ...background])]
    // What was said here since the epoch was opened is in its session already, whoever said it.
    const recalled = recallFor(source, question, arrival, settings, known).filter(
      ({ message: { lane, at, origin } }) => lane !== question.lane || at < shown.openedAt || origin !== 'chat',
    )
    const layers = fillTurn(
      { arrival, said, background, recalled, sourced: sourcedBy(question, arrival) },
      { ...settings, factor: question.factor },
    )

    const status = statusAndTime(question, arrival)
    const context = joinBlocks([layers.history.xml, layers.recalled.xml, layers.quote.xml, layers.sources.xml])
    const turn = { question, settings, continuation: arrival.continuation, selection: 'only an opening turn selects' }
    const message = messagesOf(question, arrival, note)
    return recordOf(turn, {
      text: joinBlocks([status, context, message]),
      context,
      fixed: { status, message },
      blocks: [layers.history, layers.recalled, layers.quote, layers.sources],
      leftOut: [],
    })
  }
}

const meanwhile = 'sent while you were at work; your one answer is to this too'

/** To our last line, which stands right above in the session: by mail every answer is one. */
function answersLast({ target, recent }: Arrival, { openedAt }: Shown): boolean {
  return target?.author === 'bot' && target.id === recent[0]?.id && target.at >= openedAt
}

function factsFor(source: HistorySource, question: Question, { bound }: Arrival): Fact[] {
  const { meaning, chat, lane, person } = question
  return source.facts({ text: wordsOf(question), meaning, chat, lane, chats: person.chats, bound })
}

/** `enabled = false`: the policy and the bare message. */
function withoutContext(question: Question, settings: GatewaySettings): Opening {
  const policy = policyFor(settings)
  return { ...bareTurn(question, settings, { policy }), system: policy }
}

function bareTurn(question: Question, settings: GatewaySettings, fixed: { policy?: string }): Assembly {
  const message = wordsOf(question)
  const reason = 'conversation context is switched off'
  const turn = { question, settings, continuation: { continues: false, active: false, reason }, selection: reason }
  return recordOf(turn, { text: message, context: '', fixed: { ...fixed, message }, blocks: [], leftOut: [] })
}

function statusAndTime({ now, person }: Question, { continuation, style }: Arrival): string {
  return joinBlocks([threadStatus(continuation), nowTag(style, now, person.timezone)])
}

function messagesOf({ messages }: Question, { style }: Arrival, note?: string): string {
  return joinBlocks(messages.map((message) => messageBlock(message, style, note)))
}

function notPicked({ kept, offered }: Selection): { id: number; reason: string }[] {
  return [...(offered ?? [])].filter((id) => !kept?.has(id)).map((id) => ({ id, reason: 'triage did not pick it' }))
}

function idsOf(messages: PastMessage[]): number[] {
  return messages.map(({ id }) => id)
}

function newest(oldestFirst: PastMessage[], count: number): PastMessage[] {
  return count === 0 ? [] : oldestFirst.slice(-count)
}
