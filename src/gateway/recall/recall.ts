import type { Meaning } from '../../domain/meaning.ts'
import type { Readable } from '../../domain/readable.ts'
import { createQuestionReader, plainWords } from '../../lib/text/words.ts'
import { readCalled } from './called.ts'
import { type FoundWord, gatherCandidates } from './candidates.ts'
import { type Weighed, weigh } from './evidence.ts'
import { type Bar, createStop } from './evidence-stop.ts'
import { createLineWords } from './line-words.ts'
import { ALIKE_FROM, findAlike } from './meaning.ts'
import { type Question, readQuestion, subjectOf } from './question.ts'
import { type Rank, rankBy } from './rank.ts'
import { reasonFor } from './reason.ts'
import type { RecallIndex, RecallLine } from './recall-index.ts'
import { mostAlike, withoutRepeats } from './repeats.ts'
import { spread } from './several/spread.ts'
import { weights } from './weights.ts'

export interface RecallQuery {
  text: string
  /** What it is about, where vectors are on. */
  meaning?: Meaning | undefined
  /** What the person may read. */
  chats: Readable
  /** Nothing newer, and of what people said nothing from this message on. */
  bound: { asOf: Date; before?: number }
  timezone: string
  /** The end of the conversation as it stands, oldest first: what the question is asked in. */
  tail?: TailLine[]
  /** Not to be found: they are before the model anyway. */
  exclude?: ReadonlySet<number>
  /** How much must speak for what is shown unasked; 'opening' unless said. */
  bar?: Bar
  /** A conversation is going on when its last line is not older; 30 unless said. */
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
  /** For people: why it was found. */
  reason: string
}

export interface Recall {
  /** What the past has to say to this, best first: what speaks of it and what was said around that, and nothing else. */
  recall(query: RecallQuery): Hit[]
  /** What holds the words, or speaks of the same, best first; reaches behind a cleared context, because it was asked for. */
  search(query: RecallQuery): Hit[]
}

const ACTIVE_MINUTES = 30
/** Of the conversation that goes on, the lines that say what it is about. */
const LIVE_LINES = 4
const SHORTEST_LINE = 20
/** What a line of the chat one searches in is ahead of others by: holding the rarest word still counts for more. */
const SAME_CHAT_BONUS = 8
const endOfTime = new Date(8.64e15)

/** How what was found is put in order; the rest is on unless said: a benchmark compares what each of them does. */
export interface RecallMethod {
  rank: Rank
  /** Shows only what enough speaks for. */
  stops?: boolean
  /** Puts together what answers together, where one line does not. */
  spreads?: boolean
}

const asShipped: RecallMethod = { rank: rankBy(weights) }

/** Finds the few lines that matter among all that was ever said. Needs no model and no network. */
export function createRecall(index: RecallIndex, method: RecallMethod = asShipped): Recall {
  const { rank, stops = true, spreads = true } = method
  const read = createQuestionReader()
  const lineWords = createLineWords()
  return {
    recall(query) {
      const { limit, bound, bar = 'opening' } = query
      const { question, ranked, terms, messages } = find(query, bound.asOf)
      const isEnough = stops ? createStop({ bar, ranked, terms, messages, subject: subjectOf(question) }) : () => true
      const isOpen = ({ cleared }: RecallLine) => !cleared || cleared > bound.asOf
      const isNew = isNewTo(query)
      const open = ranked.filter((one) => isEnough(one) && isNew(one.found.line) && isOpen(one.found.line))
      const { words, lexicon } = lineWords()
      const most = question.several ? undefined : mostAlike[bar]
      const hits =
        question.several === 'count' ? open : withoutRepeats(open, { most, words, isFigure: lexicon.isFigure })
      const kind = spreads ? question.several : undefined
      return toHits(spread(hits, { kind, ranked, words }), limit)
    },
    search(query) {
      const { here } = query.chats
      const isNew = isNewTo(query)
      const ranked = find({ ...query, tail: [] }, endOfTime)
        .ranked.filter(({ found }) => isNew(found.line))
        .filter(({ found: { evidence } }) => evidence.words > 0 || evidence.meaning >= ALIKE_FROM)
        .map((one) => (one.found.line.chat === here ? { ...one, score: one.score + SAME_CHAT_BONUS } : one))
      return toHits(ranked.sort(bestFirst), query.limit)
    },
  }

  function find(query: RecallQuery, reach: Date): Found {
    const { text, meaning, chats, bound, timezone, tail = [], activeMinutes = ACTIVE_MINUTES } = query
    const size = index.size(chats)
    const now = bound.asOf
    const speakers = index.speakers(chats, [...new Set(plainWords(text))])
    const asked = readQuestion({ text, now, timezone, speakers, read })
    const meanChars = Math.max(SHORTEST_LINE, size.chars / Math.max(1, size.messages))
    const live = goingOn(tail, now, activeMinutes)
    const liveWords = live.toReversed().flatMap((line) => read(line.text).map(({ word }) => word))
    const search = {
      chats,
      question: asked,
      liveWords: [...new Set(liveWords)],
      asOf: reach,
      meaning,
      messages: size.messages,
      meanChars,
    }
    const { named, ...candidates } = readCalled(asked, gatherCandidates(index, search))
    const question = { ...asked, named }
    const weighed = weigh({
      candidates,
      alike: findAlike(index, meaning, candidates.lines),
      question,
      meanChars,
      ...lineWords(),
      now,
      live: live.at(-1)?.conversation,
    })
    const scores = rank(weighed, {
      assistant: size.botMessages / Math.max(1, size.messages),
      tells: question.tells,
      goesOn: live.length > 0,
    })
    const ranked = weighed
      .map((found, at) => ({ found, score: scores[at] ?? 0, reason: () => reasonFor(found, question) }))
      .sort(bestFirst)
    return { question, ranked, terms: candidates.terms, messages: size.messages }
  }
}

/** Said before the question, and not before the model anyway. */
function isNewTo({ exclude, bound }: RecallQuery): (line: RecallLine) => boolean {
  return (line) => !exclude?.has(line.id) && wasSaidBefore(line, bound)
}

function wasSaidBefore({ author, id }: RecallLine, { before }: RecallQuery['bound']): boolean {
  return author === 'bot' || before === undefined || id < before
}

interface Found {
  question: Question
  /** All that was looked at, best first. */
  ranked: Ranked[]
  terms: FoundWord[]
  messages: number
}

interface Ranked {
  found: Weighed
  score: number
  reason(): string
}

function bestFirst(a: Ranked, b: Ranked): number {
  return b.score - a.score || b.found.line.id - a.found.line.id
}

function toHits(ranked: Ranked[], limit: number): Hit[] {
  return ranked.slice(0, limit).map(({ found, score, reason }) => ({ line: found.line, score, reason: reason() }))
}

function goingOn(tail: TailLine[], now: Date, activeMinutes: number): TailLine[] {
  const last = tail.at(-1)
  if (!last || last.conversation === undefined || now.getTime() - last.at.getTime() > activeMinutes * 60_000) return []
  return tail.filter(({ conversation }) => conversation === last.conversation).slice(-LIVE_LINES)
}
