import type { Block, Piece as Part } from '../assembly.ts'
import type { Piece } from '../choosing/tiers.ts'
import type { Recalled } from '../history-source.ts'
import type { Fact, PastMessage, Summary } from '../past.ts'
import type { GatewaySettings } from '../question.ts'
import { GAP, joinBlocks, joinedSize } from '../rendering/joining.ts'
import { frameOf, laneSummaryBlock, openQuestionBlock, quoteBlock, type Style } from '../rendering/render.ts'
import { larger, lessBy, nothing, type Size, shareOf, sizeOf, smaller, sumOf } from '../tokens.ts'
import { AGAINST_EARLIER_DAYS, budgetOf, floorsOf, laneSummaryShare, summariesShare } from './budget.ts'
import { fillFacts } from './facts-block.ts'
import { cutToFit, placeFairly } from './fair-share.ts'
import { fillHistory } from './history-block.ts'
import { fillRecalled } from './recalled-block.ts'
import type { Arrival, Scene } from './scene.ts'
import type { Selection } from './selection.ts'
import { fillSources, type Sourced } from './sources-block.ts'

/** Layers 3 to 6, each as it stands in the prompt, or empty. */
export interface Layers {
  summary: Block
  facts: Block
  recalled: Block
  /** History and what ran in the background, or what the lane gained. */
  history: Block
  quote: Block
  sources: Block
}

export interface Contents {
  scene: Scene
  pieces: Piece[]
  selection: Selection
  previous: PastMessage[]
  facts: Fact[]
  recalled: Recalled[]
  sourced: Sourced | undefined
}

/**
 * Shares the room out. What has a floor keeps it; the history takes what is left from the newest on; what it leaves goes
 * to the quoted reply, and recall takes all that remains. A summary grows over its share only where recall has no use for it.
 */
export function fillLayers(
  { scene, pieces, selection, previous, facts, recalled, sourced }: Contents,
  settings: Limits,
): Layers {
  const { style, laneSummary } = scene
  const whole = lessBy(budgetOf(settings), GAPS)
  const known = fillFacts(facts, shareOf(whole, FACTS_SHARE), style)
  const sources = fillSources(sourced, shareOf(whole, SOURCES_SHARE), style)
  const budget = lessBy(whole, sumOf(...[known, sources].flatMap(({ xml, size }) => (xml === '' ? [] : [size, GAP]))))
  const needs = {
    quote: sizeOf(quoteOf(scene)),
    summary: laneSummary ? sizeOf(laneSummaryBlock(laneSummary, style)) : nothing,
    recall: needOf(recalled, budget),
  }
  const shares = { summary: laneSummaryShare[laneSummary?.made ?? 'extract'], recall: settings.recallShare }
  const floors = floorsOf(budget, needs, shares)
  const room = lessBy(budget, sumOf(floors.quote, floors.summary, floors.recall))
  const overPast = smaller(needs.recall, shareOf(budget, Math.min(1, settings.recallShare * AGAINST_EARLIER_DAYS)))
  const tasks = fillListed('previous-tasks', previous, shareOf(room, previous.length > 0 ? 0.5 : 0), style)
  const history = fillHistory({
    guaranteed: scene.guaranteed,
    pieces,
    room: lessBy(room, tasks.size),
    past: lessBy(budget, sumOf(floors.quote, floors.summary, overPast, tasks.size)),
    wide: lessBy(budget, sumOf(floors.quote, tasks.size)),
    summaries: { model: shareOf(budget, summariesShare.model), extract: shareOf(budget, summariesShare.extract) },
    active: new Set(scene.candidates.active.map(({ id }) => id)),
    picked: selection.kept ?? new Set(),
    style,
  })
  const past = joined(history, tasks)
  const afterHistory = lessBy(budget, past.size)
  const spare = lessBy(afterHistory, sumOf(floors.summary, floors.recall))
  const quote = fillQuote(scene, larger(spare, floors.quote))
  const afterQuote = lessBy(afterHistory, quote.size)
  const inHistory = new Set(past.parts.flatMap(({ messages }) => messages))
  const hits = recalled.filter(({ message }) => !inHistory.has(message.id))
  const found = fillRecalled(hits, lessBy(afterQuote, floors.summary), style)
  const summary = fillSummary(laneSummary, lessBy(afterQuote, found.size), style)
  return { summary, facts: known, recalled: found, history: past, quote, sources }
}

export interface TurnContents {
  arrival: Arrival
  /** What the lane gained since the last turn. */
  said: PastMessage[]
  background: PastMessage[]
  recalled: Recalled[]
  sourced: Sourced | undefined
}

/** A turn that goes on with an epoch: the rest is in its session. */
export function fillTurn({ arrival, said, background, recalled, sourced }: TurnContents, settings: Limits): Layers {
  const { style } = arrival
  const whole = lessBy(budgetOf(settings), GAPS)
  const sources = fillSources(sourced, shareOf(whole, SOURCES_SHARE), style)
  const budget = sources.xml === '' ? whole : lessBy(whole, sumOf(sources.size, GAP))
  const turnRecall = shareOf(budget, settings.recallShare * TURN_RECALL)
  const floors = floorsOf(budget, { quote: sizeOf(quoteOf(arrival)), summary: nothing, recall: nothing }, noShares)
  const room = lessBy(budget, sumOf(floors.quote, smaller(needOf(recalled, budget), turnRecall)))
  const tasks = fillListed('previous-tasks', background, shareOf(room, 0.5), style)
  const since = fillListed('since-last-turn', said, lessBy(room, tasks.size), style)
  const past = joined(since, tasks)
  const found = fillRecalled(recalled, smaller(turnRecall, lessBy(budget, sumOf(past.size, floors.quote))), style)
  const quote = fillQuote(arrival, lessBy(budget, sumOf(past.size, found.size)))
  return { summary: empty, facts: empty, recalled: found, history: past, quote, sources }
}

type Limits = Pick<GatewaySettings, 'maxTokens' | 'maxBytes' | 'recallShare'> & { factor: number }

/** Of `recall_share`: each turn of an epoch adds to what the session already holds, and all of it is paid for again. */
const TURN_RECALL = 0.25

/** Of the budget, at the most: they are short, and what is left of it goes to the rest. */
const FACTS_SHARE = 0.1

/** Of the budget, at the most: what something was written from matters more than what was said around it. */
const SOURCES_SHARE = 0.5

const noShares = { summary: 0, recall: 0 }

/** Between the blocks. */
const GAPS = sizeOf('\n\n'.repeat(5))

const empty: Block = { xml: '', size: nothing, parts: [], leftOut: [] }

function fillSummary(summary: Summary | undefined, room: Size, style: Style): Block {
  if (!summary) return empty
  const xml = cutToFit((limit) => laneSummaryBlock(summary, style, limit), room)
  if (xml === undefined) return empty
  const reason = `stands for ${summary.messages} messages up to ${summary.toId}`
  const size = sizeOf(xml)
  return { ...empty, xml, size, parts: [{ kind: 'lane-summary', reason, size, messages: [], trust: summary.trust }] }
}

function quoteOf({ target, focus, style }: Arrival, limit?: number): string {
  if (target) return quoteBlock(target, style, limit)
  return focus.answered ? openQuestionBlock(focus.answered, style) : ''
}

function fillQuote(arrival: Arrival, room: Size): Block {
  const { target, focus } = arrival
  const xml = cutToFit((limit) => quoteOf(arrival, limit), room)
  if (!xml) return empty
  const size = sizeOf(xml)
  const part: Part = target
    ? { kind: 'quoted-reply', reason: 'the message it replies to', size, messages: [target.id], trust: target.trust }
    : { kind: 'open-question', reason: focus.anchors.at(-1)?.reason ?? '', size, messages: [] }
  return { ...empty, xml, size, parts: [part] }
}

const listed = {
  'previous-tasks': {
    note: 'background results delivered here since their last message',
    reason: 'delivered since the last message',
  },
  'since-last-turn': { note: 'said here since your last turn; past', reason: 'said since the last turn' },
}

function fillListed(name: keyof typeof listed, messages: PastMessage[], room: Size, style: Style): Block {
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
      trust: message.trust,
    })),
    leftOut: dropped.map(({ id }) => ({ id, reason: 'there is no room left for it' })),
  }
}

function joined(first: Block, second: Block): Block {
  return {
    xml: joinBlocks([first.xml, second.xml]),
    size: joinedSize([first.size, second.size]),
    parts: [...first.parts, ...second.parts],
    leftOut: [...first.leftOut, ...second.leftOut],
  }
}

/** What recall could use, as far as it matters: never more than the whole budget. */
function needOf(recalled: Recalled[], budget: Size): Size {
  // Where there is more than enough, nothing has to be measured.
  const chars = recalled.reduce((sum, { message }) => sum + message.text.length, 0)
  if (chars > budget.chars) return budget
  return recalled.reduce((need, { message }) => sumOf(need, sizeOf(message.text), LINE), nothing)
}

/** About what a line of recall takes beside its text. */
const LINE: Size = { cents: 1200, chars: 50, bytes: 50 }
