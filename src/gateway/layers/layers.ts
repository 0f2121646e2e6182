import { messageReferencesIn } from '../../domain/message-reference.ts'
import type { ContextBlock } from '../assembly.ts'
import type { TierPiece } from '../choosing/tiers.ts'
import { filterAdjacent, filterPlaces, type Recalled } from '../history-source.ts'
import type { Fact, PastMessage } from '../past.ts'
import type { GatewaySettings } from '../question.ts'
import { reasonMessages } from '../reason-messages.ts'
import type { EvidenceBar } from '../recall/evidence-stop.ts'
import type { LibraryHit } from '../recall/library-recall.ts'
import type { Relation } from '../recall/related-past.ts'
import { GAP, joinBlocks, joinedSize } from '../rendering/joined-blocks.ts'
import {
  addSizes,
  fitsInto,
  largerSize,
  measure,
  type Size,
  scaleSize,
  smallerSize,
  subtractSize,
  ZERO_SIZE,
} from '../tokens.ts'
import { fillFacts, MAX_FACT_LINES, withoutSaidFacts } from './facts-block.ts'
import { fillHistory, withUsualTrust } from './history-block.ts'
import type { Arrival, LanePast } from './lane-past.ts'
import { fillLaneSummary, roomForSummary, SMALL_TALK_SUMMARY, withoutShownLines } from './lane-summary-block.ts'
import {
  budgetFor,
  COMPETING_RECALL_FACTOR,
  laneSummaryShare,
  lastLinesRoom,
  pastRoom,
  reserveRoom,
  summariesShare,
} from './layer-shares.ts'
import { fillLibrary } from './library-block.ts'
import { emptyBlock, fillMessageList, fillQuote, renderQuote } from './message-blocks.ts'
import { fillRecalled, type LinesAround } from './recalled-block.ts'
import { passagesFor } from './recalled-lines.ts'
import type { Selection } from './selection.ts'
import { fillSources, type TurnSources } from './sources-block.ts'

/** Layers 3 to 6, rendered; each may be empty. */
export interface Layers {
  summary: ContextBlock
  facts: ContextBlock
  library: ContextBlock
  recalled: ContextBlock
  /** The recent conversation and background results or, on a later turn, the new messages of the lane. */
  history: ContextBlock
  quote: ContextBlock
  sources: ContextBlock
}

export interface LayerContents {
  lanePast: LanePast
  /** How much the message has in common with the past. */
  relation: Relation
  pieces: TierPiece[]
  selection: Selection
  previousResults: PastMessage[]
  facts: Fact[]
  library: LibraryHit[]
  recalled: Recalled[]
  linesAround: LinesAround
  /** The text that recall searched with. */
  recallText: string
  turnSources: TurnSources | undefined
}

/**
 * Divides the budget. Layers with a reserved share keep it. The history takes the rest, the newest lines first; what it
 * leaves goes to the quoted reply, and then to recall. A summary grows beyond its share only when recall does not need it.
 */
export function fillLayers(
  {
    lanePast,
    relation,
    pieces: allPieces,
    selection,
    previousResults,
    facts,
    library: libraryHits,
    recalled,
    linesAround,
    recallText,
    turnSources,
  }: LayerContents,
  settings: Limits,
): Layers {
  const isRelated = relation !== 'none'
  // A summary by a model matters even if the message shares no words with it. An extract only repeats lines.
  const laneSummary = isRelated || lanePast.laneSummary?.made === 'model' ? lanePast.laneSummary : undefined
  const pieces = isRelated ? allPieces : []
  const possibleLines = [...lanePast.recent, ...recalled.map(({ message }) => message)]
  const style = withUsualTrust(lanePast.style, [...possibleLines, ...historyLines(lanePast, pieces)])
  const isContinuing = lanePast.continuation.result !== 'open'
  const conversationState = lanePast.isLive || lanePast.continuation.result === 'continues' ? 'goes on' : 'is over'
  const fullBudget = subtractSize(budgetFor(settings), BLOCK_GAPS)
  const factsBlock = fillFacts(facts, scaleSize(fullBudget, FACTS_SHARE), style)
  const sources = fillSources(turnSources, scaleSize(fullBudget, SOURCES_SHARE), style)
  const library = fillLibrary(libraryHits, fullBudget, style, 'opening')
  const otherBlocks = [factsBlock, library, sources].flatMap(({ xml, size }) => (xml === '' ? [] : [size, GAP]))
  const shares = { summary: laneSummaryShare[laneSummary?.made ?? 'extract'], recall: settings.recallShare }
  const summaryRoom = scaleSize(fullBudget, laneSummary ? shares.summary : 0)
  const available = subtractSize(fullBudget, addSizes(...otherBlocks))
  const limitWithoutSummary = pastRoom(relation, settings)
  const extraForSummary = laneSummary?.made === 'model' || !isRelated ? summaryRoom : ZERO_SIZE
  const budget = limitWithoutSummary
    ? smallerSize(available, addSizes(limitWithoutSummary, extraForSummary))
    : available
  const needs = {
    quote: measure(renderQuote(lanePast)),
    summary: roomForSummary(laneSummary, scaleSize(budget, shares.summary), style),
    recall: roomForRecall(recalled, budget),
  }
  const reserved = reserveRoom(budget, needs, shares)
  const room = subtractSize(budget, addSizes(reserved.quote, reserved.summary, reserved.recall))
  const recallRoom = smallerSize(
    needs.recall,
    scaleSize(budget, Math.min(1, settings.recallShare * COMPETING_RECALL_FACTOR[conversationState])),
  )
  const taskResults = fillMessageList('previous-tasks', previousResults, scaleSize(room, RESULTS_SHARE), lanePast.style)
  const choose = passagesFor(recallText, recalled)
  const history = fillHistory({
    guaranteed: lanePast.guaranteed,
    pieces,
    room: subtractSize(room, taskResults.size),
    guaranteedRoom: smallerSize(
      subtractSize(room, taskResults.size),
      isRelated ? scaleSize(budget, LAST_LINES_SHARE[conversationState]) : lastLinesRoom(settings),
    ),
    pastRoom: subtractSize(budget, addSizes(reserved.quote, reserved.summary, recallRoom, taskResults.size)),
    widestRoom: subtractSize(budget, addSizes(reserved.quote, taskResults.size)),
    summaries: { model: scaleSize(budget, summariesShare.model), extract: scaleSize(budget, summariesShare.extract) },
    active: new Set(isContinuing ? lanePast.candidates.active.map(({ id }) => id) : []),
    isContinuing,
    picked: selection.picked ?? new Set(),
    recalled: new Set(recalled.slice(0, MAX_WHOLE_HITS).map(({ message }) => message.id)),
    inLaneSummary: new Set(
      laneSummary && fitsInto(needs.summary, reserved.summary) ? messageReferencesIn(laneSummary.text) : [],
    ),
    choose,
    style,
  })
  const { timeline } = history
  const afterHistory = subtractSize(budget, joinedSize([timeline.size(), taskResults.size]))
  const spare = subtractSize(afterHistory, addSizes(reserved.summary, reserved.recall))
  const shownInHistory = new Set([...history.parts, ...taskResults.parts].flatMap(({ messages }) => messages))
  const quote = fillQuote(lanePast, largerSize(spare, reserved.quote), shownInHistory)
  const afterQuote = subtractSize(afterHistory, quote.size)
  const isNotShown = ({ id }: PastMessage) => !shownInHistory.has(id)
  const recalledBlock = fillRecalled(
    {
      hits: recalled.filter(({ message }) => isNotShown(message)),
      choose,
      linesAround: {
        places: (messages) => filterPlaces(linesAround.places(messages), (id) => !shownInHistory.has(id)),
        adjacent: (messages) => filterAdjacent(linesAround.adjacent(messages), isNotShown),
      },
    },
    subtractSize(afterQuote, reserved.summary),
    style,
  )
  const lines: ContextBlock = {
    xml: timeline.render(),
    size: timeline.size(),
    parts: history.parts,
    leftOut: [...history.leftOut, ...unrelatedLines()],
  }
  const past = joinTwo(lines, taskResults)
  const neededSummary = withoutShownLines(
    laneSummary,
    [...past.parts, ...recalledBlock.parts, ...quote.parts],
    lanePast.target ? [...possibleLines, lanePast.target] : possibleLines,
  )
  const remaining = subtractSize(budget, addSizes(past.size, recalledBlock.size, quote.size))
  const summary = fillLaneSummary(
    neededSummary,
    lanePast.isIdleSmallTalk ? smallerSize(remaining, SMALL_TALK_SUMMARY) : remaining,
    style,
  )
  const newFacts = withoutSaidFacts(facts, [past, recalledBlock, quote], style)
  const finalFacts = newFacts.length === facts.length ? factsBlock : fillFacts(newFacts, factsBlock.size, style)
  return { summary, facts: finalFacts, library, recalled: recalledBlock, history: past, quote, sources }

  function unrelatedLines(): ContextBlock['leftOut'] {
    const lines = isRelated ? [] : allPieces.flatMap(({ messages }) => messages)
    return lines.filter(({ id }) => !shownInHistory.has(id)).map(({ id }) => ({ id, reason: reasonMessages.unrelated }))
  }
}

export interface TurnContents {
  arrival: Arrival
  /** The new messages of the lane since the last turn. */
  newMessages: PastMessage[]
  background: PastMessage[]
  facts: Fact[]
  library: LibraryHit[]
  recalled: Recalled[]
  linesAround: LinesAround
  recallText: string
  turnSources: TurnSources | undefined
  /** The messages that the session contains. */
  inSession: Iterable<number>
  /** How much evidence recall asked for. */
  bar: EvidenceBar
}

/** The layers of a later turn of an epoch. Its session has everything else. */
export function fillTurn(contents: TurnContents, settings: Limits): Layers {
  const { arrival, newMessages, background, facts, recalled, linesAround, recallText, turnSources, inSession, bar } =
    contents
  const { style } = arrival
  const fullBudget = subtractSize(budgetFor(settings), BLOCK_GAPS)
  const sources = fillSources(turnSources, scaleSize(fullBudget, SOURCES_SHARE), style)
  const factsBlock = fillFacts(facts, scaleSize(fullBudget, FACTS_SHARE), style, MAX_FACT_LINES.later)
  const library = fillLibrary(contents.library, fullBudget, style, 'later')
  const otherBlocks = [factsBlock, library, sources].flatMap(({ xml, size }) => (xml === '' ? [] : [size, GAP]))
  const budget = subtractSize(fullBudget, addSizes(...otherBlocks))
  const recallRoom = scaleSize(budget, Math.min(1, settings.recallShare * LATER_TURN_RECALL_FACTOR[bar]))
  const reserved = reserveRoom(
    budget,
    { quote: measure(renderQuote(arrival)), summary: ZERO_SIZE, recall: ZERO_SIZE },
    NO_SHARES,
  )
  const room = subtractSize(budget, addSizes(reserved.quote, smallerSize(roomForRecall(recalled, budget), recallRoom)))
  const taskResults = fillMessageList('previous-tasks', background, scaleSize(room, RESULTS_SHARE), style)
  const newLines = fillMessageList('since-last-turn', newMessages, subtractSize(room, taskResults.size), style)
  const past = joinTwo(newLines, taskResults)
  const recalledBlock = fillRecalled(
    { hits: recalled, choose: passagesFor(recallText, recalled), linesAround },
    smallerSize(recallRoom, subtractSize(budget, addSizes(past.size, reserved.quote))),
    withUsualTrust(
      style,
      recalled.map(({ message }) => message),
    ),
  )
  const quote = fillQuote(arrival, subtractSize(budget, addSizes(past.size, recalledBlock.size)), new Set(inSession))
  const newFacts = withoutSaidFacts(facts, [past, recalledBlock, quote], style)
  const finalFacts =
    newFacts.length === facts.length ? factsBlock : fillFacts(newFacts, factsBlock.size, style, MAX_FACT_LINES.later)
  return { summary: emptyBlock, facts: finalFacts, library, recalled: recalledBlock, history: past, quote, sources }
}

type Limits = Pick<GatewaySettings, 'maxTokens' | 'maxBytes' | 'recallShare'> & { factor: number }

/** How many of the best hits are shown in full, even in the history. */
const MAX_WHOLE_HITS = 20

/** The largest share of the budget for the last lines, which are always shown, however long they are. */
const LAST_LINES_SHARE = { 'goes on': 0.5, 'is over': 0.25 }

/**
 * The factor for `recall_share` on a later turn. It is small, because whatever a turn adds stays in the session and is read
 * again on every turn. After only small talk it is large, because the session contains nothing of the past yet.
 */
const LATER_TURN_RECALL_FACTOR: Record<EvidenceBar, number> = { continuing: 0.25, greeted: 2, opening: 2 }

/** The largest share of the budget for facts. They are short, and the rest goes to the other layers. */
const FACTS_SHARE = 0.1

/** The largest share of the budget for sources. They matter more than the conversation around them. */
export const SOURCES_SHARE = 0.5

/** The largest share of the history's room for results of jobs. */
const RESULTS_SHARE = 0.5

const NO_SHARES = { summary: 0, recall: 0 }

/** The room for the blank lines between the six blocks. */
const BLOCK_GAPS = measure('\n\n'.repeat(5))

function joinTwo(first: ContextBlock, second: ContextBlock): ContextBlock {
  return {
    xml: joinBlocks([first.xml, second.xml]),
    size: joinedSize([first.size, second.size]),
    parts: [...first.parts, ...second.parts],
    leftOut: [...first.leftOut, ...second.leftOut],
  }
}

/** The room that recall could use, at most the whole budget. */
function roomForRecall(recalled: Recalled[], budget: Size): Size {
  // When the hits are longer than the budget, nothing has to be measured.
  const chars = recalled.reduce((sum, { message }) => sum + message.text.length, 0)
  if (chars > budget.chars) return budget
  return recalled.reduce((need, { message }) => addSizes(need, measure(message.text), LINE_OVERHEAD), ZERO_SIZE)
}

/** The approximate size of a recalled line without its text. */
const LINE_OVERHEAD: Size = { centitokens: 1200, chars: 50, bytes: 50 }

/** All lines that the history may show. */
function historyLines({ guaranteed }: LanePast, pieces: TierPiece[]): PastMessage[] {
  return [...guaranteed.map(({ message }) => message), ...pieces.flatMap(({ messages }) => messages)]
}
