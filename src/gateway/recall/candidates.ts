import type { Meaning } from '../../domain/meaning.ts'
import type { Readable } from '../../domain/readable.ts'
import { joinNearest } from './meaning.ts'
import type { Question } from './question.ts'
import type { RecallIndex, RecallLine } from './recall-index.ts'

/** A word that was looked for, and how much finding it says. */
export interface FoundWord {
  word: string
  idf: number
}

export interface Candidates {
  /** What is asked for, the rarest word first. */
  terms: FoundWord[]
  /** What the conversation is about now, likewise. */
  liveTerms: FoundWord[]
  lines: RecallLine[]
}

export interface Search {
  chats: Readable
  question: Question
  /** The words of the conversation that goes on, the latest first. */
  liveWords: string[]
  asOf: Date
  meaning: Meaning | undefined
  /** How many messages were ever said in these chats. */
  messages: number
  /** Mean length of a line, in characters. */
  meanChars: number
}

// The caps that keep the work the same in a chat of a million messages: a word's newest entries say how common it is,
// and only the rarest words are followed further back.
const MOST_WORDS = 40
const LIVE_WORDS = 24
const PROBED_HOLDERS = 150
const FOLLOWED_WORDS = 8
const FOLLOWED_HOLDERS = 400
const MOST_HOLDERS = 240
const MOST_OPENINGS = 100
const MOST_DATED = 150

/** How far the look goes beyond the lines that hold the words. */
interface Reach {
  /** So many of the lines that were found bring what was said around them, */
  withNeighbours: number
  /** up to so many steps away. */
  steps: number
  /** So many are looked at, if there are as many: the latest are added to what was found. */
  least: number
}

const narrow: Reach = { withNeighbours: 60, steps: 2, least: 600 }
const wide: Reach = { withNeighbours: 240, steps: 3, least: 1200 }
/** In a chat of years the wider look would cost more than it finds. */
const NOT_MANY_MESSAGES = 5000
/** So much text is worth a look: of long lines the narrow one has more than could ever be shown. */
const LOOKED_AT_CHARS = 240_000

/** A word of the conversation that goes on counts for this much of a word of the question. */
const LIVE_WORD_SHARE = 0.25

/** The lines worth a closer look: those that hold the rarest words, with what was said around them. */
export function gatherCandidates(index: RecallIndex, search: Search): Candidates {
  const asked = new Set(search.question.words)
  const about = search.liveWords.filter((word) => !asked.has(word))
  const found = follow(search, find(index, search, search.question.words.slice(0, MOST_WORDS), FOLLOWED_HOLDERS))
  const live = find(index, search, about.slice(0, LIVE_WORDS), PROBED_HOLDERS).sort(rarestFirst)
  const score = new Map<number, number>()
  for (const { ids, idf } of found) for (const id of ids) score.set(id, (score.get(id) ?? 0) + idf)
  for (const { ids, idf } of live) for (const id of ids) score.set(id, (score.get(id) ?? 0) + LIVE_WORD_SHARE * idf)
  return {
    terms: found,
    liveTerms: live,
    lines: readAround(index, search, joinNearest(index, search, best(score, MOST_HOLDERS))),
  }
}

interface Found extends FoundWord {
  ids: number[]
}

const rarestFirst = (a: FoundWord, b: FoundWord) => b.idf - a.idf

/**
 * By their newest entries alone, but for the rarest. All of it is read at once: the way to a word's entries is most of
 * what reading them costs, so that a second look would cost more than the entries that are not needed.
 */
function follow({ messages }: Search, read: Found[]): Found[] {
  const deep = new Map(read.map((term) => [term.word, term]))
  const probed = read.map(({ word, ids }) => judge(word, ids.slice(0, PROBED_HOLDERS), PROBED_HOLDERS, messages))
  return probed
    .sort(rarestFirst)
    .map((term, place) => (place < FOLLOWED_WORDS ? (deep.get(term.word) ?? term) : term))
    .sort(rarestFirst)
}

function find(index: RecallIndex, search: Search, words: string[], most: number): Found[] {
  const lists = holdersOf(index, search, words, most)
  return lists.map((ids, at) => judge(words[at] ?? '', ids, most, search.messages))
}

/**
 * How many messages hold a word is counted as far as its list was read, and beyond that taken to go on as densely:
 * a word whose newest 150 stand among the last 300 messages is a word of every second message.
 */
function judge(word: string, ids: number[], most: number, messages: number): Found {
  const [newest = 1, oldest = 1] = [ids[0], ids.at(-1)]
  const dense = Math.min(messages, (most * newest) / (newest - oldest + 1))
  const holders = ids.length < most ? ids.length : Math.max(most, dense)
  const idf = Math.log(1 + (Math.max(messages, holders) - holders + 0.5) / (holders + 0.5))
  return { word, ids, idf }
}

/** A word's holders are those of all its forms. */
function holdersOf(index: RecallIndex, { chats, asOf, question }: Search, words: string[], most: number): number[][] {
  const forms = words.map((word) => question.forms.get(word) ?? [word])
  const lists = index.holders(chats, forms.flat(), { most, asOf })
  let read = 0
  return forms.map(({ length }) => {
    const [first = [], ...others] = lists.slice(read, (read += length))
    if (others.length === 0) return first
    return [...new Set([...first, ...others.flat()])].sort((a, b) => b - a).slice(0, most)
  })
}

/** The newest first among equals. */
function best(score: Map<number, number>, most: number): number[] {
  // Sorting tens of thousands of pairs costs more than finding the mark they must pass.
  const mark = score.size > most ? (Float64Array.from(score.values()).sort().at(-most) ?? 0) : 0
  return [...score]
    .filter(([, value]) => value >= mark)
    .sort(([a, x], [b, y]) => y - x || b - a)
    .slice(0, most)
    .map(([id]) => id)
}

/**
 * What was found with what was said right before and after it and what its conversation began with, what was said when the
 * question says, the latest to fill up.
 */
function readAround(index: RecallIndex, search: Search, ids: number[]): RecallLine[] {
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
    ...index.openings([...conversations].slice(0, MOST_OPENINGS)),
    ...question.spans.flatMap((span) => index.between(chats, span, MOST_DATED)),
  ])
  const room = least - lines.size
  if (room > 0) {
    const latest = index.between(chats, { from: new Date(0), until: asOf }, least)
    read(latest.filter((id) => !lines.has(id)).slice(0, room))
  }
  return [...lines.values()].filter((line) => line.at <= asOf)
}

/** A line that answers need not hold a word of the question: the shorter the lines, the more of them are looked at. */
function reachFor({ messages, meanChars }: Search): Reach {
  if (messages > NOT_MANY_MESSAGES) return narrow
  const share = Math.min(1, Math.max(0, (LOOKED_AT_CHARS / meanChars - narrow.least) / (wide.least - narrow.least)))
  const between = (part: keyof Reach) => Math.round(narrow[part] + share * (wide[part] - narrow[part]))
  return { withNeighbours: between('withNeighbours'), steps: between('steps'), least: between('least') }
}
