import type { Meaning } from '../../domain/recall.ts'
import { createQuestionReader, plainWords } from '../../lib/text/words.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import {
  type LineFacts,
  type LineFilter,
  linesHolding,
  linesWithin,
  readLines,
} from '../../store/recall/line-search.ts'
import { readableBy, type SearchReader } from '../../store/recall/search.ts'
import { messageIdsOf } from '../../store/work/tasks.ts'
import type { FoundLines, MessageQuery } from '../../tools/message-reader.ts'
import { dateBoundHelp, readDateBound } from './date-bounds.ts'
import { readDateWords } from './date-words.ts'
import type { MessageSearch } from './search.ts'
import { type SearchTerm, searchTermsOf } from './search-terms.ts'

export interface MessageSearchDeps {
  db: Database
  clock: Clock
  /** Ranks the results. */
  search: MessageSearch
}

/** A period in which to search, and the words of the query that named it. */
export interface NamedPeriod {
  words: string
  from: Date
  until: Date
}

/** Who searches: what they may read, their time zone, and the embedding of the query if known. */
export interface SearchAsker {
  reader: SearchReader
  timezone: string
  meaning: Meaning | undefined
}

export interface FoundIds extends Pick<FoundLines, 'matchingAll' | 'matchingSome' | 'similar' | 'isComplete'> {
  terms: SearchTerm[]
  /** The requested page of results, in the requested order. */
  ids: number[]
  /** The period that time words in the query were read as. */
  period?: NamedPeriod | undefined
}

/** How many results are ranked by relevance. The others follow by time. */
const MAX_RANKED = 400

/** Finds and counts every matching message, unlike recall, which looks for the few that matter. */
export function createMessageSearch({ db, clock, search }: MessageSearchDeps) {
  const read = createQuestionReader()
  /** A given period is that of an earlier search, whose words named it. */
  return (query: MessageQuery, asker: SearchAsker, period?: NamedPeriod): FoundIds | { problem: string } => {
    if (period) return { ...find(query, asker, searchTermsOf(query.query, read), period), period }
    const time = readTime(query, clock.now(), asker.timezone)
    if ('problem' in time) return time
    const dated = time.from || time.until ? undefined : readDateWords(query.query, clock.now(), asker.timezone)
    const terms = searchTermsOf(query.query, read)
    if (dated) {
      // "flight 14 June" may be about a message that contains these words, on whichever day it was written.
      const literal = /\d/.test(dated.words) ? find(query, asker, terms, time) : undefined
      if (literal && literal.matchingAll > 0) return literal
      const named = { words: dated.words, ...dated.span }
      const found = find({ ...query, query: dated.rest }, asker, searchTermsOf(dated.rest, read), named)
      if (found.matchingAll + found.similar > 0) return { ...found, period: named }
    }
    if (terms.length === 0 && query.query.trim() !== '') return { problem: tooCommonWords }
    return find(query, asker, terms, time)
  }

  function find(
    query: MessageQuery,
    { reader, meaning }: SearchAsker,
    terms: SearchTerm[],
    { from, until }: Pick<LineFilter, 'from' | 'until'>,
  ): FoundIds {
    const ownIds = new Set(messageIdsOf(db, reader.task))
    const isByAuthor = createAuthorTest(db, query.person, reader.personId)
    const filter = {
      from,
      until,
      cleared: query.cleared,
      isWanted: (line: LineFacts) => isByAuthor(line) && !ownIds.has(line.id),
    }
    const chats = readableBy(reader)
    const page = (lines: LineFacts[]) => lines.slice(query.offset, query.offset + query.limit).map(({ id }) => id)
    if (terms.length === 0) {
      const { lines, isComplete } = linesWithin(db, chats, filter)
      const inOrder = lines.sort(query.order === 'newest' ? newestFirst : oldestFirst)
      return { terms, ids: page(inOrder), matchingAll: lines.length, matchingSome: 0, similar: 0, isComplete }
    }
    const { lines, held: termsById, isComplete } = linesHolding(db, chats, terms, filter)
    const { full: matchingAll, part: matchingSome } = splitByMatch(lines, terms, termsById)
    const counts = { terms, matchingAll: matchingAll.length, matchingSome: matchingSome.length, isComplete }
    if (query.order !== 'best') {
      const byTime = query.order === 'newest' ? newestFirst : oldestFirst
      return { ...counts, similar: 0, ids: page([...matchingAll.sort(byTime), ...matchingSome.sort(byTime)]) }
    }
    const best = search(reader, query.query, MAX_RANKED, meaning).map(({ id }) => id)
    const rank = new Map(best.map((id, at) => [id, at]))
    const byRank = (a: LineFacts, b: LineFacts) =>
      (rank.get(a.id) ?? MAX_RANKED) - (rank.get(b.id) ?? MAX_RANKED) || newestFirst(a, b)
    const similar = meaning ? readSimilar(filter) : []
    return {
      ...counts,
      similar: similar.length,
      ids: page([...matchingAll.sort(byRank), ...matchingSome.sort(byRank), ...similar.sort(byRank)]),
    }

    function readSimilar(filterUsed: LineFilter): LineFacts[] {
      return readLines(
        db,
        chats,
        best.filter((id) => !termsById.has(id)),
        filterUsed,
      )
    }
  }
}

const tooCommonWords =
  'These words are in nearly every message. Give one or two distinctive words, or omit query and give person, from or to.'

function readTime(
  { from, to }: MessageQuery,
  now: Date,
  timezone: string,
): Pick<LineFilter, 'from' | 'until'> | { problem: string } {
  const first = from === undefined ? undefined : readDateBound(from, now, timezone)
  const last = to === undefined ? undefined : readDateBound(to, now, timezone)
  if (from !== undefined && !first) return { problem: `"from" is not understood. Give ${dateBoundHelp}.` }
  if (to !== undefined && !last) return { problem: `"to" is not understood. Give ${dateBoundHelp}.` }
  if (first && last && first.from >= last.until)
    return { problem: '"from" lies after "to", so there is nothing between them.' }
  return { from: first?.from, until: last?.until }
}

/** Separates the messages that have all of the words from the rest. The author's name counts as part of a message. */
function splitByMatch(lines: LineFacts[], terms: SearchTerm[], termsById: Map<number, Set<number>>) {
  const wordsByName = new Map<string, Set<string>>()
  const nameHas = (name: string, word: string) => {
    const words = wordsByName.get(name) ?? new Set(plainWords(name))
    wordsByName.set(name, words)
    return words.has(word)
  }
  const hasAllTerms = ({ id, name }: LineFacts) =>
    terms.every(({ spelt }, at) => termsById.get(id)?.has(at) || nameHas(name, spelt))
  const matchingAll = new Set(lines.filter(hasAllTerms))
  return { full: [...matchingAll], part: lines.filter((line) => !matchingAll.has(line)) }
}

const oldestFirst = (a: LineFacts, b: LineFacts) => a.at.getTime() - b.at.getTime() || a.id - b.id
const newestFirst = (a: LineFacts, b: LineFacts) => oldestFirst(b, a)

/** Tests whether a message is by the requested author. */
type AuthorTest = (line: Pick<LineFacts, 'author' | 'personId' | 'name'>) => boolean

/** "me" is the person who asks and "you" is the assistant. Anything else, including these in quotes, is a name. */
function createAuthorTest(db: Database, given: string | undefined, asker: number): AuthorTest {
  const wantedAuthor = given?.trim().toLowerCase() ?? ''
  if (wantedAuthor === '') return () => true
  if (wantedAuthor === 'me') return ({ author, personId }) => author === 'human' && personId === asker
  if (wantedAuthor === 'you') return ({ author }) => author === 'bot'
  const hasName = createNameTest(wantedAuthor)
  const people = db.statement('SELECT id, name FROM person').all() as { id: number; name: string }[]
  // A person may use different names in different places.
  const ids = new Set<number | null>(people.filter(({ name }) => hasName(name)).map(({ id }) => id))
  return ({ author, personId, name }) => author === 'human' && (ids.has(personId) || hasName(name))
}

/** Some of a person's names are enough: "Ben" finds Ben Novak. */
function createNameTest(wantedName: string): (name: string) => boolean {
  const wanted = plainWords(wantedName)
  const results = new Map<string, boolean>()
  const test = (name: string) => {
    const words = new Set(plainWords(name))
    return wanted.length > 0 ? wanted.every((word) => words.has(word)) : name.trim().toLowerCase() === wantedName
  }
  return (name) => {
    const cached = results.get(name)
    const isMatch = cached ?? test(name)
    if (cached === undefined) results.set(name, isMatch)
    return isMatch
  }
}
