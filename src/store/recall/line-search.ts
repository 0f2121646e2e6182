import type { ChatId } from '../../domain/ids.ts'
import type { Author } from '../../domain/message.ts'
import type { Readable } from '../../domain/recall.ts'
import type { Database } from '../database.ts'
import { hasNewerVersion } from '../messages/messages.ts'
import { mayRead, mayReadParameters, searchScopes } from './readable.ts'
import { messagesContainingAny, type Sought } from './word-index.ts'
import { listsFor, type WordLists } from './word-lists.ts'

/** What is known about a line before its text is read. */
export interface LineFacts {
  id: number
  chat: ChatId
  author: Author
  personId: number | null
  name: string
  at: Date
}

/** Which lines count. */
export interface LineFilter {
  from: Date | undefined
  until: Date | undefined
  isWanted: (line: LineFacts) => boolean
  /** Whether lines from before /context clear count too. */
  cleared: boolean
}

export interface CountedLines {
  lines: LineFacts[]
  /** False if there were more lines than we look at. */
  isComplete: boolean
}

export interface HeldLines extends CountedLines {
  /** For each line, the indexes of the words it contains. */
  held: Map<number, Set<number>>
}

/** The most lines we look at for one word or one period, newest first: a tenth of a second at most. */
const MAX_LINES = 10_000
/** The most index entries of a word that we skip to reach a period. These are only numbers, no texts. */
const MAX_SKIPPED_ENTRIES = 300_000
/**
 * If a word has this many lines, we do not look for longer words that begin with it, because that reads every entry.
 */
const COMMON_FROM = 1000

const SPEAKER_LINES = 1000

/** Every line that contains one of the words in any form, unordered. */
export function linesHolding(db: Database, readable: Readable, words: Sought[], filter: LineFilter): HeldLines {
  const held = new Map<number, Set<number>>()
  const lists = listsFor(db, readable)
  let isComplete = true
  for (const [at, word] of words.entries()) {
    const { ids, isWhole } = holdersWithin(db, lists, word, filter)
    isComplete &&= isWhole
    for (const id of ids) held.set(id, (held.get(id) ?? new Set()).add(at))
  }
  const lines = readLines(db, readable, [...held.keys()], filter)
  return { lines, held, isComplete }
}

/** Every line of a period, unordered. */
export function linesWithin(db: Database, readable: Readable, filter: LineFilter): CountedLines {
  const { ids, isWhole } = idsWithin(db, readable, filter)
  return { lines: readLines(db, readable, ids, filter), isComplete: isWhole }
}

/** The names of the recent speakers. */
export function speakersIn(db: Database, readable: Readable): string[] {
  const parameters = { ...mayReadParameters(readable), from: 0, until: Number.MAX_SAFE_INTEGER, most: SPEAKER_LINES }
  const names = searchScopes(db, readable).flatMap((part) => {
    const read = `SELECT DISTINCT name FROM (${said[part]}) JOIN message ON message.id = message_id
      JOIN chat ON chat.id = message.chat WHERE author = 'human' AND ${mayRead}`
    return db.statement(read).pluck().all(parameters) as string[]
  })
  return [...new Set(names)]
}

/** The lines among these that count. */
export function readLines(db: Database, readable: Readable, ids: number[], filter: LineFilter): LineFacts[] {
  const parameters = {
    ...bounds(filter),
    ...mayReadParameters(readable),
    cleared: filter.cleared ? 1 : 0,
    ids: JSON.stringify(ids),
  }
  const rows = db.statement(factsById).all(parameters) as (Omit<LineFacts, 'at'> & { at: number })[]
  const lines = rows.map((row) => ({ ...row, at: new Date(row.at) })).filter(filter.isWanted)
  const old = new Set(
    db
      .statement(earlierVersions)
      .pluck()
      .all(JSON.stringify(lines.map(({ id }) => id))) as number[],
  )
  return lines.filter(({ id }) => !old.has(id))
}

const factsById = `SELECT message.id, message.chat, author, person_id AS personId, name, message.at
  FROM json_each(@ids) AS wanted CROSS JOIN message ON message.id = wanted.value CROSS JOIN chat ON chat.id = message.chat
  LEFT JOIN lane ON lane.key = message.lane
  WHERE ${mayRead} AND message.at BETWEEN @from AND @until AND (@cleared OR message.at > ifnull(nullif(lane.cleared_at, 0), -1))
    AND message.id NOT IN (SELECT message_id FROM deleted_message)`

/** The earlier text of an edited message no longer counts. */
const earlierVersions = `SELECT said.id FROM json_each(?) AS wanted JOIN message AS said ON said.id = wanted.value
  WHERE ${hasNewerVersion('said')}`

function bounds({ from, until }: LineFilter): { from: number; until: number } {
  return { from: from?.getTime() ?? 0, until: (until?.getTime() ?? Number.MAX_SAFE_INTEGER) - 1 }
}

interface Ids {
  ids: number[]
  isWhole: boolean
}

/** If a word is too common to look at all of its lines, we look at those of the given period. */
function holdersWithin(db: Database, lists: WordLists, word: Sought, filter: LineFilter): Ids {
  const newest = newestHolders(db, lists, word)
  if (newest.length < MAX_LINES) return { ids: newest, isWhole: true }
  if (!filter.from && !filter.until) return { ids: newest, isWhole: false }
  const said = idsWithin(db, lists.readable, filter)
  const inTime = new Set(said.ids)
  const inOrder = said.ids.toSorted((a, b) => a - b)
  const reach = { most: MAX_SKIPPED_ENTRIES, from: inOrder[0] ?? 0, upTo: inOrder.at(-1) ?? 0 }
  const holders = messagesContainingAny(db, lists, { exact: word.exact }, reach)
  return { ids: holders.filter((id) => inTime.has(id)), isWhole: said.isWhole && holders.length < MAX_SKIPPED_ENTRIES }
}

function newestHolders(db: Database, lists: WordLists, word: Sought): number[] {
  const exact = messagesContainingAny(db, lists, { exact: word.exact }, { most: MAX_LINES })
  if (word.beginning === undefined || exact.length >= COMMON_FROM) return exact
  return messagesContainingAny(db, lists, word, { most: MAX_LINES })
}

/** The lines of a period: the newest conversations first, our unsolicited messages, and versions that are not chosen. */
function idsWithin(db: Database, readable: Readable, filter: LineFilter): Ids {
  const parameters = { ...bounds(filter), ...mayReadParameters(readable), most: MAX_LINES }
  const read = (queries: typeof said) =>
    searchScopes(db, readable).map((part) => db.statement(queries[part]).pluck().all(parameters) as number[])
  const parts = [...read(said), ...read(told), ...read(onOtherBranches)]
  return { ids: parts.flat(), isWhole: parts.every((ids) => ids.length < MAX_LINES) }
}

const saidBy = (index: string, whose: string) => `SELECT message_id FROM conversation INDEXED BY ${index}
  CROSS JOIN conversation_message AS own ON own.conversation_id = conversation.id
  WHERE ${whose} AND started_at <= @until AND last_at >= @from AND own.at BETWEEN @from AND @until
  ORDER BY started_at DESC LIMIT @most`
const said = {
  here: saidBy('conversation_chat', 'chat = @here'),
  own: saidBy('conversation_owner', 'owner_id = @allChatsOf'),
}

/** One chat is read by its lanes, many chats by time. Neither reads the texts. */
const told = {
  here: `SELECT message.id FROM lane CROSS JOIN message INDEXED BY message_background ON message.lane = lane.key
    WHERE lane.chat = @here AND origin <> 'chat' AND kind = 'conversation' AND message.at BETWEEN @from AND @until
    ORDER BY message.id DESC LIMIT @most`,
  own: `SELECT message.id FROM message INDEXED BY message_unasked CROSS JOIN chat ON chat.id = message.chat
    WHERE chat.owner_id = @allChatsOf AND origin <> 'chat' AND kind = 'conversation' AND message.at BETWEEN @from AND @until
    ORDER BY message.at DESC LIMIT @most`,
}

const onBranchOf = (
  whose: string,
) => `SELECT message.id FROM branch INDEXED BY branch_hidden CROSS JOIN branch_message ON branch_id = branch.id
  CROSS JOIN message ON message.id = message_id CROSS JOIN chat ON chat.id = message.chat
  WHERE NOT shown AND kind = 'conversation' AND ${whose} AND message.at BETWEEN @from AND @until LIMIT @most`
const onOtherBranches = { here: onBranchOf('chat.id = @here'), own: onBranchOf('chat.owner_id = @allChatsOf') }
