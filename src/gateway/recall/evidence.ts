import { type Counts, createScorer, type Scorer } from './bm25.ts'
import type { RecallCandidates, SearchTerm } from './candidates.ts'
import type { Lexicon } from './lexicon.ts'
import type { ParsedQuestion } from './question.ts'
import type { RecallLine } from './recall-index.ts'
import { nearnessTo } from './time-words.ts'

/** The evidence for or against a line: a number of each kind, most of them between 0 and 1. */
export interface LineEvidence {
  /** BM25 of the line over all words of the question; the best line has 1. */
  words: number
  /** The same over the rarest words only. */
  rareWords: number
  /** BM25 of the lines one step and two steps away. */
  near1: number
  near2: number
  /** The share of the question's words that a word here begins like: the same word in another form. */
  beginnings: number
  /** BM25 of its whole conversation; the best conversation has 1. */
  conversation: number
  /** BM25 of its conversation over the words of the current conversation; the best has 1. */
  conversationLive: number
  /** 1 when somebody said it whom the question names, -1 when somebody else did, 0 when it names nobody. */
  speaker: number
  human: number
  /** It is about the person who says it. */
  aboutSelf: number
  /** The BM25 of the line before it, when that is a question. */
  answers: number
  /** It opens its conversation. */
  opens: number
  /** 1 when it was said at the time that the question names, less the further away. */
  nearDate: number
  /** It names a member of the category that the question asks about. It counts more if few other words are asked. */
  category: number
  /** 1 now, half of that a fortnight ago. */
  fresh: number
  /** It is part of the current conversation, which is shown anyway. */
  live: number
  length: number
  /** It means the same, whatever its words; 0 without vectors. */
  meaning: number
  /** The lines right before and after it mean the same. */
  nearMeaning: number
}

export interface WeighedLine {
  line: RecallLine
  evidence: LineEvidence
  /** The words of the question that it contains, the rarest first. */
  shares(): string[]
  /** All of its words, as numbers of the lexicon. */
  words: readonly number[]
  /** The best line of its conversation. */
  bestLine: number | undefined
}

export interface WeighingInput {
  candidates: RecallCandidates
  /** How similar each line is in meaning; the most similar has 1. */
  similarity: ReadonlyMap<number, number>
  question: ParsedQuestion
  /** The mean length of a line, in characters. */
  meanChars: number
  lexicon: Lexicon
  words: (line: RecallLine) => number[]
  isAboutAuthor: (line: RecallLine) => boolean
  now: Date
  /** The current conversation. */
  live: number | undefined
}

const RAREST_WORDS = 8
const FORTNIGHT_MS = 14 * 86_400_000

/** Compares every candidate with the question, together with its neighbours and its conversation. Pure. */
export function weighLines(weighing: WeighingInput): WeighedLine[] {
  const { candidates, similarity, question, meanChars, lexicon, words, isAboutAuthor, now, live } = weighing
  const { terms, lines } = candidates
  const formsOf = (word: string) => (question.forms.get(word) ?? [word]).map(lexicon.numberOf)
  const wordsByLine = lines.map(words)
  const scorerFor = (terms: SearchTerm[]) =>
    createScorer(
      terms.map(({ word, idf }) => ({ numbers: formsOf(word), idf })),
      meanChars,
    )
  const scorers = { asked: scorerFor(terms), live: scorerFor(candidates.liveTerms) }
  const countedLines = countAll(lines, wordsByLine, scorers)
  const conversations = scoreConversations(countedLines, scorers)
  const shareOfBeginnings = createBeginningMatcher(question.words.map(lexicon.numberOf), lexicon)
  const members = new Set(question.category?.words.map(lexicon.numberOf))
  const meaningOf = (counted: Counted | undefined) => (counted && similarity.get(counted.line.id)) ?? 0

  return countedLines.map((counted) => {
    const { line, before, after } = counted
    const conversation = conversations.get(line.conversation?.id ?? -1)
    const evidence: LineEvidence = {
      words: counted.score,
      rareWords: counted.rareScore,
      near1: scoreOf(before) + scoreOf(after),
      near2: scoreOf(before?.before) + scoreOf(after?.after),
      beginnings: shareOfBeginnings(counted.words),
      conversation: conversation?.score ?? 0,
      conversationLive: conversation?.liveScore ?? 0,
      speaker: question.named.size === 0 ? 0 : question.named.has(line.name) ? 1 : -1,
      human: line.author === 'human' ? 1 : 0,
      aboutSelf: isAboutAuthor(line) ? 1 : 0,
      answers: before && isQuestion(before.line.text) ? before.score : 0,
      opens: line.previous === undefined ? 1 : 0,
      nearDate: question.spans.reduce((near, span) => Math.max(near, nearnessTo(line.at, span)), 0),
      category: question.category && counted.words.some((word) => members.has(word)) ? question.category.share : 0,
      fresh: 1 / (1 + Math.max(0, now.getTime() - line.at.getTime()) / FORTNIGHT_MS),
      live: live !== undefined && line.conversation?.id === live ? 1 : 0,
      length: Math.log(4 + line.text.length / 4),
      meaning: meaningOf(counted),
      nearMeaning: meaningOf(before) + meaningOf(after),
    }
    return {
      line,
      evidence,
      shares: () => terms.filter((_, index) => (counted.counts[index] ?? 0) > 0).map(({ word }) => word),
      words: counted.words,
      bestLine: conversation?.bestLine,
    }
  })
}

/** A candidate with how often it contains each word of the question. */
interface Counted {
  line: RecallLine
  words: number[]
  counts: Counts
  /** The same for the words of the current conversation. */
  liveCounts: Counts
  /** BM25 over all words and over the rarest; the best line has 1. */
  score: number
  rareScore: number
  /** Its neighbours in the conversation, where they are candidates too. */
  before: Counted | undefined
  after: Counted | undefined
}

interface Scorers {
  asked: Scorer
  live: Scorer
}

function countAll(lines: RecallLine[], words: number[][], { asked, live }: Scorers): Counted[] {
  const countedLines = lines.map((line, index): Counted => {
    const counts = asked.count(words[index] ?? [])
    return {
      line,
      words: words[index] ?? [],
      counts,
      liveCounts: live.count(words[index] ?? []),
      score: asked.score(counts, line.text.length),
      rareScore: asked.score(counts, line.text.length, RAREST_WORDS),
      before: undefined,
      after: undefined,
    }
  })
  const findMax = (which: 'score' | 'rareScore') =>
    countedLines.reduce((max, counted) => Math.max(max, counted[which]), Number.EPSILON)
  const [maxScore, maxRareScore] = [findMax('score'), findMax('rareScore')]
  const byId = new Map(countedLines.map((counted) => [counted.line.id, counted]))
  for (const counted of countedLines) {
    counted.score /= maxScore
    counted.rareScore /= maxRareScore
    counted.before = counted.line.previous === undefined ? undefined : byId.get(counted.line.previous)
    if (counted.before) counted.before.after = counted
  }
  return countedLines
}

interface ScoredConversation {
  score: number
  liveScore: number
  bestLine: number
}

/** Scores each conversation by its candidates. Its other lines contain none of the words, so they add nothing. */
function scoreConversations(countedLines: Counted[], { asked, live }: Scorers): Map<number, ScoredConversation> {
  const groups = new Map<number, { chars: number; lines: Counted[] }>()
  let totalChars = 0
  for (const counted of countedLines) {
    const { conversation } = counted.line
    if (conversation === undefined) continue
    const group = groups.get(conversation.id)
    if (group) {
      group.lines.push(counted)
      continue
    }
    totalChars += conversation.chars
    groups.set(conversation.id, { chars: conversation.chars, lines: [counted] })
  }
  // The scorer expects the length of a line: a conversation of mean length counts as a line of mean length.
  const charsPerLine = Math.max(1, totalChars / Math.max(1, groups.size)) / asked.meanChars
  const scored = new Map<number, ScoredConversation>()
  let [maxScore, maxLiveScore] = [Number.EPSILON, Number.EPSILON]
  for (const [id, { chars, lines }] of groups) {
    const length = chars / charsPerLine
    const score = asked.score(sumCounts(lines, 'counts'), length)
    const liveScore = live.score(sumCounts(lines, 'liveCounts'), length)
    const best = lines.reduce((a, b) => (b.score > a.score ? b : a))
    scored.set(id, { score, liveScore, bestLine: best.line.id })
    maxScore = Math.max(maxScore, score)
    maxLiveScore = Math.max(maxLiveScore, liveScore)
  }
  for (const counted of scored.values()) {
    counted.score /= maxScore
    counted.liveScore /= maxLiveScore
  }
  return scored
}

function sumCounts(lines: Counted[], which: 'counts' | 'liveCounts'): Counts {
  let sum: Counts = []
  for (const { [which]: counts } of lines) {
    // In most conversations only one line contains any of the words, and nothing has to be added.
    if (counts.length > 0) sum = sum.length === 0 ? counts : sum.map((count, index) => count + (counts[index] ?? 0))
  }
  return sum
}

function createBeginningMatcher(questionWords: number[], lexicon: Lexicon): (words: number[]) => number {
  const beginnings = new Set(questionWords.map(lexicon.beginningOf))
  return (words) => {
    if (beginnings.size === 0) return 0
    let matched: Set<number> | undefined
    for (const word of words) {
      const beginning = lexicon.beginningOf(word)
      if (beginnings.has(beginning)) matched = (matched ?? new Set()).add(beginning)
    }
    return (matched?.size ?? 0) / beginnings.size
  }
}

/** The line was said at the very time that the question names. */
export function isAtNamedTime({ nearDate }: LineEvidence): boolean {
  return nearDate === 1
}

function scoreOf(counted: Counted | undefined): number {
  return counted?.score ?? 0
}

/** A question ends with its mark; only an emoji may follow. */
export function isQuestion(text: string): boolean {
  return /[?？؟]/.test(text.slice(-40))
}
