import type { SearchTerm } from './candidates.ts'
import { isAtNamedTime, type LineEvidence, type WeighedLine } from './evidence.ts'
import { MIN_SAME_MEANING } from './meaning.ts'

/**
 * How much evidence a line needs before it is shown: at the start of a conversation, after nothing but a greeting, or in the
 * middle of a conversation.
 */
export type EvidenceBar = 'opening' | 'greeted' | 'continuing'

/**
 * How far between an ordinary line (0) and the best line (1) the score of a line must be. Scores have no natural zero, so the
 * ordinary line is the median of all candidates or, where most of them are about the subject, the median of those without
 * any word of the question. The shares were chosen with each kind of conversation left out once (bench/recall/NOTES.md).
 */
const MIN_EVIDENCE_SHARE: Record<EvidenceBar, number> = { opening: 0.04, greeted: 0.06, continuing: 0.5 }

/** With fewer candidates the median is meaningless, so the share is not checked. */
const MIN_CANDIDATES = 40

/** A word is rare when at most this share of the lines contains it, or at most `FEW_LINES`. */
const RARE_WORD_SHARE = 1 / 20
const FEW_LINES = 3
/** The subject of a question may have come up often, so its rarest word may be in this share of the lines. */
const SUBJECT_WORD_SHARE = 1 / 4
/** After a greeting, a conversation is shown only if it contains a word of the question that is in at most this share of lines. */
const GREETED_WORD_SHARE = 1 / 10
/** How well the question before a line must match, compared with the best line. */
const MIN_ANSWER_SCORE = 0.5

export interface Weighted {
  weighed: WeighedLine
  score: number
}

export interface StopFacts {
  bar: EvidenceBar
  /** All candidates, best first, including those that are shown anyway, because they are part of the scale. */
  ranked: Weighted[]
  terms: SearchTerm[]
  /** The number of all messages here. */
  messages: number
  /** The words that say what the question is about; empty when the message asks nothing. */
  subject: ReadonlySet<string>
}

/** Returns whether there is enough evidence to show a line. Free room in the budget is no reason. */
export function createEvidenceStop({
  bar,
  ranked,
  terms,
  messages,
  subject,
}: StopFacts): (candidate: Weighted) => boolean {
  const minScore = minScoreFor(ranked, MIN_EVIDENCE_SHARE[bar])
  const wordsHeldBy = (maxLines: number) =>
    new Set(terms.filter(({ idf }) => idf >= idfOf(messages, maxLines)).map(({ word }) => word))
  const rare = wordsHeldBy(Math.max(FEW_LINES, messages * RARE_WORD_SHARE))
  const subjectTerm = terms.find(({ word, idf }) => subject.has(word) && idf <= idfOf(messages, 1))
  if (subjectTerm && subjectTerm.idf >= idfOf(messages, messages * SUBJECT_WORD_SHARE)) rare.add(subjectTerm.word)
  const rarest = wordsHeldBy(FEW_LINES)
  const conversations =
    bar === 'greeted'
      ? conversationsOf(ranked, wordsHeldBy(Math.max(FEW_LINES, messages * GREETED_WORD_SHARE)))
      : undefined
  const candidateById = new Map(ranked.map((candidate) => [candidate.weighed.line.id, candidate]))
  return (candidate) => hasEvidence(candidate) || (bar === 'continuing' && answersShownQuestion(candidate.weighed))

  /** A shown question needs its answer, whatever words that has. */
  function answersShownQuestion({ line, evidence }: WeighedLine): boolean {
    const previous = evidence.answers >= MIN_ANSWER_SCORE ? candidateById.get(line.previous ?? -1) : undefined
    return previous !== undefined && hasEvidence(previous)
  }

  function hasEvidence({ weighed, score }: Weighted): boolean {
    // A word that hardly any line contains is enough on its own.
    if (weighed.shares().some((word) => rarest.has(word))) return true
    if (score < minScore || !hasAnyEvidence(weighed.evidence)) return false
    if (bar === 'continuing') return hasStrongEvidence(weighed, rare)
    return !conversations || conversations.has(conversationOf(weighed))
  }
}

/** The conversations about the subject; undefined when there are none, so that none is better than another. */
function conversationsOf(ranked: Weighted[], subjectWords: ReadonlySet<string>): ReadonlySet<number> | undefined {
  const relevant = ranked.filter(({ weighed: { evidence, shares } }) => {
    return (
      evidence.meaning >= MIN_SAME_MEANING || isAtNamedTime(evidence) || shares().some((word) => subjectWords.has(word))
    )
  })
  return relevant.length > 0 ? new Set(relevant.map(({ weighed }) => conversationOf(weighed))) : undefined
}

/** The conversation of a line; a line without one stands for itself. */
function conversationOf({ line }: WeighedLine): number {
  return line.conversation?.id ?? -line.id
}

function minScoreFor(ranked: Weighted[], share: number): number {
  const best = ranked[0]?.score ?? 0
  if (ranked.length < MIN_CANDIDATES) return Number.NEGATIVE_INFINITY
  const withoutWords = ranked.filter(({ weighed }) => weighed.evidence.words === 0)
  const ordinaryScore = Math.min(medianScore(ranked) ?? best, medianScore(withoutWords) ?? best)
  return ordinaryScore + share * (best - ordinaryScore)
}

function medianScore(ranked: Weighted[]): number | undefined {
  return ranked[Math.floor(ranked.length / 2)]?.score
}

/**
 * Being recent, short, human or the opening of a conversation is no evidence, nor is the speaker alone. But what a named
 * person says about themselves may be an answer, whatever its words.
 */
function hasAnyEvidence(evidence: LineEvidence): boolean {
  return (
    RELEVANT_KINDS.some((kind) => evidence[kind] > 0) ||
    evidence.nearDate >= MIN_NEAR_DATE ||
    (evidence.speaker > 0 && evidence.aboutSelf > 0)
  )
}

/** The line was said within the named time, or as long before or after it as that lasts. */
const MIN_NEAR_DATE = 0.5

const RELEVANT_KINDS = [
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
function hasStrongEvidence({ evidence, shares }: WeighedLine, rare: ReadonlySet<string>): boolean {
  const { meaning, answers } = evidence
  return meaning >= MIN_SAME_MEANING || answers >= MIN_ANSWER_SCORE || shares().some((word) => rare.has(word))
}

/** The inverse document frequency of a word that this many lines contain; as in `candidates.ts`. */
function idfOf(messages: number, holders: number): number {
  return Math.log(1 + (Math.max(messages, holders) - holders + 0.5) / (holders + 0.5))
}
