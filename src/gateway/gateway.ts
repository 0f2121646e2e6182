// What the model sees: from a question to the text of a turn, layer by layer.
//   1. `triage` reads the past of the lane (layers/lane-past.ts) and decides whether a model should choose from it.
//   2. `open` makes a whole prompt: recent lines in tiers, summaries, facts, recalled passages, the quote, the message.
//      `goOn` makes the text of one more turn in a session, with what the session has not seen; `join` the same for
//      messages that arrive while a turn runs.
//   3. The layers are filled within the token budget (layers/layers.ts), and turn-text.ts renders them.
// Reading is pure and synchronous. When a step breaks, the turn goes on with less: without that step, with the last lines,
// or with the message alone (fail-open.ts).

import type { Assembly, ContextBlock, Opening } from './assembly.ts'
import { createLabelsFor } from './choosing/labels.ts'
import { pastFor } from './choosing/readable-past.ts'
import { type AssemblySteps, createSteps, failOpen, guarded, type Way } from './fail-open.ts'
import type { HistorySource } from './history-source.ts'
import type { FastModel } from './layers/fast-model.ts'
import { isShortened } from './layers/history-block.ts'
import { type Arrival, arrive, type LanePast, readLanePast } from './layers/lane-past.ts'
import { lastLayers, readLastLines, withoutLines } from './layers/last-lines.ts'
import { fillLayers, fillTurn } from './layers/layers.ts'
import { pointsAtResult, previousTasks } from './layers/previous-tasks.ts'
import { barFor, recallFor } from './layers/recalled-lines.ts'
import type { SecondOpinion } from './layers/second-opinion.ts'
import {
  applySelection,
  brokenSelection,
  type Reading,
  rejectedBy,
  type Selection,
  type Triage,
  triageFor,
} from './layers/selection.ts'
import { sourcedBy } from './layers/sources-block.ts'
import type { Fact, PastMessage } from './past.ts'
import { type GatewaySettings, isFromSources, type Question, questionText, type ShownInEpoch } from './question.ts'
import { reasonMessages } from './reason-messages.ts'
import { bareTurn, openingOf, turnOf, withoutContext } from './turn-text.ts'

export interface Gateway {
  /**
   * Whether a model should choose what an opening turn shows. Asking it is the only step that takes time. Where nothing is
   * to be asked, the turn is opened at once with the selection, which holds what was read for it.
   */
  triage(question: Question, completer: FastModel | undefined): Selection | Triage
  /** A turn that stands alone or opens an epoch: layers 1 to 5 for the system prompt, 6 and 7 for the user turn. */
  open(question: Question, selection?: Selection): Opening
  /** A turn that goes on with an epoch: only the user turn, with what this epoch has not shown yet. */
  goOn(question: Question, shown: ShownInEpoch): Assembly
  /** What is added to a turn under way, for messages that came meanwhile. */
  join(question: Question, shown: ShownInEpoch): Assembly
}

/** Decides what the model sees. Apart from the fast model's choice, it is a pure function of question, settings and source. */
export function createGateway(
  everything: HistorySource,
  currentSettings: () => GatewaySettings,
  labelsFor = createLabelsFor(),
): Gateway {
  return {
    triage(question, completer) {
      const settings = currentSettings()
      if (!settings.enabled) return { reason: reasonMessages.contextOff }
      try {
        const reading = read(question, settings)
        const { source, lanePast, steps } = reading
        const known = alwaysIn(lanePast)
        const find = () => recallFor(source, question, lanePast, settings, { known, bar: 'opening' })
        const recalled = () => steps.attempt('recall', find, []).map((hit) => hit.message)
        const asked = questionText(question)
        const triage = triageFor({ lanePast, settings, completer, question: asked, factor: question.factor, recalled })
        if (!('ask' in triage)) return { ...triage, reading }
        return { ask: (signal) => triage.ask(signal).catch(brokenSelection) }
      } catch (err) {
        return brokenSelection(err)
      }
    },

    open(question, selection = { reason: '' }) {
      const settings = currentSettings()
      if (!settings.enabled && !isFromSources(question))
        return withoutContext(question, settings, reasonMessages.contextOff)
      const made = failOpen<Opening>([
        {
          left: 'the rest',
          steps: selection.reading?.steps,
          make: (steps) => openWith(question, settings, selection, steps),
        },
        { left: 'last lines', make: () => openWithLastLines(question, settings) },
        // A job that writes from sources has nothing to answer from without them.
        ...(isFromSources(question)
          ? []
          : [bareWay(() => withoutContext(question, settings, reasonMessages.pastUnread))]),
      ])
      // When everything failed, triage failed for the same reason.
      if (selection.err === undefined || made.failures.some(({ step }) => step === 'choosing')) return made
      return { ...made, failures: [...made.failures, { step: 'triage', left: 'the rest', err: selection.err }] }
    },

    goOn: (question, shown) => goOn(question, shown),
    join: (question, shown) => goOn(question, shown, meanwhile),
  }

  function read(
    question: Question,
    settings: GatewaySettings,
    { steps = createSteps(), opinion }: { steps?: AssemblySteps; opinion?: SecondOpinion | undefined } = {},
  ): Reading {
    const source = pastFor(guarded(everything, steps), question)
    return { source, steps, lanePast: readLanePast({ source, settings, labelsFor }, question, opinion) }
  }

  function openWith(
    question: Question,
    settings: GatewaySettings,
    selection: Selection,
    steps: AssemblySteps,
  ): Opening {
    const { source, lanePast } = selection.reading ?? read(question, settings, { steps, opinion: selection.opinion })
    const pieces = applySelection(lanePast.tiers.pieces, selection)
    const previous = steps.attempt(
      'results',
      () => previousTasks(source, question, lanePast, settings.previousTasksCount),
      [],
    )
    const known = [...alwaysIn(lanePast), ...idsOf(previous), ...rejectedBy(selection)]
    const recalled = steps.attempt(
      'recall',
      () => recallFor(source, question, lanePast, settings, { known, bar: 'opening' }),
      [],
    )
    const layers = fillLayers(
      {
        lanePast,
        pieces,
        selection,
        previous,
        facts: factsFor(source, question, lanePast),
        recalled,
        asked: questionText(question),
        sourced: sourcedBy(question, lanePast),
      },
      { ...settings, factor: question.factor },
    )
    const leftOut = [...lanePast.tiers.leftOut, ...notPicked(selection)]
    return openingOf(question, settings, lanePast, layers, { selection: selection.reason, leftOut })
  }

  /** Uses only what can hardly fail: the last lines, the message that is replied to, and the sources. */
  function openWithLastLines(question: Question, settings: GatewaySettings): Opening {
    const last = readLastLines(pastFor(everything, question), question, settings, labelsFor)
    return openingOf(question, settings, last, lastLayers(last, question, settings), { selection: '', leftOut: [] })
  }

  function goOn(question: Question, shown: ShownInEpoch, note?: string): Assembly {
    const settings = currentSettings()
    if (!settings.enabled) return bareTurn(question, settings, {}, reasonMessages.contextOff)
    return failOpen<Assembly>([
      { left: 'the rest', make: (steps) => goOnWith(question, settings, shown, { steps, note }) },
      { left: 'last lines', make: () => goOnWithGained(question, settings, shown, note) },
      bareWay(() => bareTurn(question, settings, {}, reasonMessages.pastUnread)),
    ])
  }

  function goOnWith(
    question: Question,
    settings: GatewaySettings,
    shown: ShownInEpoch,
    { steps, note }: { steps: AssemblySteps; note: string | undefined },
  ): Assembly {
    const source = pastFor(guarded(everything, steps), question)
    const arrived = arrive({ source, settings, labelsFor }, question, 'tail')
    const gained = gainedFor(question, shown)
    const arrival = answersLast(arrived, shown) && gained.length === 0 ? withoutTarget(arrived) : arrived
    const said = gained.filter(({ origin }) => origin === 'chat')
    const results = gained.filter(({ origin }) => origin !== 'chat')
    const background = pointsAtResult(arrival) ? [] : newest(results, settings.previousTasksCount)
    const known = [...shown.ids, ...idsOf([...said, ...background])]
    const bar = barFor(arrival)
    // Everything that was said here since the epoch was opened is in its session already.
    const recalled = steps
      .attempt('recall', () => recallFor(source, question, arrival, settings, { known, bar }), [])
      .filter(({ message: { lane, at, origin } }) => lane !== question.lane || at < shown.openedAt || origin !== 'chat')
    const layers = fillTurn(
      {
        arrival,
        said,
        background,
        recalled,
        asked: questionText(question),
        sourced: sourcedBy(question, arrival),
        inSession: heldBy(shown, arrival),
        bar,
      },
      { ...settings, factor: question.factor },
    )
    return turnOf(question, settings, arrival, layers, note)
  }

  /** The session has the last lines already, so only newer messages are added. */
  function goOnWithGained(question: Question, settings: GatewaySettings, shown: ShownInEpoch, note?: string): Assembly {
    const last = withoutLines(question, settings, labelsFor, gainedFor(question, shown))
    return turnOf(question, settings, last, lastLayers(last, question, settings, 'since-last-turn'), note)
  }
}

function bareWay<T>(make: () => T): Way<T> {
  return { left: 'message', make }
}

/** The new messages of the lane that the person may read, without those to answer now. */
function gainedFor({ person, messages }: Question, shown: ShownInEpoch): PastMessage[] {
  const own = new Set(idsOf(messages))
  return shown.gained.filter(({ id, chat }) => person.chats.has(chat) && !own.has(id))
}

const meanwhile = 'sent while you were working; your one reply should answer this too'

/** It replies to our last line, which is the last one in the session. In mail every answer does. */
function answersLast({ target, recent }: Arrival, { openedAt }: ShownInEpoch): boolean {
  return target?.author === 'bot' && target.id === recent[0]?.id && target.at >= openedAt
}

function withoutTarget(arrival: Arrival): Arrival {
  const { replyTo: _, ...known } = arrival.continuation.known
  return { ...arrival, target: undefined, continuation: { ...arrival.continuation, known } }
}

function factsFor(source: HistorySource, question: Question, { bound }: Arrival): Fact[] {
  const { meaning, chat, lane, person } = question
  return source.facts({ text: questionText(question), meaning, chat, lane, chats: person.chats, bound })
}

/** What the session contains: the messages it was shown, and those said here since it was opened. */
function heldBy({ ids, openedAt }: ShownInEpoch, { recent }: Arrival): number[] {
  return [...ids, ...idsOf(recent.filter(({ at }) => at >= openedAt))]
}

function notPicked(selection: Selection): ContextBlock['leftOut'] {
  return rejectedBy(selection).map((id) => ({ id, reason: reasonMessages.selection.notPicked }))
}

/**
 * Messages that recall need not bring: those that are always shown in full, and those of the current conversation that a
 * requested summary replaces.
 */
function alwaysIn({ candidates, guaranteed, continuation }: LanePast): number[] {
  const last = guaranteed.map(({ message }) => message).filter((message) => !isShortened(message))
  return idsOf([...(continuation.result === 'open' ? [] : candidates.active), ...last])
}

function idsOf(messages: PastMessage[]): number[] {
  return messages.map(({ id }) => id)
}

function newest(oldestFirst: PastMessage[], count: number): PastMessage[] {
  return count === 0 ? [] : oldestFirst.slice(-count)
}
