import type { Meaning, Readable } from '../../domain/recall.ts'
import { addNearest } from './meaning.ts'
import type { ParsedQuestion } from './question.ts'
import type { RecallIndex, RecallLine } from './recall-index.ts'

/** A word that was searched for, and its inverse document frequency: the rarer the word, the higher. */
export interface SearchTerm {
  word: string
  idf: number
}

export interface RecallCandidates {
  /** The words of the question, the rarest first. */
  terms: SearchTerm[]
  /** The words of the current conversation, likewise. */
  liveTerms: SearchTerm[]
  lines: RecallLine[]
}

export interface CandidateSearch {
  chats: Readable
  question: ParsedQuestion
  /** The words of the current conversation, the latest first. */
  liveWords: string[]
  asOf: Date
  meaning: Meaning | undefined
  /** The number of all messages in these chats. */
  messages: number
  /** The mean length of a line, in characters. */
  meanChars: number
}

// These limits keep the work constant in a chat of a million messages. The newest entries of a word say how common it is,
// and only the rarest words are followed further back.
const MAX_WORDS = 40
const MAX_LIVE_WORDS = 24
const MAX_PROBED_ENTRIES = 150
const MAX_FOLLOWED_WORDS = 8
const MAX_FOLLOWED_ENTRIES = 400
const MAX_FOUND_LINES = 240
const MAX_OPENINGS = 100
const MAX_LINES_PER_SPAN = 150

/** How far the search goes beyond the lines that contain the words. */
interface Reach {
  /** How many of the best lines get their neighbours added. */
  withNeighbours: number
  /** How many lines before and after each of them. */
  steps: number
  /** The latest lines are added until there are at least this many candidates. */
  minCandidates: number
}

const NARROW_REACH: Reach = { withNeighbours: 60, steps: 2, minCandidates: 600 }
const WIDE_REACH: Reach = { withNeighbours: 240, steps: 3, minCandidates: 1200 }
/** In a longer chat the wide reach would cost more than it finds. */
const MAX_MESSAGES_FOR_WIDE_REACH = 5000
/** With long lines the narrow reach already has more text than could ever be shown. */
const CHARS_WORTH_READING = 240_000

/** A word of the current conversation counts this much, compared with a word of the question. */
const LIVE_WORD_WEIGHT = 0.25

/** Finds the lines that contain the rarest words, with their neighbours. */
export function gatherRecallCandidates(index: RecallIndex, search: CandidateSearch): RecallCandidates {
  const questionWords = new Set(search.question.words)
  const liveOnlyWords = search.liveWords.filter((word) => !questionWords.has(word))
  const questionTerms = followRarest(
    search,
    findTerms(index, search, search.question.words.slice(0, MAX_WORDS), MAX_FOLLOWED_ENTRIES),
  )
  const liveTerms = findTerms(index, search, liveOnlyWords.slice(0, MAX_LIVE_WORDS), MAX_PROBED_ENTRIES).sort(
    rarestFirst,
  )
  const scoreById = new Map<number, number>()
  for (const { ids, idf } of questionTerms) for (const id of ids) scoreById.set(id, (scoreById.get(id) ?? 0) + idf)
  for (const { ids, idf } of liveTerms)
    for (const id of ids) scoreById.set(id, (scoreById.get(id) ?? 0) + LIVE_WORD_WEIGHT * idf)
  return {
    terms: questionTerms,
    liveTerms,
    lines: readWithNeighbours(index, search, addNearest(index, search, bestIds(scoreById, MAX_FOUND_LINES))),
  }
}

export interface FoundTerm extends SearchTerm {
  ids: number[]
}

const rarestFirst = (a: SearchTerm, b: SearchTerm) => b.idf - a.idf

/**
 * Uses all entries of the rarest words, and only the newest ones of the others. All entries are read at once, because
 * finding the list of a word costs more than reading the entries that are not needed.
 */
function followRarest({ messages }: CandidateSearch, read: FoundTerm[]): FoundTerm[] {
  const fullTerms = new Map(read.map((term) => [term.word, term]))
  const probedTerms = read.map(({ word, ids }) =>
    estimateRarity(word, ids.slice(0, MAX_PROBED_ENTRIES), MAX_PROBED_ENTRIES, messages),
  )
  return probedTerms
    .sort(rarestFirst)
    .map((term, rank) => (rank < MAX_FOLLOWED_WORDS ? (fullTerms.get(term.word) ?? term) : term))
    .sort(rarestFirst)
}

function findTerms(index: RecallIndex, search: CandidateSearch, words: string[], maxEntries: number): FoundTerm[] {
  const lists = findHolders(index, search, words, maxEntries)
  return lists.map((ids, position) => estimateRarity(words[position] ?? '', ids, maxEntries, search.messages))
}

/**
 * Estimates how many messages contain a word. The list is counted as far as it was read, and assumed to continue as
 * densely: when the newest 150 entries are among the last 300 messages, every second message contains the word.
 */
export function estimateRarity(word: string, ids: number[], maxEntries: number, messages: number): FoundTerm {
  const [newest = 1, oldest = 1] = [ids[0], ids.at(-1)]
  const estimatedHolders = Math.min(messages, (maxEntries * newest) / (newest - oldest + 1))
  const holders = ids.length < maxEntries ? ids.length : Math.max(maxEntries, estimatedHolders)
  const idf = Math.log(1 + (Math.max(messages, holders) - holders + 0.5) / (holders + 0.5))
  return { word, ids, idf }
}

/** The messages that contain a word in any of its forms. */
function findHolders(
  index: RecallIndex,
  { chats, asOf, question }: CandidateSearch,
  words: string[],
  maxEntries: number,
): number[][] {
  const forms = words.map((word) => question.forms.get(word) ?? [word])
  const lists = index.messagesContaining(chats, forms.flat(), { most: maxEntries, asOf })
  let consumed = 0
  return forms.map(({ length }) => {
    const [first = [], ...others] = lists.slice(consumed, (consumed += length))
    if (others.length === 0) return first
    return [...new Set([...first, ...others.flat()])].sort((a, b) => b - a).slice(0, maxEntries)
  })
}

/** The ids with the highest scores. Among equals the newest come first. */
function bestIds(score: Map<number, number>, maxEntries: number): number[] {
  // Sorting tens of thousands of pairs costs more than finding the score they must reach.
  const minScore = score.size > maxEntries ? (Float64Array.from(score.values()).sort().at(-maxEntries) ?? 0) : 0
  return [...score]
    .filter(([, value]) => value >= minScore)
    .sort(([a, x], [b, y]) => y - x || b - a)
    .slice(0, maxEntries)
    .map(([id]) => id)
}

/**
 * Reads the lines found, their neighbours, the openings of their conversations and what was said at the time that the
 * question names. The latest lines fill up the rest.
 */
function readWithNeighbours(index: RecallIndex, search: CandidateSearch, ids: number[]): RecallLine[] {
  const { chats, asOf, question } = search
  const { withNeighbours, steps, minCandidates } = reachFor(search)
  const lines = new Map<number, RecallLine>()
  const readLines = (ids: number[]) => {
    const newIds = [...new Set(ids)].filter((id) => !lines.has(id))
    for (const line of index.lines(chats, newIds)) lines.set(line.id, line)
  }
  readLines(ids)
  const foundLines = ids.flatMap((id) => lines.get(id) ?? [])
  const conversations = new Set(foundLines.flatMap(({ conversation }) => conversation?.id ?? []))
  readLines([
    ...index.around(ids.slice(0, withNeighbours), steps),
    ...index.firstMessages([...conversations].slice(0, MAX_OPENINGS)),
    ...question.spans.flatMap((span) => index.between(chats, span, MAX_LINES_PER_SPAN)),
  ])
  const missing = minCandidates - lines.size
  if (missing > 0) {
    const latest = index.between(chats, { from: new Date(0), until: asOf }, minCandidates)
    readLines(latest.filter((id) => !lines.has(id)).slice(0, missing))
  }
  return [...lines.values()].filter((line) => line.at <= asOf)
}

/** An answer need not contain a word of the question, so the shorter the lines, the more of them are read. */
function reachFor({ messages, meanChars }: CandidateSearch): Reach {
  if (messages > MAX_MESSAGES_FOR_WIDE_REACH) return NARROW_REACH
  const wideShare = Math.min(
    1,
    Math.max(
      0,
      (CHARS_WORTH_READING / meanChars - NARROW_REACH.minCandidates) /
        (WIDE_REACH.minCandidates - NARROW_REACH.minCandidates),
    ),
  )
  const interpolate = (part: keyof Reach) =>
    Math.round(NARROW_REACH[part] + wideShare * (WIDE_REACH[part] - NARROW_REACH[part]))
  return {
    withNeighbours: interpolate('withNeighbours'),
    steps: interpolate('steps'),
    minCandidates: interpolate('minCandidates'),
  }
}
