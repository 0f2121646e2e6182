import type { ChatId } from '../../domain/ids.ts'
import { plainWords } from '../../lib/text/words.ts'
import type { Database } from '../database.ts'
import { mayRead, mayReadParameters } from './readable.ts'
import { chatList, nameList, ownerList, type WordLists } from './word-lists.ts'

/** The parts of a message by which it can be found. */
export interface Findable {
  id: number
  chat: ChatId
  /** The name of the author. */
  name: string
  text: string
  /** The names of the attached files. */
  files: string[]
}

/**
 * Adds a line to the word index. The entry is written right before the commit, because between two entries any
 * statement that fires a trigger makes FTS5 write its memory to disk, which costs more than everything else about a
 * message.
 */
export function indexWords(db: Database, line: Findable): void {
  db.beforeCommit(() => {
    db.statement('INSERT INTO message_word (rowid, words) VALUES (?, ?)').run(line.id, entryOf(db, line))
  })
}

/** The index stores no text, so it must be told which words to remove. */
export function takeWords(db: Database, line: Findable): void {
  // This line is not reindexed yet, and now it never will be.
  if (line.id < (reindexedFrom(db) ?? 0)) return
  db.runBeforeCommit()
  const removeWords = db.statement("INSERT INTO message_word (message_word, rowid, words) VALUES ('delete', ?, ?)")
  removeWords.run(line.id, entryOf(db, line))
}

/**
 * Each word goes into the list of its chat and into the list of the chat's owner. The name of the author goes only into
 * the latter.
 */
function entryOf(db: Database, { id, chat, name, text, files }: Findable): string {
  const owner = ownerAt(db, chat, id)
  const words = db.words(files.length === 0 ? text : `${text}\n${files.join('\n')}`)
  return `${inList(chatList(chat), words)} ${inList(ownerList(owner), words)} ${inList(nameList(owner), plainWords(name))}`
}

/**
 * One join per list, and duplicates are left to FTS5: measured at a third of the time that filtering and mapping takes.
 */
function inList(list: string, words: string[]): string {
  return words.length === 0 ? '' : list + words.join(` ${list}`)
}

/** The owner under whom a line is indexed: the owner of its chat now, or at the time of the line; 0 for nobody. */
function ownerAt(db: Database, chat: ChatId, id: number): number {
  return db
    .statement(
      `SELECT coalesce((SELECT owner_id FROM earlier_owner WHERE chat = @chat AND up_to >= @id ORDER BY up_to LIMIT 1),
       (SELECT owner_id FROM chat WHERE id = @chat), 0)`,
    )
    .pluck()
    .get({ chat, id }) as number
}

/** All forms of a word: exact ones, and beginnings of longer ones. */
export interface Sought {
  exact: string[]
  beginning?: string | undefined
}

export interface Reach {
  most: number
  /** The first and the last message that counts. */
  from?: number | undefined
  upTo?: number | undefined
}

/**
 * The messages that contain a word, newest first. Entries are read only as far as they are needed, so a word in half of
 * a million messages costs no more than any other.
 */
export function messagesContaining(db: Database, lists: WordLists, word: string, reach: Reach): number[] {
  return messagesContainingAny(db, lists, { exact: [word] }, reach)
}

/** The messages that contain a word in any of its forms, newest first. */
export function messagesContainingAny(
  db: Database,
  lists: WordLists,
  { exact, beginning }: Sought,
  reach: Reach,
): number[] {
  const entries = entriesOf(lists.words, { exact, beginning })
  return entries.length === 0 ? [] : readEntries(db, entries.join(' OR '), lists, reach)
}

/** The messages that contain all of the words, by an author who has all of the names, newest first. */
export function messagesContainingAll(
  db: Database,
  lists: WordLists,
  { words, names }: { words: Sought[]; names: string[] },
  reach: Reach,
): number[] {
  const held = words.map((word) => entriesOf(lists.words, word))
  const called = names.map((name) => entriesOf(lists.names, { exact: [name] }))
  const groups = [...held, ...called]
  if (groups.length === 0 || groups.some((group) => group.length === 0)) return []
  return readEntries(db, groups.map((group) => `(${group.join(' OR ')})`).join(' AND '), lists, reach)
}

function entriesOf(lists: string[], { exact, beginning }: Sought): string[] {
  return lists.flatMap((list) => [
    ...exact.map((word) => `"${list}${word}"`),
    ...(beginning === undefined ? [] : [`"${list}${beginning}"*`]),
  ])
}

/** Speakers in the person's other chats who have one of these words in their name. */
export function speakersNamed(db: Database, lists: WordLists, words: string[], most: number): string[] {
  const nameOf = db.statement(
    'SELECT DISTINCT name FROM json_each(?) AS found JOIN message ON message.id = found.value',
  )
  return words.flatMap((word) => {
    const entries = entriesOf(lists.names, { exact: [word] })
    const ids = entries.length === 0 ? [] : readEntries(db, entries.join(' OR '), lists, { most })
    return ids.length === 0 ? [] : (nameOf.pluck().all(JSON.stringify(ids)) as string[])
  })
}

function readEntries(db: Database, entries: string, lists: WordLists, reach: Reach): number[] {
  db.runBeforeCommit()
  const { from = 0, upTo = Number.MAX_SAFE_INTEGER, most } = reach
  const request = { entries, from, upTo, most }
  const current = readIndex(db, 'message_word', request, lists)
  const refiled = reindexedFrom(db)
  if (refiled === undefined || current.length >= most) return current
  const refiledRequest = { ...request, upTo: Math.min(upTo, refiled - 1), most: most - current.length }
  return [...current, ...readIndex(db, OLD_WORD_TABLE, refiledRequest, lists)]
}

interface AskedEntries {
  entries: string
  from: number
  upTo: number
  most: number
}

type Index = 'message_word' | typeof OLD_WORD_TABLE

function readIndex(db: Database, index: Index, request: AskedEntries, { readable, isMixed }: WordLists): number[] {
  // Lines that were deleted since cannot be removed from the old index.
  const isSaid = index === OLD_WORD_TABLE ? `AND ${index}.rowid NOT IN (SELECT message_id FROM deleted_message)` : ''
  // A list may hold entries that this reader may not see, so each entry is checked.
  const chat = `CROSS JOIN message ON message.id = ${index}.rowid CROSS JOIN chat ON chat.id = message.chat`
  return db
    .statement(
      `SELECT ${index}.rowid FROM ${index} ${isMixed ? chat : ''}
       WHERE ${index} MATCH @entries AND ${index}.rowid BETWEEN @from AND @upTo ${isMixed ? `AND ${mayRead}` : ''} ${isSaid}
       ORDER BY ${index}.rowid DESC LIMIT @most`,
    )
    .pluck()
    .all(isMixed ? { ...request, ...mayReadParameters(readable) } : request) as number[]
}

/** The old index, kept beside the new one until all lines are reindexed. It is searched for the rest. */
const OLD_WORD_TABLE = 'message_word_before'

const REINDEXED_FROM_KEY = 'words_from'

/** The first line in the new index; earlier lines are still in the old one. Undefined once all lines are reindexed. */
export function reindexedFrom(db: Database): number | undefined {
  const from = db.statement('SELECT value FROM meta WHERE key = ?').pluck().get(REINDEXED_FROM_KEY) as
    | string
    | undefined
  return from === undefined ? undefined : Number(from)
}

export function noteReindexed(db: Database, from: number): void {
  const note = 'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value'
  db.statement(note).run(REINDEXED_FROM_KEY, String(from))
}

/** Fast at any size: renames the index and creates an empty one. */
export function putOldWordsAside(db: Database): void {
  const asItIs = db.raw.prepare("SELECT sql FROM sqlite_schema WHERE name = 'message_word'").pluck().get() as string
  // An earlier reindexing was not finished. The oldest index holds the most lines, so the newer one is dropped.
  db.raw.exec(
    reindexedFrom(db) === undefined
      ? `ALTER TABLE message_word RENAME TO ${OLD_WORD_TABLE}`
      : 'DROP TABLE message_word',
  )
  db.raw.exec(asItIs)
  noteReindexed(db, (db.raw.prepare('SELECT ifnull(max(id), 0) FROM message').pluck().get() as number) + 1)
}

export function dropOldWords(db: Database): void {
  db.raw.exec(`DROP TABLE ${OLD_WORD_TABLE}`)
  db.statement('DELETE FROM meta WHERE key = ?').run(REINDEXED_FROM_KEY)
}
