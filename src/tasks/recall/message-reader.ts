import { foreignInLine } from '../../domain/message-parts.ts'
import { isLessTrusted } from '../../domain/person.ts'
import { plainName, toPlainLine } from '../../gateway/rendering/line.ts'
import { withoutCredentials } from '../../lib/text/secrets.ts'
import { truncate, wholeBefore } from '../../lib/text/text.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { countMessages } from '../../store/messages/chats.ts'
import { findOpenEpoch } from '../../store/recall/epochs.ts'
import { readLines, speakersIn } from '../../store/recall/line-search.ts'
import { createRecallSource } from '../../store/recall/recall-source.ts'
import { type FoundMessage, linesAround, readableBy, readFound, type SearchReader } from '../../store/recall/search.ts'
import { messageIdsOf } from '../../store/work/tasks.ts'
import type { FoundLine, MessageLine, MessageQuery, MessageReader } from '../../tools/message-reader.ts'
import type { Scope } from '../../tools/tool.ts'
import { type EmbedQuery, embedOrUndefined } from './embedding.ts'
import { createMessageSearch, type FoundIds, type SearchAsker } from './message-search.ts'
import type { FindOtherWords } from './other-words.ts'
import { type MessageSearch, readerIn } from './search.ts'
import { createTermTest, formsIn } from './search-terms.ts'

export interface MessageReaderDeps {
  db: Database
  clock: Clock
  search: MessageSearch
  /** Whether people other than the owner may search their other private chats. */
  isSharedHistory(): boolean
  embedQuery?: EmbedQuery | undefined
  /** Without it, a search that finds little is not tried again. */
  findOtherWords?: FindOtherWords | undefined
}

/** How many characters are shown of a found message, around the matching word, and of its neighbours. */
const MAX_FOUND_CHARS = 400
const MAX_NEIGHBOUR_CHARS = 200
/** Limits for reading the messages around a given one: for all of them together, and for the given one. */
const MAX_CONTEXT_CHARS = 17_000
const MAX_MIDDLE_CHARS = 12_000
const MIN_LINE_CHARS = 120
const MAX_SPEAKERS = 12
const MAX_FILE_NAME_CHARS = 120

/** Implements the search tools on the store, and decides what each task may read. */
export function createMessageReader(deps: MessageReaderDeps): MessageReader {
  const { db, clock, search, embedQuery } = deps
  const find = createMessageSearch({ db, clock, search })
  const source = createRecallSource(db)
  return {
    async search(scope, query) {
      const meaning = query.order === 'best' ? await embedOrUndefined(embedQuery, query.query) : undefined
      // Determined for each search, because another tool may show the model a stranger's words in the meantime.
      const createAsker = () => ({ reader: readerOf(deps, scope), timezone: scope.timezone, meaning })
      const first = find(query, createAsker())
      if ('problem' in first) return first
      const otherWords =
        deps.findOtherWords && foundLittle(first, query) ? await deps.findOtherWords(scope, query.query) : undefined
      const asker = createAsker()
      const found = otherWords ? find(query, asker) : first
      if ('problem' in found) return found
      const { ids: firstIds, terms: firstTerms, period, ...counts } = found
      const again = otherWords && searchAgain(otherWords, query, asker, found)
      const { reader } = asker
      const ids = [...firstIds, ...(again?.ids ?? [])]
      const terms = [...firstTerms, ...(again?.terms ?? [])]
      const neighboursById = readNeighbours(scope, reader, ids, query)
      const visible = withoutSecrets(scope, readFound(db, [...ids, ...[...neighboursById.values()].flat()]))
      const lineById = new Map(visible.map((line) => [line.id, line]))
      const isHit = createTermTest(terms, db.words)
      const lines = ids.flatMap((id): FoundLine[] => {
        const line = lineById.get(id)
        if (!line) return []
        const neighbours = (neighboursById.get(id) ?? []).flatMap((other) => lineById.get(other) ?? [])
        const toShortLine = (other: FoundMessage) => toLine(scope, other, truncate(other.text, MAX_NEIGHBOUR_CHARS))
        return [
          {
            ...toLine(scope, line, excerpt(line.text, isHit, MAX_FOUND_CHARS)),
            before: neighbours.filter((other) => isBefore(other, line)).map(toShortLine),
            after: neighbours.filter((other) => isBefore(line, other)).map(toShortLine),
          },
        ]
      })
      const isEmpty = counts.matchingAll + counts.matchingSome + counts.similar === 0
      const speakers = isEmpty && query.person !== undefined ? speakersIn(db, readableBy(reader)) : []
      return {
        ...counts,
        period,
        otherSearches: again && { searches: again.searches, matching: again.matching },
        words: firstTerms.map(({ spelt }) => spelt),
        forms: formsIn(
          firstIds.flatMap((id) => lineById.get(id) ?? []),
          firstTerms,
          createTermTest(firstTerms, db.words),
        ),
        lines,
        withheldCount: ids.length - lines.length,
        speakers: speakers.slice(0, MAX_SPEAKERS).map(lineName),
      }
    },
    around(scope, message, { count, cleared }) {
      const found = linesAround(db, readerOf(deps, scope), message, count)
      const readable = readOpen(
        scope,
        found.map(({ id }) => id),
        cleared,
      )
      // The message itself was asked for by id, but its neighbours may be behind a cleared context.
      const visible = withoutSecrets(
        scope,
        found.filter(({ id }) => id === message || readable.has(id)),
      )
      const middleChars = Math.min(MAX_MIDDLE_CHARS, visible.find(({ id }) => id === message)?.text.length ?? 0)
      const charsPerLine = Math.max(
        MIN_LINE_CHARS,
        Math.floor((MAX_CONTEXT_CHARS - middleChars) / Math.max(1, visible.length)),
      )
      return visible.map((line) =>
        toLine(scope, line, truncate(line.text, line.id === message ? MAX_MIDDLE_CHARS : charsPerLine)),
      )
    },
    status(scope) {
      const epoch = findOpenEpoch(db, scope.lane)
      return {
        epochOpenedAt: epoch && new Date(epoch.openedAt),
        turns: epoch?.turns ?? 0,
        contextTokens: epoch?.contextTokens ?? 0,
        windowTokens: epoch?.windowTokens ?? undefined,
        storedMessages: countMessages(db, scope.chat),
      }
    },
  }

  /** Searches for other words with the same limits and the same reader, for messages that the first search missed. */
  function searchAgain(searches: string[], query: MessageQuery, asker: SearchAsker, first: FoundIds) {
    const results = searches.flatMap((words): FoundIds[] => {
      const found = find({ ...query, query: words }, { ...asker, meaning: undefined }, first.period)
      // Words that only name a time, or are too common, would find everything.
      return 'problem' in found || found.terms.length === 0 || found.period !== first.period ? [] : [found]
    })
    const all = results.flatMap(({ ids, matchingAll }) => ids.slice(0, matchingAll))
    const missed = [...new Set(all)].filter((id) => !first.ids.includes(id))
    const terms = results.flatMap((result) => result.terms)
    return { searches, terms, ids: missed.slice(0, query.limit), matching: missed.length }
  }

  /** The neighbours of each found message, in order. A message that is shown anyway is not repeated. */
  function readNeighbours(scope: Scope, reader: SearchReader, ids: number[], { neighbours, cleared }: MessageQuery) {
    const shownIds = new Set([...ids, ...messageIdsOf(db, reader.task)])
    const neighboursById = new Map<number, number[]>()
    if (neighbours === 0) return neighboursById
    for (const id of ids) {
      const neighbourIds = source.around([id], neighbours).filter((neighbourId) => !shownIds.has(neighbourId))
      const openLines = readOpen(scope, neighbourIds, cleared)
      neighboursById.set(
        id,
        [...openLines.values()].toSorted((a, b) => (isBefore(a, b) ? -1 : 1)).map((line) => line.id),
      )
      for (const neighbourId of neighbourIds) shownIds.add(neighbourId)
    }
    return neighboursById
  }

  /** The messages that still exist in their chat and are not behind a cleared context. */
  function readOpen(scope: Scope, ids: number[], cleared: boolean) {
    const everything = { from: undefined, until: undefined, isWanted: () => true, cleared }
    const lines = readLines(db, readableBy(readerOf(deps, scope)), ids, everything)
    return new Map(lines.map((line) => [line.id, line]))
  }
}

/** Whether no message contains all of the words or means the same. Only a first page is worth another search. */
function foundLittle({ terms, matchingAll, similar }: FoundIds, { offset }: MessageQuery): boolean {
  return terms.length > 0 && offset === 0 && matchingAll + similar === 0
}

function isBefore(a: { at: Date; id: number }, b: { at: Date; id: number }): boolean {
  return a.at < b.at || (a.at.getTime() === b.at.getTime() && a.id < b.id)
}

/** Other chats may be read only while the model has seen no text of others, because such text could ask for them. */
function readerOf({ db, isSharedHistory }: MessageReaderDeps, scope: Scope): SearchReader {
  const reader = readerIn(db, scope, isSharedHistory())
  return { ...reader, everywhere: reader.everywhere && !isLessTrusted(scope.trust, scope.person.role) }
}

/** Masks what looks like a credential. Messages of other chats that contain one are left out. */
function withoutSecrets(scope: Scope, lines: FoundMessage[]): FoundMessage[] {
  const visible = lines.flatMap((line) => {
    const text = withoutCredentials(line.text)
    return line.chat === scope.chat || text === line.text ? [{ ...line, text }] : []
  })
  scope.noteForeign(visible.flatMap((line) => foreignInLine({ ...line, name: line.who })))
  return visible
}

function toLine(
  scope: Scope,
  { id, at, author, who, chat, chatTitle, files, otherBranch }: FoundMessage,
  text: string,
): MessageLine {
  const name = author === 'bot' ? 'you' : lineName(who)
  return {
    id,
    at,
    who: name,
    chatTitle: chat === scope.chat ? undefined : lineName(chatTitle),
    text,
    files: files.map(fileName),
    isReplaced: otherBranch !== undefined,
  }
}

/** A name that is safe at the head of a line, where colons and parentheses have a meaning. */
function lineName(name: string): string {
  const displayName = plainName(name.normalize('NFKC').replace(/[():“”]/g, ' '))
  return /\byou\b/i.test(displayName) && !displayName.startsWith('“') ? `“${displayName}”` : displayName
}

function fileName(name: string): string {
  return truncate(withoutCredentials(toPlainLine(name)), MAX_FILE_NAME_CHARS)
}

/** The part of a long text that contains one of the words. */
export function excerpt(text: string, isWord: (word: string) => boolean, maxChars: number): string {
  if (text.length <= maxChars) return text
  const at = firstHit(text, isWord)
  if (at < maxChars / 2) return truncate(text, maxChars)
  const from = wholeBefore(text, Math.min(at - Math.floor(maxChars / 3), text.length - maxChars + 1))
  return `…${truncate(text.slice(from), maxChars - 1)}`
}

/** Only the beginning of a text is searched, up to this length. */
const MAX_SEARCHED_CHARS = 100_000

function firstHit(text: string, isWord: (word: string) => boolean): number {
  for (const { 0: word, index } of text.slice(0, MAX_SEARCHED_CHARS).matchAll(/[\p{L}\p{N}\p{M}]+/gu))
    if (isWord(word)) return index
  return 0
}
