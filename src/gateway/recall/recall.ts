import type { ChatId } from '../../domain/ids.ts'
import type { Meaning } from '../../domain/meaning.ts'
import { createWordReader } from '../../lib/text/words.ts'
import { gatherCandidates } from './candidates.ts'
import { type Weighed, type Weighing, weigh } from './evidence.ts'
import { createLexicon } from './lexicon.ts'
import { ALIKE_FROM, findAlike } from './meaning.ts'
import { readQuestion } from './question.ts'
import { reasonFor } from './reason.ts'
import type { RecallIndex, RecallLine } from './recall-index.ts'
import { profileFor, scoreOf } from './weights.ts'

export interface RecallQuery {
  text: string
  /** What it is about, where vectors are on. */
  meaning?: Meaning | undefined
  /** What the person may read, where they ask first. */
  chats: Iterable<ChatId>
  /** Nothing newer, and of what people said nothing from this message on. */
  bound: { asOf: Date; before?: number }
  timezone: string
  /** The end of the conversation as it stands, oldest first: what the question is asked in. */
  tail?: TailLine[]
  /** Not to be found: they are before the model anyway. */
  exclude?: ReadonlySet<number>
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
  /** What the past has to say to this, best first: what speaks of it, what was said around that, and what may matter. */
  recall(query: RecallQuery): Hit[]
  /** What holds the words, or speaks of the same, best first; reaches behind a cleared context, because it was asked for. */
  search(query: RecallQuery): Hit[]
}

/** A conversation is going on when its last line is not older. */
const LIVE_MS = 30 * 60_000
/** Of the conversation that goes on, the lines that say what it is about. */
const LIVE_LINES = 4
const SHORTEST_LINE = 20
/** What a line of the chat one searches in is ahead of others by: holding the rarest word still counts for more. */
const SAME_CHAT_BONUS = 8
const REMEMBERED_LINES = 5000
const REMEMBERED_WORDS = 100_000
/** Beyond what was weighed, so many of the latest lines may fill the room that is left. */
const FILLER_LINES = 100
const endOfTime = new Date(8.64e15)

/** Finds the few lines that matter among all that was ever said. Needs no model and no network. */
export function createRecall(index: RecallIndex): Recall {
  const words = createWordReader()
  const memory = createMemory()
  return {
    recall(query) {
      const { limit, bound } = query
      const isOpen = ({ cleared }: RecallLine) => !cleared || cleared > bound.asOf
      const hits = toHits(
        find(query, bound.asOf).filter(({ found }) => isOpen(found.line)),
        limit,
      )
      if (hits.length >= limit) return hits
      return [...hits, ...fillUp(query, hits).filter(({ line }) => isOpen(line))].slice(0, limit)
    },
    search(query) {
      const [here] = query.chats
      const ranked = find({ ...query, tail: [] }, endOfTime)
        .filter(({ found: { evidence } }) => evidence.words > 0 || evidence.meaning >= ALIKE_FROM)
        .map((one) => (one.found.line.chat === here ? { ...one, score: one.score + SAME_CHAT_BONUS } : one))
      return toHits(ranked.sort(bestFirst), query.limit)
    },
  }

  /** What was said last among what nobody looked at: it takes the room that is left, and costs no more than reading it. */
  function fillUp({ chats, bound, exclude }: RecallQuery, hits: Hit[]): Hit[] {
    const known = new Set(hits.map(({ line }) => line.id))
    const within = { from: new Date(0), until: bound.asOf }
    const latest = index.between([...chats], within, hits.length + FILLER_LINES).filter((id) => !known.has(id))
    const score = hits.at(-1)?.score ?? 0
    return index
      .lines([...chats], latest.slice(0, FILLER_LINES))
      .filter((line) => line.at <= bound.asOf && wasSaidBefore(line, bound) && !exclude?.has(line.id))
      .sort((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id)
      .map((line) => ({ line, score, reason: 'said lately' }))
  }

  function find(query: RecallQuery, reach: Date): Ranked[] {
    const { text, meaning, bound, timezone, tail = [], exclude } = query
    const chats = [...query.chats]
    const size = index.size(chats)
    const now = bound.asOf
    const question = readQuestion({ text, now, timezone, speakers: index.speakers(chats), words })
    const live = goingOn(tail, now)
    const liveWords = live.toReversed().flatMap((line) => words(line.text))
    const search = {
      chats,
      question,
      liveWords: [...new Set(liveWords)],
      asOf: reach,
      meaning,
      messages: size.messages,
    }
    const candidates = gatherCandidates(index, search)
    const weighed = weigh({
      candidates,
      alike: findAlike(index, meaning, candidates.lines),
      question,
      meanChars: Math.max(SHORTEST_LINE, size.chars / Math.max(1, size.messages)),
      ...memory(),
      now,
      live: live.at(-1)?.conversation,
    })
    const profile = profileFor(size)
    return weighed
      .filter(({ line }) => !exclude?.has(line.id) && wasSaidBefore(line, bound))
      .map((found) => ({ found, score: scoreOf(found.evidence, profile), reason: () => reasonFor(found, question) }))
      .sort(bestFirst)
  }
}

/** A stored line never changes, so its words are read once for all the questions of a conversation. */
function createMemory(): () => Pick<Weighing, 'lexicon' | 'words'> {
  let lexicon = createLexicon()
  const known = new Map<number, number[]>()
  const wordsOf = (line: RecallLine) => {
    let said = known.get(line.id)
    if (!said) {
      if (known.size >= REMEMBERED_LINES) known.clear()
      said = lexicon.read(line.text)
      known.set(line.id, said)
    }
    return said
  }
  return () => {
    if (lexicon.size() > REMEMBERED_WORDS) {
      lexicon = createLexicon()
      known.clear()
    }
    return { lexicon, words: wordsOf }
  }
}

function wasSaidBefore({ author, id }: RecallLine, { before }: RecallQuery['bound']): boolean {
  return author === 'bot' || before === undefined || id < before
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

function goingOn(tail: TailLine[], now: Date): TailLine[] {
  const last = tail.at(-1)
  if (!last || last.conversation === undefined || now.getTime() - last.at.getTime() > LIVE_MS) return []
  return tail.filter(({ conversation }) => conversation === last.conversation).slice(-LIVE_LINES)
}
