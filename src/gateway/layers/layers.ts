import { foreignInLine } from '../../domain/message-parts.ts'
import type { ContextBlock, BlockItem as Part } from '../assembly.ts'
import { type ChoosePassages, createPassages } from '../choosing/passages.ts'
import type { TierPiece } from '../choosing/tiers.ts'
import type { Recalled } from '../history-source.ts'
import { carriedTrust, type Fact, type PastMessage } from '../past.ts'
import type { GatewaySettings } from '../question.ts'
import { reasonMessages } from '../reason-messages.ts'
import type { Bar } from '../recall/evidence-stop.ts'
import { GAP, joinBlocks, joinedSize } from '../rendering/joined-blocks.ts'
import { frameOf, openQuestionBlock, quoteBlock, type RenderStyle } from '../rendering/render.ts'
import { larger, lessBy, nothing, type Size, shareOf, sizeOf, smaller, sumOf } from '../tokens.ts'
import { fillFacts } from './facts-block.ts'
import { cutToFit, placeFairly } from './fair-share.ts'
import { fillHistory } from './history-block.ts'
import type { Arrival, LanePast } from './lane-past.ts'
import { fillLaneSummary, needOfSummary, SMALL_TALK_SUMMARY, standsInFull } from './lane-summary-block.ts'
import { AGAINST_TALK, budgetOf, floorsOf, laneSummaryShare, summariesShare } from './layer-shares.ts'
import { fillRecalled, placeRecalled } from './recalled-block.ts'
import type { Selection } from './selection.ts'
import { fillSources, type SourcesOfTurn } from './sources-block.ts'

/** Layers 3 to 6, rendered; each may be empty. */
export interface Layers {
  summary: ContextBlock
  facts: ContextBlock
  /** A block of its own on a later turn of a session; in an opening turn its lines are part of the history. */
  recalled: ContextBlock
  /** The timeline and background results or, on a later turn, the new messages of the lane. */
  history: ContextBlock
  quote: ContextBlock
  sources: ContextBlock
}

export interface LayerContents {
  lanePast: LanePast
  pieces: TierPiece[]
  selection: Selection
  previous: PastMessage[]
  facts: Fact[]
  recalled: Recalled[]
  /** The text that recall searched with. */
  asked: string
  sourced: SourcesOfTurn | undefined
}

/**
 * Divides the budget. Layers with a reserved share keep it. The history takes the rest, the newest lines first; what it
 * leaves goes to the quoted reply, and then to recall. A summary grows beyond its share only when recall does not need it.
 */
export function fillLayers(
  { lanePast, pieces, selection, previous, facts, recalled, asked, sourced }: LayerContents,
  settings: Limits,
): Layers {
  const { laneSummary } = lanePast
  const spoken = [...lanePast.recent, ...recalled.map(({ message }) => message)]
  const style = withUsualTrust(lanePast.style, [...spoken, ...historyLines(lanePast, pieces)])
  const goesOn = lanePast.continuation.result !== 'open'
  const talk = lanePast.isLive || lanePast.continuation.result === 'continues' ? 'goes on' : 'is over'
  const whole = lessBy(budgetOf(settings), GAPS)
  const known = fillFacts(facts, shareOf(whole, FACTS_SHARE), style)
  const sources = fillSources(sourced, shareOf(whole, SOURCES_SHARE), style)
  const budget = lessBy(whole, sumOf(...[known, sources].flatMap(({ xml, size }) => (xml === '' ? [] : [size, GAP]))))
  const shares = { summary: laneSummaryShare[laneSummary?.made ?? 'extract'], recall: settings.recallShare }
  const needs = {
    quote: sizeOf(quoteOf(lanePast)),
    summary: needOfSummary(laneSummary, shareOf(budget, shares.summary), style),
    recall: needOf(recalled, budget),
  }
  const floors = floorsOf(budget, needs, shares)
  const room = lessBy(budget, sumOf(floors.quote, floors.summary, floors.recall))
  const overPast = smaller(needs.recall, shareOf(budget, Math.min(1, settings.recallShare * AGAINST_TALK[talk])))
  const tasks = fillListed('previous-tasks', previous, shareOf(room, previous.length > 0 ? 0.5 : 0), lanePast.style)
  const choose = passagesFor(asked, recalled)
  const history = fillHistory({
    guaranteed: lanePast.guaranteed,
    pieces,
    room: lessBy(room, tasks.size),
    last: smaller(lessBy(room, tasks.size), shareOf(budget, LAST_SHARE[talk])),
    past: lessBy(budget, sumOf(floors.quote, floors.summary, overPast, tasks.size)),
    wide: lessBy(budget, sumOf(floors.quote, tasks.size)),
    summaries: { model: shareOf(budget, summariesShare.model), extract: shareOf(budget, summariesShare.extract) },
    active: new Set(goesOn ? lanePast.candidates.active.map(({ id }) => id) : []),
    goesOn,
    picked: selection.kept ?? new Set(),
    recalled: new Set(recalled.slice(0, BEST_HITS).map(({ message }) => message.id)),
    choose,
    style,
  })
  const { timeline } = history
  const afterHistory = lessBy(budget, joinedSize([timeline.size(), tasks.size]))
  const spare = lessBy(afterHistory, sumOf(floors.summary, floors.recall))
  const inHistory = new Set([...history.parts, ...tasks.parts].flatMap(({ messages }) => messages))
  const quote = fillQuote(lanePast, larger(spare, floors.quote), inHistory)
  const afterQuote = lessBy(afterHistory, quote.size)
  const hits = recalled.filter(({ message }) => !inHistory.has(message.id))
  const found = placeRecalled({ hits, choose }, lessBy(afterQuote, floors.summary), timeline, style)
  const lines: ContextBlock = {
    xml: timeline.render(),
    size: timeline.size(),
    parts: [...history.parts, ...found.parts],
    leftOut: [...history.leftOut, ...found.leftOut],
  }
  const past = joined(lines, tasks)
  const told = standsInFull(laneSummary, past, spoken) ? undefined : laneSummary
  const left = lessBy(budget, sumOf(past.size, quote.size))
  const summary = fillLaneSummary(told, lanePast.idle ? smaller(left, SMALL_TALK_SUMMARY) : left, style)
  return { summary, facts: known, recalled: emptyBlock, history: past, quote, sources }
}

export interface TurnContents {
  arrival: Arrival
  /** The new messages of the lane since the last turn. */
  said: PastMessage[]
  background: PastMessage[]
  recalled: Recalled[]
  asked: string
  sourced: SourcesOfTurn | undefined
  /** The messages that the session contains. */
  inSession: Iterable<number>
  /** How much evidence recall asked for. */
  bar: Bar
}

/** The layers of a later turn of an epoch. Its session has everything else. */
export function fillTurn(contents: TurnContents, settings: Limits): Layers {
  const { arrival, said, background, recalled, asked, sourced, inSession, bar } = contents
  const { style } = arrival
  const whole = lessBy(budgetOf(settings), GAPS)
  const sources = fillSources(sourced, shareOf(whole, SOURCES_SHARE), style)
  const budget = sources.xml === '' ? whole : lessBy(whole, sumOf(sources.size, GAP))
  const turnRecall = shareOf(budget, Math.min(1, settings.recallShare * RECALL_OF_TURN[bar]))
  const floors = floorsOf(budget, { quote: sizeOf(quoteOf(arrival)), summary: nothing, recall: nothing }, noShares)
  const room = lessBy(budget, sumOf(floors.quote, smaller(needOf(recalled, budget), turnRecall)))
  const tasks = fillListed('previous-tasks', background, shareOf(room, 0.5), style)
  const since = fillListed('since-last-turn', said, lessBy(room, tasks.size), style)
  const past = joined(since, tasks)
  const found = fillRecalled(
    { hits: recalled, choose: passagesFor(asked, recalled) },
    smaller(turnRecall, lessBy(budget, sumOf(past.size, floors.quote))),
    withUsualTrust(
      style,
      recalled.map(({ message }) => message),
    ),
  )
  const quote = fillQuote(arrival, lessBy(budget, sumOf(past.size, found.size)), new Set(inSession))
  return { summary: emptyBlock, facts: emptyBlock, recalled: found, history: past, quote, sources }
}

type Limits = Pick<GatewaySettings, 'maxTokens' | 'maxBytes' | 'recallShare'> & { factor: number }

/** How many of the best hits are shown whole, even in the history. */
const BEST_HITS = 20

/** How many hits are read to know how rare a word is. Reading more takes longer than it helps. */
const COMPARED = 8

/** The largest share of the budget for the last lines, which are always shown, however long they are. */
const LAST_SHARE = { 'goes on': 0.5, 'is over': 0.25 }

/**
 * The factor for `recall_share` on a later turn. It is small, because everything that a turn adds is paid for again on each
 * following turn. After nothing but small talk it is large, because the session contains nothing of the past yet.
 */
const RECALL_OF_TURN: Record<Bar, number> = { continuing: 0.25, greeted: 2, opening: 2 }

/** The largest share of the budget for facts. They are short, and the rest goes to the other layers. */
const FACTS_SHARE = 0.1

/** The largest share of the budget for sources. They matter more than the conversation around them. */
export const SOURCES_SHARE = 0.5

const noShares = { summary: 0, recall: 0 }

/** The room for the blank lines between the blocks. */
const GAPS = sizeOf('\n\n'.repeat(5))

export const emptyBlock: ContextBlock = { xml: '', size: nothing, parts: [], leftOut: [] }

/** What a message refers to. */
type Pointed = Pick<Arrival, 'target' | 'focus' | 'style'>

function quoteOf({ target, focus, style }: Pointed, limit?: number): string {
  if (target) return quoteBlock(target, style, limit)
  return focus.answered ? openQuestionBlock(focus.answered, style) : ''
}

/** Our open question is not repeated when the model sees the line that asked it. */
export function fillQuote(arrival: Pointed, room: Size, shown: ReadonlySet<number>): ContextBlock {
  const { target, focus } = arrival
  if (!target && focus.answered && shown.has(focus.answered.messageId)) return emptyBlock
  const xml = cutToFit((limit) => quoteOf(arrival, limit), room)
  if (!xml) return emptyBlock
  const size = sizeOf(xml)
  const part: Part = target
    ? {
        kind: 'quoted-reply',
        reason: reasonMessages.repliedTo,
        size,
        messages: [target.id],
        trust: carriedTrust(target),
        foreign: foreignInLine(target),
      }
    : {
        kind: 'open-question',
        reason: focus.anchors.at(-1)?.reason ?? reasonMessages.askedFor(reasonMessages.answers.text),
        size,
        messages: [],
      }
  return { ...emptyBlock, xml, size, parts: [part] }
}

const listed = {
  'previous-tasks': {
    note: 'results of jobs that were delivered here since their last message',
    reason: reasonMessages.delivered,
  },
  'since-last-turn': { note: undefined, reason: reasonMessages.sinceLastTurn },
  history: { note: undefined, reason: reasonMessages.lastLine },
}

/** Shows as many of the newest messages as fit. */
export function fillListed(
  name: keyof typeof listed,
  messages: PastMessage[],
  room: Size,
  style: RenderStyle,
): ContextBlock {
  const { note, reason } = listed[name]
  const newest = messages.toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id)
  const { timeline, shown, dropped } = placeFairly(newest, frameOf(name, style, { note }), room, style)
  return {
    xml: timeline.render(),
    size: timeline.size(),
    parts: shown.map(({ message, size }) => ({
      kind: name,
      reason,
      size,
      messages: [message.id],
      trust: carriedTrust(message),
      foreign: foreignInLine(message),
    })),
    leftOut: dropped.map(({ id }) => ({ id, reason: reasonMessages.noRoom })),
  }
}

function joined(first: ContextBlock, second: ContextBlock): ContextBlock {
  return {
    xml: joinBlocks([first.xml, second.xml]),
    size: joinedSize([first.size, second.size]),
    parts: [...first.parts, ...second.parts],
    leftOut: [...first.leftOut, ...second.leftOut],
  }
}

/** The best hits say how rare a word of the question is among the texts that may have to be cut. */
function passagesFor(asked: string, recalled: Recalled[]): ChoosePassages {
  const texts = recalled.slice(0, COMPARED).map(({ message }) => message.text)
  return createPassages(asked, texts)
}

/** The room that recall could use, at most the whole budget. */
function needOf(recalled: Recalled[], budget: Size): Size {
  // When the hits are longer than the budget, nothing has to be measured.
  const chars = recalled.reduce((sum, { message }) => sum + message.text.length, 0)
  if (chars > budget.chars) return budget
  return recalled.reduce((need, { message }) => sumOf(need, sizeOf(message.text), LINE), nothing)
}

/** The approximate size of a recalled line without its text. */
const LINE: Size = { cents: 1200, chars: 50, bytes: 50 }

/** With fewer lines the trust is written behind each name. */
const MIN_LINES_OF_USUAL_TRUST = 12

/** When many lines have the same trust, as in an imported chat, it is written once for all of them. */
function withUsualTrust(style: RenderStyle, messages: PastMessage[]): RenderStyle {
  const trusts = messages.filter(({ author }) => author === 'human').map(({ trust }) => trust)
  const [usual, ...others] = new Set(trusts)
  const isUsual =
    usual !== undefined && usual !== 'owner' && others.length === 0 && trusts.length >= MIN_LINES_OF_USUAL_TRUST
  return isUsual ? { ...style, usual } : style
}

/** All lines that the history may show. */
function historyLines({ guaranteed }: LanePast, pieces: TierPiece[]): PastMessage[] {
  return [...guaranteed.map(({ message }) => message), ...pieces.flatMap(({ messages }) => messages)]
}
