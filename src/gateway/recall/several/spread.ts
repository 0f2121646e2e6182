import type { Weighted } from '../evidence-stop.ts'
import type { RecallLine } from '../recall-index.ts'
import type { Several } from './language.ts'

export interface Spreading<T extends Weighted> {
  kind: Several | undefined
  /** All that was looked at, best first: the scale of what a line is worth. */
  ranked: T[]
  words: (line: RecallLine) => readonly number[]
}

/** Only so many of the best are put into another order: choosing each next one looks at all that are left. */
const MOST_SPREAD = 200

/** What is asked for over its whole course lies in many conversations; a list or a liking often stands in few. */
const overall: ReadonlySet<Several> = new Set(['order', 'count', 'summary'])

/**
 * Of the way from an ordinary line to the best one, so much less is a line worth for every thousand characters that its
 * conversation has been given already, where the whole course is asked for; elsewhere half of the most after one line, and
 * never more than it. Chosen on conversations whose answers are known (docs/decisions/0027).
 */
const LESS_PER_THOUSAND = 0.15
const LESS_AT_MOST = 0.1

/** What a line that brings up something new is ahead by where the order is asked for. */
const BRINGS_UP = 0.5

/** What a fact is and was: so many lines about it, the newest first, each worth so much and holding the words so well. */
const STATES = 3
const STATE_WORTH = 0.4
const STATE_WORDS = 0.6

/**
 * Puts what answers together before more of the same: each next line is the one worth most beside those already taken.
 * Costs the same however much is stored.
 */
export function spread<T extends Weighted>(hits: T[], { kind, ranked, words }: Spreading<T>): T[] {
  if (kind === undefined) return hits
  const worth = worthIn(ranked)
  const best = hits.slice(0, MOST_SPREAD)
  const states = kind === 'change' ? latestStates(best, worth) : []
  const ahead = kind === 'order' ? bringingUp(best, words) : () => 0
  const left = best.map((hit) => ({ hit, worth: worth(hit) + BRINGS_UP * ahead(hit) }))
  const given = new Map<number, Given>()
  const taken: T[] = []
  const worthNow = (one: { hit: T; worth: number }) => one.worth - lessFor(kind, given.get(placeOf(one.hit)))
  const take = (at: number) => {
    const [one] = left.splice(at, 1)
    if (!one) return
    taken.push(one.hit)
    const place = placeOf(one.hit)
    const { lines, chars } = given.get(place) ?? { lines: 0, chars: 0 }
    given.set(place, { lines: lines + 1, chars: chars + one.hit.found.line.text.length })
  }
  for (const state of states) take(left.findIndex(({ hit }) => hit === state))
  while (left.length > 0) take(bestOf(left, worthNow))
  return [...taken, ...hits.slice(MOST_SPREAD)]
}

/** What a conversation has been given. */
interface Given {
  lines: number
  chars: number
}

function lessFor(kind: Several, given: Given | undefined): number {
  if (!given) return 0
  return overall.has(kind) ? (LESS_PER_THOUSAND * given.chars) / 1000 : LESS_AT_MOST * (1 - 0.5 ** given.lines)
}

/** 1 is the best line there is, 0 an ordinary one: the weights have no scale of their own. */
function worthIn<T extends Weighted>(ranked: T[]): (hit: T) => number {
  const best = ranked[0]?.score ?? 0
  const usual = ranked[Math.floor(ranked.length / 2)]?.score ?? 0
  const range = Math.max(best - usual, Number.EPSILON)
  return ({ score }) => (score - usual) / range
}

function bestOf<T>(all: T[], worthNow: (one: T) => number): number {
  let [best, most] = [0, Number.NEGATIVE_INFINITY]
  for (const [at, one] of all.entries()) {
    const worth = worthNow(one)
    if (worth > most) [best, most] = [at, worth]
  }
  return best
}

/** A conversation; what was said in none stands for itself. */
function placeOf({ found: { line } }: Weighted): number {
  return line.conversation?.id ?? -line.id
}

/** What people last said about it, and before that: an answer of ours only repeats it. */
function latestStates<T extends Weighted>(best: T[], worth: (hit: T) => number): T[] {
  return best
    .filter((hit) => hit.found.line.author === 'human')
    .filter((hit) => worth(hit) >= STATE_WORTH && hit.found.evidence.words >= STATE_WORDS)
    .sort((a, b) => latestFirst(a.found.line, b.found.line))
    .slice(0, STATES)
}

/** How much each line of people speaks of for the first time; 1 for the one that does the most. */
function bringingUp<T extends Weighted>(best: T[], words: Spreading<T>['words']): (hit: T) => number {
  const known = new Set<number>()
  const added = new Map<T, number>()
  for (const hit of best.toSorted((a, b) => latestFirst(b.found.line, a.found.line))) {
    const before = known.size
    for (const word of words(hit.found.line)) known.add(word)
    added.set(hit, hit.found.line.author === 'human' ? Math.log1p(known.size - before) : 0)
  }
  const most = Math.max(Number.EPSILON, ...added.values())
  return (hit) => (added.get(hit) ?? 0) / most
}

function latestFirst(a: RecallLine, b: RecallLine): number {
  return b.at.getTime() - a.at.getTime() || b.id - a.id
}
