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
import type { FoundLines, MessageQuery } from '../../tools/library.ts'
import type { Search } from './search.ts'
import { type Term, termsOf } from './search-terms.ts'
import { readWhen, whenHelp } from './when.ts'
import { readWhose } from './whose.ts'

export interface MessageSearchDeps {
  db: Database
  clock: Clock
  /** Says which of what was found comes first. */
  search: Search
}

/** Who asks: how far they may read, where they live, and what their words mean where that is known. */
export interface Asker {
  reader: SearchReader
  timezone: string
  meaning: Meaning | undefined
}

export interface FoundIds extends Pick<FoundLines, 'holdAll' | 'holdSome' | 'alike' | 'isAll'> {
  terms: Term[]
  /** Of the asked part, in the asked order. */
  ids: number[]
}

/** So many are put in order by how well they fit; what comes after them follows by time. */
const MOST_RANKED = 400

/** Counts every line that fits, unlike recall, which looks for the few that matter. */
export function createMessageSearch({ db, clock, search }: MessageSearchDeps) {
  const read = createQuestionReader()
  return (asked: MessageQuery, { reader, timezone, meaning }: Asker): FoundIds | { problem: string } => {
    const terms = termsOf(asked.query, read)
    if (terms.length === 0 && asked.query.trim() !== '') return { problem: noTellingWord }
    const time = readTime(asked, clock.now(), timezone)
    if ('problem' in time) return time
    const own = new Set(messageIdsOf(db, reader.task))
    const isTheirs = readWhose(db, asked.person, reader.personId)
    const filter = {
      ...time,
      cleared: asked.cleared,
      isWanted: (line: LineFacts) => isTheirs(line) && !own.has(line.id),
    }
    const chats = readableBy(reader)
    const page = (lines: LineFacts[]) => lines.slice(asked.offset, asked.offset + asked.limit).map(({ id }) => id)
    if (terms.length === 0) {
      const { lines, isAll } = linesWithin(db, chats, filter)
      const inOrder = lines.sort(asked.order === 'newest' ? newestFirst : oldestFirst)
      return { terms, ids: page(inOrder), holdAll: lines.length, holdSome: 0, alike: 0, isAll }
    }
    const { lines, held, isAll } = linesHolding(db, chats, terms, filter)
    const { full, part } = partByFit(lines, terms, held)
    const counts = { terms, holdAll: full.length, holdSome: part.length, isAll }
    if (asked.order !== 'best') {
      const byTime = asked.order === 'newest' ? newestFirst : oldestFirst
      return { ...counts, alike: 0, ids: page([...full.sort(byTime), ...part.sort(byTime)]) }
    }
    const best = search(reader, asked.query, MOST_RANKED, meaning).map(({ id }) => id)
    const rank = new Map(best.map((id, at) => [id, at]))
    const byRank = (a: LineFacts, b: LineFacts) =>
      (rank.get(a.id) ?? MOST_RANKED) - (rank.get(b.id) ?? MOST_RANKED) || newestFirst(a, b)
    const alike = meaning ? readAlike(filter) : []
    return {
      ...counts,
      alike: alike.length,
      ids: page([...full.sort(byRank), ...part.sort(byRank), ...alike.sort(byRank)]),
    }

    function readAlike(wanted: LineFilter): LineFacts[] {
      return readLines(
        db,
        chats,
        best.filter((id) => !held.has(id)),
        wanted,
      )
    }
  }
}

const noTellingWord =
  'These words stand in nearly every line. Give one or two telling words, or leave query out and give person, from or to.'

function readTime(
  { from, to }: MessageQuery,
  now: Date,
  timezone: string,
): Pick<LineFilter, 'from' | 'until'> | { problem: string } {
  const first = from === undefined ? undefined : readWhen(from, now, timezone)
  const last = to === undefined ? undefined : readWhen(to, now, timezone)
  if (from !== undefined && !first) return { problem: `"from" is not understood. Give ${whenHelp}.` }
  if (to !== undefined && !last) return { problem: `"to" is not understood. Give ${whenHelp}.` }
  if (first && last && first.from >= last.until)
    return { problem: '"from" lies after "to", so nothing is between them.' }
  return { from: first?.from, until: last?.until }
}

/** Those that hold all of the words, and the others. Whoever says a line need not name themselves in it. */
function partByFit(lines: LineFacts[], terms: Term[], held: Map<number, Set<number>>) {
  const named = new Map<string, Set<string>>()
  const isNamed = (name: string, word: string) => {
    const words = named.get(name) ?? new Set(plainWords(name))
    named.set(name, words)
    return words.has(word)
  }
  const holds = ({ id, name }: LineFacts) =>
    terms.every(({ spelt }, at) => held.get(id)?.has(at) || isNamed(name, spelt))
  const full = new Set(lines.filter(holds))
  return { full: [...full], part: lines.filter((line) => !full.has(line)) }
}

const oldestFirst = (a: LineFacts, b: LineFacts) => a.at.getTime() - b.at.getTime() || a.id - b.id
const newestFirst = (a: LineFacts, b: LineFacts) => oldestFirst(b, a)
