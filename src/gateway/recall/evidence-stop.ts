import type { FoundWord } from './candidates.ts'
import type { Evidence, Weighed } from './evidence.ts'
import { ALIKE_FROM } from './meaning.ts'

/**
 * How much must speak for a line before it is shown unasked: at the start of a conversation, once there was only a greeting,
 * or in the middle of one.
 */
export type Bar = 'opening' | 'greeted' | 'continuing'

/**
 * Of the way from an ordinary line to the best one, so much must a line have come. The weights have no natural zero: what
 * the middle one of all that were looked at has, any line has; or, where most of them are about the matter, the middle one
 * of those that hold no word of it. Chosen on conversations whose answers are known, each kind left out
 * once (docs/decisions/0024).
 */
const LEAST_SHARE: Record<Bar, number> = { opening: 0.04, greeted: 0.06, continuing: 0.5 }

/** Among fewer there is no ordinary line to compare with, and not much to show. */
const LEAST_LINES = 40

/** A word is rare where no more than one line in so many holds it, or only a few lines do. */
const ONE_IN = 20
const FEW_LINES = 3
/** What is asked about may have been spoken of often: the rarest word of a question counts up to one line in so many. */
const ASKED_ONE_IN = 4
/** With the room that a turn has, nothing is lost where a talk in which no word fell that so few lines hold is left out. */
const TOLD_ONE_IN = 10
/** So much of the best line's words must the question hold that a line follows. */
const ANSWERS_FROM = 0.5

export interface Weighted {
  found: Weighed
  score: number
}

export interface StopFacts {
  bar: Bar
  /** All that was looked at, best first, what is shown anyway included: it is part of the scale. */
  ranked: Weighted[]
  terms: FoundWord[]
  /** How many messages were ever said here. */
  messages: number
  /** Of its words, those that tell what is asked about; none where nothing is asked. */
  subject: ReadonlySet<string>
}

/** Whether enough speaks for a line to show it; room is no reason. */
export function createStop({ bar, ranked, terms, messages, subject }: StopFacts): (one: Weighted) => boolean {
  const least = leastScore(ranked, LEAST_SHARE[bar])
  const heldBy = (most: number) =>
    new Set(terms.filter(({ idf }) => idf >= idfOf(messages, most)).map(({ word }) => word))
  const rare = heldBy(Math.max(FEW_LINES, messages / ONE_IN))
  const asked = terms.find(({ word, idf }) => subject.has(word) && idf <= idfOf(messages, 1))
  if (asked && asked.idf >= idfOf(messages, messages / ASKED_ONE_IN)) rare.add(asked.word)
  const rarest = heldBy(FEW_LINES)
  const talks = bar === 'greeted' ? talksOf(ranked, heldBy(Math.max(FEW_LINES, messages / TOLD_ONE_IN))) : undefined
  const known = new Map(ranked.map((one) => [one.found.line.id, one]))
  return (one) => speaksForItself(one) || (bar === 'continuing' && answersWhatDoes(one.found))

  /** A question that is shown tells nothing without its answer, whatever words that has. */
  function answersWhatDoes({ line, evidence }: Weighed): boolean {
    const before = evidence.answers >= ANSWERS_FROM ? known.get(line.previous ?? -1) : undefined
    return before !== undefined && speaksForItself(before)
  }

  function speaksForItself({ found, score }: Weighted): boolean {
    // Nothing else can be meant by a word that hardly any line holds, however little the rest of the line has for itself.
    if (found.shares().some((word) => rarest.has(word))) return true
    if (score < least || !speaks(found.evidence)) return false
    if (bar === 'continuing') return speaksStrongly(found, rare)
    return !talks || talks.has(talkOf(found))
  }
}

/** Those in which the matter itself was spoken of; undefined where none was, and so none says more than another. */
function talksOf(ranked: Weighted[], telling: ReadonlySet<string>): ReadonlySet<number> | undefined {
  const told = ranked.filter(({ found: { evidence, shares } }) => {
    return evidence.meaning >= ALIKE_FROM || evidence.dated > 0 || shares().some((word) => telling.has(word))
  })
  return told.length > 0 ? new Set(told.map(({ found }) => talkOf(found))) : undefined
}

/** Its conversation; a line of none is one by itself. */
function talkOf({ line }: Weighed): number {
  return line.conversation?.id ?? -line.id
}

function leastScore(ranked: Weighted[], share: number): number {
  const best = ranked[0]?.score ?? 0
  if (ranked.length < LEAST_LINES) return Number.NEGATIVE_INFINITY
  const unspoken = ranked.filter(({ found }) => found.evidence.words === 0)
  const usual = Math.min(middleOf(ranked) ?? best, middleOf(unspoken) ?? best)
  return usual + share * (best - usual)
}

function middleOf(ranked: Weighted[]): number | undefined {
  return ranked[Math.floor(ranked.length / 2)]?.score
}

/**
 * Being recent, the first of its talk, a person's or short speaks for no line. Neither does who said it, alone; but what
 * somebody who is asked about tells of themselves may answer in whatever words.
 */
function speaks(evidence: Evidence): boolean {
  return speaking.some((kind) => evidence[kind] > 0) || (evidence.speaker > 0 && evidence.ofSelf > 0)
}

const speaking = [
  'words',
  'near1',
  'near2',
  'near3',
  'beginnings',
  'conversation',
  'conversationLive',
  'kin',
  'conversationKin',
  'dated',
  'nearDate',
  'things',
  'meaning',
] as const satisfies (keyof Evidence)[]

/** By itself, or as the answer to what was asked in these words; not for other company it keeps. */
function speaksStrongly({ evidence, shares }: Weighed, rare: ReadonlySet<string>): boolean {
  const { meaning, answers } = evidence
  return meaning >= ALIKE_FROM || answers >= ANSWERS_FROM || shares().some((word) => rare.has(word))
}

/** What a word says that so many lines hold; as in `candidates.ts`. */
function idfOf(messages: number, holders: number): number {
  return Math.log(1 + (Math.max(messages, holders) - holders + 0.5) / (holders + 0.5))
}
