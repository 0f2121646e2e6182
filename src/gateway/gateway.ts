// What the model sees: from a question to the text of a turn, layer by layer.
//   1. `triage` reads the past of the lane (layers/lane-past.ts) and decides whether a model should choose from it.
//   2. `open` makes a whole prompt: recent lines in tiers, summaries, facts, recalled passages, the quote, the message.
//      `continueEpoch` makes the text of one more turn in a session, with what the session has not seen; `join` does the
//      same for messages that arrive while a turn runs.
//   3. The layers are filled within the token budget (layers/layers.ts), and turn-text.ts renders them.
// Reading is pure and synchronous. When a step breaks, the turn goes on with less: without that step, with the last lines,
// or with the message alone (fail-open.ts).

import { lazy } from '../lib/lazy.ts'
import type { Assembly, ContextBlock, Opening } from './assembly.ts'
import { createLabelsFor } from './choosing/labels.ts'
import { readablePast } from './choosing/readable-past.ts'
import { type AssemblySteps, createSteps, failOpen, guardSource, type TurnAttempt } from './fail-open.ts'
import { type HistorySource, NO_HITS } from './history-source.ts'
import { factsFor } from './layers/facts-block.ts'
import type { FastModel } from './layers/fast-model.ts'
import { isShortened } from './layers/history-block.ts'
import { type Arrival, type LanePast, neighboursOfTarget, readArrival, readLanePast } from './layers/lane-past.ts'
import { createLastLines, fillLastLayers, readLastLines } from './layers/last-lines.ts'
import { fillLayers, fillTurn } from './layers/layers.ts'
import { libraryFor } from './layers/library-block.ts'
import { pointsAtResult, previousTasks } from './layers/previous-tasks.ts'
import { createLinesAround, evidenceBarFor, recallFor } from './layers/recalled-lines.ts'
import type { SecondOpinion } from './layers/second-opinion.ts'
import {
  applySelection,
  brokenSelection,
  type PastReading,
  rejectedIds,
  type Selection,
  type Triage,
  triageFor,
} from './layers/selection.ts'
import { sourcesFor } from './layers/sources-block.ts'
import type { PastMessage } from './past.ts'
import {
  type GatewaySettings,
  isBackground,
  isFromSources,
  type Question,
  questionText,
  type ShownInEpoch,
} from './question.ts'
import { reasonMessages } from './reason-messages.ts'
import { renderMessageOnly, renderOpening, renderTurn, renderWithoutContext } from './turn-text.ts'

export interface Gateway {
  /**
   * Decides whether a fast model should choose what an opening turn shows. Asking it is the only slow step. When it need not
   * be asked, the result is a selection with which `open` can be called at once.
   */
  triage(question: Question, completer: FastModel | undefined): Selection | Triage
  /** A turn that stands alone or opens an epoch: layers 1 to 5 for the system prompt, 6 and 7 for the user turn. */
  open(question: Question, selection?: Selection): Opening
  /** A later turn of an epoch: only the user turn, with what this epoch has not shown yet. */
  continueEpoch(question: Question, shown: ShownInEpoch): Assembly
  /** The text to add to a running turn for messages that arrive meanwhile. */
  join(question: Question, shown: ShownInEpoch): Assembly
}

/** Decides what the model sees. Apart from the fast model's choice, it is a pure function of question, settings and source. */
export function createGateway(
  history: HistorySource,
  currentSettings: () => GatewaySettings,
  labelsFor = createLabelsFor(),
): Gateway {
  return {
    triage(question, completer) {
      const settings = currentSettings()
      if (!settings.enabled) return { reason: reasonMessages.contextOff }
      try {
        const reading = readPast(question, settings)
        const { source, lanePast, steps } = reading
        const recallOptions = { known: alwaysShownIds(lanePast), bar: 'opening' as const }
        const runRecall = () => recallFor(source, question, lanePast, settings, recallOptions)
        const recall = lazy(() => steps.attempt('recall', runRecall, NO_HITS))
        const triage = triageFor({
          lanePast,
          settings,
          completer,
          question: questionText(question),
          factor: question.factor,
          recalled: () => recall().hits.map((hit) => hit.message),
          isRelated: () => hasTies(question, lanePast) || recall().relation !== 'none',
        })
        if (!('ask' in triage)) return { ...triage, reading }
        return { ask: (signal) => triage.ask(signal).catch(brokenSelection) }
      } catch (err) {
        return brokenSelection(err)
      }
    },

    open(question, selection = { reason: '' }) {
      const settings = currentSettings()
      if (!settings.enabled && !isFromSources(question))
        return renderWithoutContext(question, settings, reasonMessages.contextOff)
      const opening = failOpen<Opening>([
        {
          left: 'the rest',
          steps: selection.reading?.steps,
          make: (steps) => openWith(question, settings, selection, steps),
        },
        { left: 'last lines', make: () => openWithLastLines(question, settings) },
        // A job that writes from sources has nothing to answer from without them.
        ...(isFromSources(question)
          ? []
          : [messageOnlyAttempt(() => renderWithoutContext(question, settings, reasonMessages.pastUnread))]),
      ])
      // When choosing failed as a whole, triage failed for the same reason and is not recorded again.
      if (selection.err === undefined || opening.failures.some(({ step }) => step === 'choosing')) return opening
      return { ...opening, failures: [...opening.failures, { step: 'triage', left: 'the rest', err: selection.err }] }
    },

    continueEpoch: (question, shown) => continueTurn(question, shown),
    join: (question, shown) => continueTurn(question, shown, sentWhileWorkingNote),
  }

  function readPast(
    question: Question,
    settings: GatewaySettings,
    { steps = createSteps(), opinion }: { steps?: AssemblySteps; opinion?: SecondOpinion | undefined } = {},
  ): PastReading {
    const source = readablePast(guardSource(history, steps), question)
    return { source, steps, lanePast: readLanePast({ source, settings, labelsFor }, question, opinion) }
  }

  function openWith(
    question: Question,
    settings: GatewaySettings,
    selection: Selection,
    steps: AssemblySteps,
  ): Opening {
    const { source, lanePast } =
      selection.reading ?? readPast(question, settings, { steps, opinion: selection.opinion })
    const pieces = applySelection(lanePast.tiers.pieces, selection)
    const previousResults = steps.attempt(
      'results',
      () => previousTasks(source, question, lanePast, settings.previousTasksCount),
      [],
    )
    const excludedIds = [...alwaysShownIds(lanePast), ...idsOf(previousResults), ...rejectedIds(selection)]
    const { hits: recalled, relation } = steps.attempt(
      'recall',
      () => recallFor(source, question, lanePast, settings, { known: excludedIds, bar: 'opening' }),
      NO_HITS,
    )
    const layers = fillLayers(
      {
        lanePast,
        relation: hasTies(question, lanePast) || previousResults.length > 0 ? 'clear' : relation,
        pieces,
        selection,
        previousResults,
        facts: factsFor(source, question, lanePast),
        library: libraryFor(source, question, lanePast),
        recalled,
        linesAround: createLinesAround(source, question, lanePast, rejectedIds(selection)),
        recallText: questionText(question),
        turnSources: sourcesFor(question, lanePast),
      },
      { ...settings, factor: question.factor },
    )
    const leftOut = [...lanePast.tiers.leftOut, ...leftOutByTriage(selection)]
    return renderOpening(question, settings, lanePast, layers, { selection: selection.reason, leftOut })
  }

  /** Uses only what can hardly fail: the last lines, the message that is replied to, and the sources. */
  function openWithLastLines(question: Question, settings: GatewaySettings): Opening {
    const last = readLastLines(readablePast(history, question), question, settings, labelsFor)
    return renderOpening(question, settings, last, fillLastLayers(last, question, settings), {
      selection: '',
      leftOut: [],
    })
  }

  function continueTurn(question: Question, shown: ShownInEpoch, note?: string): Assembly {
    const settings = currentSettings()
    if (!settings.enabled) return renderMessageOnly(question, settings, {}, reasonMessages.contextOff)
    return failOpen<Assembly>([
      { left: 'the rest', make: (steps) => continueWithRecall(question, settings, shown, { steps, note }) },
      { left: 'last lines', make: () => continueWithNewMessages(question, settings, shown, note) },
      messageOnlyAttempt(() => renderMessageOnly(question, settings, {}, reasonMessages.pastUnread)),
    ])
  }

  function continueWithRecall(
    question: Question,
    settings: GatewaySettings,
    shown: ShownInEpoch,
    { steps, note }: { steps: AssemblySteps; note: string | undefined },
  ): Assembly {
    const source = readablePast(guardSource(history, steps), question)
    const fullArrival = readArrival({ source, settings, labelsFor }, question, 'tail')
    const newMessages = newMessagesFor(question, shown)
    const arrival =
      repliesToLastAnswer(fullArrival, shown) && newMessages.length === 0 ? withoutTarget(fullArrival) : fullArrival
    const newChatMessages = newMessages.filter(({ origin }) => origin === 'chat')
    const newResults = newMessages.filter(({ origin }) => origin !== 'chat')
    const background = pointsAtResult(arrival)
      ? []
      : newResults.slice(Math.max(0, newResults.length - settings.previousTasksCount))
    const nextToTarget = arrival.smallTalk ? [] : neighboursOfTarget(source, arrival)
    const excludedIds = [...shown.ids, ...idsOf([...newChatMessages, ...background, ...nextToTarget])]
    const bar = evidenceBarFor(arrival)
    const { hits } = steps.attempt(
      'recall',
      () => recallFor(source, question, arrival, settings, { known: excludedIds, bar }),
      NO_HITS,
    )
    const reason = reasonMessages.nextToRepliedTo
    // Everything that was said here since the epoch was opened is in its session already.
    const facts = factsFor(source, question, arrival, shown)
    const recalled = [...nextToTarget.map((message) => ({ message, score: 0, reason })), ...hits].filter(
      ({ message: { id, lane, at, origin } }) =>
        !shown.ids.has(id) && (lane !== question.lane || at < shown.openedAt || origin !== 'chat'),
    )
    const layers = fillTurn(
      {
        arrival,
        newMessages: newChatMessages,
        background,
        facts,
        library: libraryFor(source, question, arrival, shown),
        recalled,
        linesAround: createLinesAround(source, question, arrival, idsInSession(shown, arrival)),
        recallText: questionText(question),
        turnSources: sourcesFor(question, arrival),
        inSession: idsInSession(shown, arrival),
        bar,
      },
      { ...settings, factor: question.factor },
    )
    return renderTurn(question, settings, arrival, layers, note)
  }

  /** The session has the last lines already, so only newer messages are added. */
  function continueWithNewMessages(
    question: Question,
    settings: GatewaySettings,
    shown: ShownInEpoch,
    note?: string,
  ): Assembly {
    const last = createLastLines(question, settings, labelsFor, newMessagesFor(question, shown))
    return renderTurn(question, settings, last, fillLastLayers(last, question, settings, 'since-last-turn'), note)
  }
}

function messageOnlyAttempt<T>(make: () => T): TurnAttempt<T> {
  return { left: 'message', make }
}

/** The new messages of the lane that the person may read, without those to answer now. */
function newMessagesFor({ person, messages }: Question, shown: ShownInEpoch): PastMessage[] {
  const questionIds = new Set(idsOf(messages))
  return shown.newMessages.filter(({ id, chat }) => person.chats.has(chat) && !questionIds.has(id))
}

const sentWhileWorkingNote = 'sent while you were working; your one reply should answer this too'

/** Whether it replies to our last line, which the session ends with. In mail every answer does. */
function repliesToLastAnswer({ target, recent }: Arrival, { openedAt }: ShownInEpoch): boolean {
  return target?.author === 'bot' && target.id === recent[0]?.id && target.at >= openedAt
}

function withoutTarget(arrival: Arrival): Arrival {
  const { replyTo: _, ...knownWithoutReply } = arrival.continuation.known
  return { ...arrival, target: undefined, continuation: { ...arrival.continuation, known: knownWithoutReply } }
}

/** Whether a message clearly belongs to something that was said before, whatever words it uses. */
function hasTies(question: Question, { isLive, continuation, target }: LanePast): boolean {
  return isLive || continuation.result === 'continues' || target !== undefined || isBackground(question)
}

/** What the session contains: the messages it was shown, and those that are new here since it was opened. */
function idsInSession({ ids, openedAt }: ShownInEpoch, { recent }: Arrival): number[] {
  return [...ids, ...idsOf(recent.filter(({ at }) => at >= openedAt))]
}

function leftOutByTriage(selection: Selection): ContextBlock['leftOut'] {
  return rejectedIds(selection).map((id) => ({ id, reason: reasonMessages.selection.notPicked }))
}

/**
 * Messages that recall need not find: those that are always shown in full, and those of the current conversation that a
 * requested summary replaces.
 */
function alwaysShownIds({ candidates, guaranteed, continuation }: LanePast): number[] {
  const shownWhole = guaranteed.map(({ message }) => message).filter((message) => !isShortened(message))
  return idsOf([...(continuation.result === 'open' ? [] : candidates.active), ...shownWhole])
}

function idsOf(messages: PastMessage[]): number[] {
  return messages.map(({ id }) => id)
}
