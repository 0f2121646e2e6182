import type { Meaning, Readable } from '../../domain/recall.ts'
import { createQuestionReader, plainWords } from '../../lib/text/words.ts'
import { joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { isFunctionWord } from '../choosing/words/languages.ts'
import { reasonMessages } from '../reason-messages.ts'
import { gatherRecallCandidates, type SearchTerm } from './candidates.ts'
import { isAtNamedTime, type WeighedLine, type WeighingInput, weighLines } from './evidence.ts'
import { createEvidenceStop, type EvidenceBar } from './evidence-stop.ts'
import { createLexicon } from './lexicon.ts'
import { MIN_SAME_MEANING, similarityByLine } from './meaning.ts'
import { type ParsedQuestion, readQuestion, subjectWords } from './question.ts'
import { createRank, type Rank, weights } from './rank.ts'
import type { RecallIndex, RecallLine } from './recall-index.ts'
import { type Relation, relationToPast } from './related-past.ts'
import { maxAlikeByBar, withoutRepeats } from './repeats.ts'
import { isAboutAuthor } from './self-reference.ts'

export interface RecallQuery {
  text: string
  /** Its meaning, where vectors are on. */
  meaning?: Meaning | undefined
  /** What the person may read. */
  chats: Readable
  /** People's messages from the id `before` on are ignored. `recall` also ignores everything after `asOf`. */
  bound: { asOf: Date; before?: number }
  timezone: string
  /** The last lines of the current conversation, oldest first. */
  tail?: TailLine[]
  /** Messages that the model sees anyway. */
  exclude?: ReadonlySet<number>
  /** How much evidence a line needs; 'opening' by default. */
  bar?: EvidenceBar
  /** A conversation is current when its last line is not older than this; 30 by default. */
  activeMinutes?: number
  limit: number
}

export interface TailLine {
  conversation: number | undefined
  at: Date
  text: string
}

export interface Hit {
  line: RecallLine
  score: number
  /** Why it was found, in words for people: "shares lisbon, tickets; same conversation as [812]". */
  reason: LocalizedText
}

export interface Recall {
  /** The lines of the past that have enough evidence of being relevant, best first, and how the message is related to it. */
  recall(query: RecallQuery): { hits: Hit[]; relation: Relation }
  /** The lines that contain the words or mean the same, best first. An explicit search also finds cleared messages. */
  search(query: RecallQuery): Hit[]
}

const texts = reasonMessages.found

const ACTIVE_MINUTES = 30
/** How many of the last lines say what the current conversation is about. */
const MAX_LIVE_LINES = 4
const MIN_MEAN_CHARS = 20
/** The advantage of a line in the chat where one searches. Containing the rarest word still counts more. */
const SAME_CHAT_BONUS = 8
const END_OF_TIME = new Date(8.64e15)

/** How candidates are ranked. The benchmark compares several ways. */
export interface RecallMethod {
  rank: Rank
  /** Leaves out lines without enough evidence; true by default. */
  stops?: boolean
}

const DEFAULT_METHOD: RecallMethod = { rank: createRank(weights) }

/** Finds the few relevant lines among everything that was ever said. Needs no model and no network. */
export function createRecall(index: RecallIndex, method: RecallMethod = DEFAULT_METHOD): Recall {
  const { rank, stops = true } = method
  const read = createQuestionReader()
  const lineWords = createLineWords()
  return {
    recall(query) {
      const { limit, bound, bar = 'opening' } = query
      const { question, ranked, terms, messages, isLive } = rankCandidates(query, bound.asOf)
      const { words, lexicon } = lineWords()
      const isEnough = stops
        ? createEvidenceStop({ bar, ranked, terms, messages, subject: subjectWords(question) })
        : () => true
      const isNotCleared = ({ cleared }: RecallLine) => !cleared || cleared > bound.asOf
      const isUnseen = createUnseenCheck(query)
      const isAboutPast = isLive || question.named.size > 0 || question.asksHowOften
      const isSubject = (word: string) => !isFunctionWord(question.spelt.get(word) ?? word)
      const isUnconditional = !stops || bar !== 'opening' || isAboutPast
      const relation = isUnconditional
        ? 'clear'
        : relationToPast({
            text: query.text,
            lines: ranked.map(({ weighed }) => weighed).filter(({ line }) => wasSaidBefore(line, bound)),
            terms: terms.filter(({ word }) => isSubject(word)),
            words: question.words.filter(isSubject),
            spelt: question.spelt,
            messages,
            read: lexicon.read,
            formsOf: (word) => (question.forms.get(word) ?? [word]).map(lexicon.numberOf),
          })
      if (relation === 'none') return { hits: [], relation }
      const relevant = ranked.filter(
        (candidate) => isEnough(candidate) && isUnseen(candidate.weighed.line) && isNotCleared(candidate.weighed.line),
      )
      const options = { maxAlike: maxAlikeByBar[bar], words, isFigure: lexicon.isFigure }
      return { hits: toHits(question.asksHowOften ? relevant : withoutRepeats(relevant, options), limit), relation }
    },
    search(query) {
      const { here } = query.chats
      const isUnseen = createUnseenCheck(query)
      const ranked = rankCandidates({ ...query, tail: [] }, END_OF_TIME)
        .ranked.filter(({ weighed }) => isUnseen(weighed.line))
        .filter(({ weighed: { evidence } }) => evidence.words > 0 || evidence.meaning >= MIN_SAME_MEANING)
        .map((candidate) =>
          candidate.weighed.line.chat === here ? { ...candidate, score: candidate.score + SAME_CHAT_BONUS } : candidate,
        )
      return toHits(ranked.sort(bestFirst), query.limit)
    },
  }

  function rankCandidates(query: RecallQuery, newest: Date): RankedCandidates {
    const { text, meaning, chats, bound, timezone, tail = [], activeMinutes = ACTIVE_MINUTES } = query
    const size = index.size(chats)
    const now = bound.asOf
    const speakers = index.speakers(chats, [...new Set(plainWords(text))])
    const question = readQuestion({ text, now, timezone, speakers, read })
    const meanChars = Math.max(MIN_MEAN_CHARS, size.chars / Math.max(1, size.messages))
    const liveLines = currentLines(tail, now, activeMinutes)
    const liveWords = liveLines.toReversed().flatMap((line) => read(line.text).map(({ word }) => word))
    const search = {
      chats,
      question,
      liveWords: [...new Set(liveWords)],
      asOf: newest,
      meaning,
      messages: size.messages,
      meanChars,
    }
    const candidates = gatherRecallCandidates(index, search)
    const weighedLines = weighLines({
      candidates,
      similarity: similarityByLine(index, meaning, candidates.lines),
      question,
      meanChars,
      ...lineWords(),
      now,
      live: liveLines.at(-1)?.conversation,
    })
    const scores = rank(weighedLines, {
      assistant: size.botMessages / Math.max(1, size.messages),
      tells: question.tells,
    })
    const ranked = weighedLines
      .map((weighed, index) => ({
        weighed,
        score: scores[index] ?? 0,
        reason: () => reasonFor(weighed, question),
      }))
      .sort(bestFirst)
    return { question, ranked, terms: candidates.terms, messages: size.messages, isLive: liveLines.length > 0 }
  }
}

/** Whether a line was said before the question and is not shown to the model anyway. */
function createUnseenCheck({ exclude, bound }: RecallQuery): (line: RecallLine) => boolean {
  return (line) => !exclude?.has(line.id) && wasSaidBefore(line, bound)
}

function wasSaidBefore({ author, id }: RecallLine, { before }: RecallQuery['bound']): boolean {
  return author === 'bot' || before === undefined || id < before
}

interface RankedCandidates {
  question: ParsedQuestion
  /** All candidates, best first. */
  ranked: Ranked[]
  terms: SearchTerm[]
  messages: number
  /** Whether a conversation is going on. */
  isLive: boolean
}

interface Ranked {
  weighed: WeighedLine
  score: number
  reason(): LocalizedText
}

function bestFirst(a: Ranked, b: Ranked): number {
  return b.score - a.score || b.weighed.line.id - a.weighed.line.id
}

function toHits(ranked: Ranked[], limit: number): Hit[] {
  return ranked.slice(0, limit).map(({ weighed, score, reason }) => ({ line: weighed.line, score, reason: reason() }))
}

function currentLines(tail: TailLine[], now: Date, activeMinutes: number): TailLine[] {
  const last = tail.at(-1)
  if (!last || last.conversation === undefined || now.getTime() - last.at.getTime() > activeMinutes * 60_000) return []
  return tail.filter(({ conversation }) => conversation === last.conversation).slice(-MAX_LIVE_LINES)
}

function reasonFor({ line, evidence, shares, bestLine }: WeighedLine, question: ParsedQuestion): LocalizedText {
  const sharedWords = shares()
    .slice(0, MAX_WORDS_IN_REASON)
    .map((word) => question.spelt.get(word) ?? word)
  const isInBestConversation = bestLine !== undefined && bestLine !== line.id && evidence.conversation > 0
  const reasons = [
    sharedWords.length > 0 && texts.shares(sharedWords),
    evidence.meaning >= MIN_SAME_MEANING && texts.similar,
    evidence.category > 0 && texts.category,
    evidence.speaker > 0 && texts.saidBy(line.name),
    isAtNamedTime(evidence) && texts.namedTime,
    isInBestConversation && texts.sameConversation(bestLine),
  ].filter((reason) => reason !== false)
  return reasons.length > 0 ? joinTexts(reasons, '; ') : texts.nearRelevant
}

const MAX_WORDS_IN_REASON = 4

/** The cache has two generations of this size. One question reads about a thousand lines. */
const LINES_PER_GENERATION = 2_000
const WORDS_PER_GENERATION = 150_000
/** Above this number of distinct words the cache is cleared, which slows down the next hundred questions. */
const MAX_DIFFERENT_WORDS = 250_000

interface ReadLine {
  words: number[]
  isAboutAuthor: boolean
}

/** A stored line never changes, so its words are read once for all questions of a conversation. */
function createLineWords(): () => Pick<WeighingInput, 'lexicon' | 'words' | 'isAboutAuthor'> {
  let lexicon = createLexicon()
  let youngLines = new Map<number, ReadLine>()
  let oldLines = new Map<number, ReadLine>()
  let wordCount = 0
  const readCached = (line: RecallLine) => {
    const cached = youngLines.get(line.id)
    if (cached) return cached
    const lineWords = oldLines.get(line.id) ?? readLine(line)
    // The lines that every question looks at move to the new generation; the others are dropped with the old one.
    if (youngLines.size >= LINES_PER_GENERATION || wordCount > WORDS_PER_GENERATION) startGeneration(youngLines)
    wordCount += lineWords.words.length
    youngLines.set(line.id, lineWords)
    return lineWords
  }
  return () => {
    if (lexicon.size() > MAX_DIFFERENT_WORDS) {
      lexicon = createLexicon()
      startGeneration(new Map())
    }
    return { lexicon, words: (line) => readCached(line).words, isAboutAuthor: (line) => readCached(line).isAboutAuthor }
  }

  function readLine({ text, files }: RecallLine): ReadLine {
    const words = lexicon.read(files.length === 0 ? text : [text, ...files].join('\n'))
    return { words, isAboutAuthor: isAboutAuthor(text) }
  }

  function startGeneration(previousGeneration: Map<number, ReadLine>): void {
    oldLines = previousGeneration
    youngLines = new Map()
    wordCount = 0
  }
}
