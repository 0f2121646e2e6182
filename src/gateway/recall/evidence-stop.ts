import type { FoundWord } from './candidates.ts'
import { isAtNamedTime, type LineEvidence, type Weighed } from './evidence.ts'
import { ALIKE_FROM } from './meaning.ts'

/**
 * How much evidence a line needs before it is shown: at the start of a conversation, after nothing but a greeting, or in the
 * middle of a conversation.
 */
export type Bar = 'opening' | 'greeted' | 'continuing'

/**
 * How far between an ordinary line (0) and the best line (1) the score of a line must be. Scores have no natural zero, so the
 * ordinary line is the median of all candidates or, where most of them are about the subject, the median of those without
 * any word of the question. The shares were chosen with each kind of conversation left out once (bench/recall/NOTES.md).
 */
const MIN_EVIDENCE_SHARE: Record<Bar, number> = { opening: 0.04, greeted: 0.06, continuing: 0.5 }

/** With fewer candidates the median is meaningless, so the share is not checked. */
const MIN_CANDIDATES = 40

/** A word is rare when at most one line in twenty contains it, or only a few lines do. */
const RARE_ONE_IN = 20
const FEW_LINES = 3
/** The subject of a question may have come up often, so its rarest word may be in one line of four. */
const ASKED_ONE_IN = 4
/** After a greeting only conversations are shown that contain a word of at most one line in ten. */
const SUBJECT_ONE_IN = 10
/** How well the question before a line must match, compared with the best line. */
const ANSWERS_FROM = 0.5

export interface Weighted {
  found: Weighed
  score: number
}

export interface StopFacts {
  bar: Bar
  /** All candidates, best first, including those that are shown anyway, because they are part of the scale. */
  ranked: Weighted[]
  terms: FoundWord[]
  /** The number of all messages here. */
  messages: number
  /** The words that say what the question is about; empty when the message asks nothing. */
  subject: ReadonlySet<string>
}

/** Returns whether there is enough evidence to show a line. Free room in the budget is no reason. */
export function createEvidenceStop({ bar, ranked, terms, messages, subject }: StopFacts): (one: Weighted) => boolean {
  const least = leastScore(ranked, MIN_EVIDENCE_SHARE[bar])
  const heldBy = (most: number) =>
    new Set(terms.filter(({ idf }) => idf >= idfOf(messages, most)).map(({ word }) => word))
  const rare = heldBy(Math.max(FEW_LINES, messages / RARE_ONE_IN))
  const asked = terms.find(({ word, idf }) => subject.has(word) && idf <= idfOf(messages, 1))
  if (asked && asked.idf >= idfOf(messages, messages / ASKED_ONE_IN)) rare.add(asked.word)
  const rarest = heldBy(FEW_LINES)
  const conversations =
    bar === 'greeted' ? conversationsOf(ranked, heldBy(Math.max(FEW_LINES, messages / SUBJECT_ONE_IN))) : undefined
  const known = new Map(ranked.map((one) => [one.found.line.id, one]))
  return (one) => hasEvidence(one) || (bar === 'continuing' && answersShownQuestion(one.found))

  /** A shown question needs its answer, whatever words that has. */
  function answersShownQuestion({ line, evidence }: Weighed): boolean {
    const before = evidence.answers >= ANSWERS_FROM ? known.get(line.previous ?? -1) : undefined
    return before !== undefined && hasEvidence(before)
  }

  function hasEvidence({ found, score }: Weighted): boolean {
    // A word that hardly any line contains is enough on its own.
    if (found.shares().some((word) => rarest.has(word))) return true
    if (score < least || !hasAnyEvidence(found.evidence)) return false
    if (bar === 'continuing') return hasStrongEvidence(found, rare)
    return !conversations || conversations.has(conversationOf(found))
  }
}

/** The conversations about the subject; undefined when there are none, so that none is better than another. */
function conversationsOf(ranked: Weighted[], subjectWords: ReadonlySet<string>): ReadonlySet<number> | undefined {
  const relevant = ranked.filter(({ found: { evidence, shares } }) => {
    return evidence.meaning >= ALIKE_FROM || isAtNamedTime(evidence) || shares().some((word) => subjectWords.has(word))
  })
  return relevant.length > 0 ? new Set(relevant.map(({ found }) => conversationOf(found))) : undefined
}

/** The conversation of a line; a line without one stands for itself. */
function conversationOf({ line }: Weighed): number {
  return line.conversation?.id ?? -line.id
}

function leastScore(ranked: Weighted[], share: number): number {
  const best = ranked[0]?.score ?? 0
  if (ranked.length < MIN_CANDIDATES) return Number.NEGATIVE_INFINITY
  const unspoken = ranked.filter(({ found }) => found.evidence.words === 0)
  const usual = Math.min(middleOf(ranked) ?? best, middleOf(unspoken) ?? best)
  return usual + share * (best - usual)
}

function middleOf(ranked: Weighted[]): number | undefined {
  return ranked[Math.floor(ranked.length / 2)]?.score
}

/**
 * Being recent, short, human or the opening of a conversation is no evidence, nor is the speaker alone. But what a named
 * person says about themselves may be an answer, whatever its words.
 */
function hasAnyEvidence(evidence: LineEvidence): boolean {
  return (
    relevantKinds.some((kind) => evidence[kind] > 0) ||
    evidence.nearDate >= ABOUT_THEN ||
    (evidence.speaker > 0 && evidence.aboutSelf > 0)
  )
}

/** The line was said within the named time, or as long before or after it as that lasts. */
const ABOUT_THEN = 0.5

const relevantKinds = [
  'words',
  'near1',
  'near2',
  'beginnings',
  'conversation',
  'conversationLive',
  'category',
  'meaning',
] as const satisfies (keyof LineEvidence)[]

/** The line itself is relevant, or it answers a question that is. Neighbours and conversation do not count here. */
function hasStrongEvidence({ evidence, shares }: Weighed, rare: ReadonlySet<string>): boolean {
  const { meaning, answers } = evidence
  return meaning >= ALIKE_FROM || answers >= ANSWERS_FROM || shares().some((word) => rare.has(word))
}

/** The inverse document frequency of a word that this many lines contain; as in `candidates.ts`. */
function idfOf(messages: number, holders: number): number {
  return Math.log(1 + (Math.max(messages, holders) - holders + 0.5) / (holders + 0.5))
}
