import type { Meaning, Readable } from '../../domain/recall.ts'
import { joinNearest } from './meaning.ts'
import type { ParsedQuestion } from './question.ts'
import type { RecallIndex, RecallLine } from './recall-index.ts'

/** A word that was searched for, and its inverse document frequency: the rarer the word, the higher. */
export interface FoundWord {
  word: string
  idf: number
}

export interface RecallCandidates {
  /** The words of the question, the rarest first. */
  terms: FoundWord[]
  /** The words of the current conversation, likewise. */
  liveTerms: FoundWord[]
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
const PROBED_HOLDERS = 150
const FOLLOWED_WORDS = 8
const FOLLOWED_HOLDERS = 400
const MAX_HOLDERS = 240
const MAX_OPENINGS = 100
const MAX_DATED = 150

/** How far the search goes beyond the lines that contain the words. */
interface Reach {
  /** How many of the lines found bring their neighbours along, */
  withNeighbours: number
  /** up to this many steps away. */
  steps: number
  /** The least number of candidates: the latest lines are added until there are as many. */
  least: number
}

const narrow: Reach = { withNeighbours: 60, steps: 2, least: 600 }
const wide: Reach = { withNeighbours: 240, steps: 3, least: 1200 }
/** In a longer chat the wide reach would cost more than it finds. */
const MAX_MESSAGES_FOR_WIDE_REACH = 5000
/** With long lines the narrow reach already has more text than could ever be shown. */
const CHARS_WORTH_READING = 240_000

/** A word of the current conversation counts this much, compared with a word of the question. */
const LIVE_WORD_WEIGHT = 0.25

/** Finds the lines that contain the rarest words, with their neighbours. */
export function gatherRecallCandidates(index: RecallIndex, search: CandidateSearch): RecallCandidates {
  const asked = new Set(search.question.words)
  const about = search.liveWords.filter((word) => !asked.has(word))
  const found = follow(search, find(index, search, search.question.words.slice(0, MAX_WORDS), FOLLOWED_HOLDERS))
  const live = find(index, search, about.slice(0, MAX_LIVE_WORDS), PROBED_HOLDERS).sort(rarestFirst)
  const score = new Map<number, number>()
  for (const { ids, idf } of found) for (const id of ids) score.set(id, (score.get(id) ?? 0) + idf)
  for (const { ids, idf } of live) for (const id of ids) score.set(id, (score.get(id) ?? 0) + LIVE_WORD_WEIGHT * idf)
  return {
    terms: found,
    liveTerms: live,
    lines: readAround(index, search, joinNearest(index, search, best(score, MAX_HOLDERS))),
  }
}

interface Found extends FoundWord {
  ids: number[]
}

const rarestFirst = (a: FoundWord, b: FoundWord) => b.idf - a.idf

/**
 * Uses all entries of the rarest words, and only the newest ones of the others. All entries are read at once, because
 * finding the list of a word costs more than reading the entries that are not needed.
 */
function follow({ messages }: CandidateSearch, read: Found[]): Found[] {
  const deep = new Map(read.map((term) => [term.word, term]))
  const probed = read.map(({ word, ids }) => judge(word, ids.slice(0, PROBED_HOLDERS), PROBED_HOLDERS, messages))
  return probed
    .sort(rarestFirst)
    .map((term, place) => (place < FOLLOWED_WORDS ? (deep.get(term.word) ?? term) : term))
    .sort(rarestFirst)
}

function find(index: RecallIndex, search: CandidateSearch, words: string[], most: number): Found[] {
  const lists = holdersOf(index, search, words, most)
  return lists.map((ids, at) => judge(words[at] ?? '', ids, most, search.messages))
}

/**
 * Estimates how many messages contain a word. The list is counted as far as it was read, and assumed to continue as
 * densely: when the newest 150 entries are among the last 300 messages, every second message contains the word.
 */
function judge(word: string, ids: number[], most: number, messages: number): Found {
  const [newest = 1, oldest = 1] = [ids[0], ids.at(-1)]
  const dense = Math.min(messages, (most * newest) / (newest - oldest + 1))
  const holders = ids.length < most ? ids.length : Math.max(most, dense)
  const idf = Math.log(1 + (Math.max(messages, holders) - holders + 0.5) / (holders + 0.5))
  return { word, ids, idf }
}

/** The messages that contain a word in any of its forms. */
function holdersOf(
  index: RecallIndex,
  { chats, asOf, question }: CandidateSearch,
  words: string[],
  most: number,
): number[][] {
  const forms = words.map((word) => question.forms.get(word) ?? [word])
  const lists = index.holders(chats, forms.flat(), { most, asOf })
  let read = 0
  return forms.map(({ length }) => {
    const [first = [], ...others] = lists.slice(read, (read += length))
    if (others.length === 0) return first
    return [...new Set([...first, ...others.flat()])].sort((a, b) => b - a).slice(0, most)
  })
}

/** The ids with the highest scores. Among equals the newest come first. */
function best(score: Map<number, number>, most: number): number[] {
  // Sorting tens of thousands of pairs costs more than finding the score they must reach.
  const mark = score.size > most ? (Float64Array.from(score.values()).sort().at(-most) ?? 0) : 0
  return [...score]
    .filter(([, value]) => value >= mark)
    .sort(([a, x], [b, y]) => y - x || b - a)
    .slice(0, most)
    .map(([id]) => id)
}

/**
 * Reads the lines found, their neighbours, the openings of their conversations and what was said at the time that the
 * question names. The latest lines fill up the rest.
 */
function readAround(index: RecallIndex, search: CandidateSearch, ids: number[]): RecallLine[] {
  const { chats, asOf, question } = search
  const { withNeighbours, steps, least } = reachFor(search)
  const lines = new Map<number, RecallLine>()
  const read = (wanted: number[]) => {
    const fresh = [...new Set(wanted)].filter((id) => !lines.has(id))
    for (const line of index.lines(chats, fresh)) lines.set(line.id, line)
  }
  read(ids)
  const found = ids.flatMap((id) => lines.get(id) ?? [])
  const conversations = new Set(found.flatMap(({ conversation }) => conversation?.id ?? []))
  read([
    ...index.around(ids.slice(0, withNeighbours), steps),
    ...index.openings([...conversations].slice(0, MAX_OPENINGS)),
    ...question.spans.flatMap((span) => index.between(chats, span, MAX_DATED)),
  ])
  const room = least - lines.size
  if (room > 0) {
    const latest = index.between(chats, { from: new Date(0), until: asOf }, least)
    read(latest.filter((id) => !lines.has(id)).slice(0, room))
  }
  return [...lines.values()].filter((line) => line.at <= asOf)
}

/** An answer need not contain a word of the question, so the shorter the lines, the more of them are read. */
function reachFor({ messages, meanChars }: CandidateSearch): Reach {
  if (messages > MAX_MESSAGES_FOR_WIDE_REACH) return narrow
  const share = Math.min(1, Math.max(0, (CHARS_WORTH_READING / meanChars - narrow.least) / (wide.least - narrow.least)))
  const between = (part: keyof Reach) => Math.round(narrow[part] + share * (wide[part] - narrow[part]))
  return { withNeighbours: between('withNeighbours'), steps: between('steps'), least: between('least') }
}
