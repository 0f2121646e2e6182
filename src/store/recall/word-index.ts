import type { ChatId } from '../../domain/ids.ts'
import { plainWords } from '../../lib/text/words.ts'
import type { Database } from '../database.ts'
import { askedBy, mayRead } from './readable.ts'
import { chatList, nameList, ownerList, type WordLists } from './word-lists.ts'

/** The parts of a message by which it is found. */
export interface Findable {
  id: number
  chat: ChatId
  /** The name of its author. */
  name: string
  text: string
  /** The names of its attachments. */
  files: string[]
}

/**
 * Makes a line findable by its words. The entry is written right before the commit: between two entries any statement that
 * fires a trigger makes FTS5 write its memory to disk, which costs more than everything else about a message.
 */
export function indexWords(db: Database, line: Findable): void {
  db.beforeCommit(() => {
    db.statement('INSERT INTO message_word (rowid, words) VALUES (?, ?)').run(line.id, entryOf(db, line))
  })
}

/** Removes a line from the index. The index keeps no text, so it has to be told the words. */
export function takeWords(db: Database, line: Findable): void {
  // Not filed anew yet, and it never will be.
  if (line.id < (reindexedFrom(db) ?? 0)) return
  db.runBeforeCommit()
  const take = db.statement("INSERT INTO message_word (message_word, rowid, words) VALUES ('delete', ?, ?)")
  take.run(line.id, entryOf(db, line))
}

/** Each word is filed twice, in the list of its chat and in the list of its owner; the author's name only in the latter. */
function entryOf(db: Database, { id, chat, name, text, files }: Findable): string {
  const owner = ownerAt(db, chat, id)
  const words = db.words(files.length === 0 ? text : `${text}\n${files.join('\n')}`)
  return `${inList(chatList(chat), words)} ${inList(ownerList(owner), words)} ${inList(nameList(owner), plainWords(name))}`
}

/** FTS5 handles repeated words itself; removing them here takes three times as long (measured). */
function inList(list: string, words: string[]): string {
  return words.length === 0 ? '' : list + words.join(` ${list}`)
}

/** The owner under whom the words of a line are filed: that of its chat now, or when it was said; 0 is nobody. */
function ownerAt(db: Database, chat: ChatId, id: number): number {
  return db
    .statement(
      `SELECT coalesce((SELECT owner_id FROM earlier_owner WHERE chat = @chat AND up_to >= @id ORDER BY up_to LIMIT 1),
       (SELECT owner_id FROM chat WHERE id = @chat), 0)`,
    )
    .pluck()
    .get({ chat, id }) as number
}

/** A word in all its stored forms, and optionally a prefix. */
export interface Sought {
  exact: string[]
  beginning?: string | undefined
}

export interface Reach {
  most: number
  /** The first and the last message to find. */
  from?: number | undefined
  upTo?: number | undefined
}

/**
 * The messages that contain a word, newest first. Its list is read only as far as needed, so a word in half a million
 * messages costs no more than any other.
 */
export function holdersOf(db: Database, lists: WordLists, word: string, reach: Reach): number[] {
  return holdersOfAny(db, lists, { exact: [word] }, reach)
}

/** The messages that contain a word in any of its forms, newest first. */
export function holdersOfAny(db: Database, lists: WordLists, { exact, beginning }: Sought, reach: Reach): number[] {
  const entries = entriesOf(lists.words, { exact, beginning })
  return entries.length === 0 ? [] : readEntries(db, entries.join(' OR '), lists, reach)
}

/** The messages that contain all of the words, by somebody whose name contains all of the names, newest first. */
export function holdersOfAll(
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

/** The people in the owner's other chats whose names contain one of these words. */
export function speakersCalled(db: Database, lists: WordLists, words: string[], most: number): string[] {
  const nameOf = db.statement(
    'SELECT DISTINCT name FROM json_each(?) AS found JOIN message ON message.id = found.value',
  )
  return words.flatMap((word) => {
    const entries = entriesOf(lists.names, { exact: [word] })
    const said = entries.length === 0 ? [] : readEntries(db, entries.join(' OR '), lists, { most })
    return said.length === 0 ? [] : (nameOf.pluck().all(JSON.stringify(said)) as string[])
  })
}

function readEntries(db: Database, entries: string, lists: WordLists, reach: Reach): number[] {
  db.runBeforeCommit()
  const { from = 0, upTo = Number.MAX_SAFE_INTEGER, most } = reach
  const asked = { entries, from, upTo, most }
  const found = readIndex(db, 'message_word', asked, lists)
  const refiled = reindexedFrom(db)
  if (refiled === undefined || found.length >= most) return found
  const rest = { ...asked, upTo: Math.min(upTo, refiled - 1), most: most - found.length }
  return [...found, ...readIndex(db, OLD_WORD_TABLE, rest, lists)]
}

interface AskedEntries {
  entries: string
  from: number
  upTo: number
  most: number
}

type Index = 'message_word' | typeof OLD_WORD_TABLE

function readIndex(db: Database, index: Index, asked: AskedEntries, { readable, isMixed }: WordLists): number[] {
  // What was deleted since cannot be taken out of how it was filed before.
  const isSaid = index === OLD_WORD_TABLE ? `AND ${index}.rowid NOT IN (SELECT message_id FROM deleted_message)` : ''
  // Of lists with what others may read in them, each entry is looked at before it counts.
  const chat = `CROSS JOIN message ON message.id = ${index}.rowid CROSS JOIN chat ON chat.id = message.chat`
  return db
    .statement(
      `SELECT ${index}.rowid FROM ${index} ${isMixed ? chat : ''}
       WHERE ${index} MATCH @entries AND ${index}.rowid BETWEEN @from AND @upTo ${isMixed ? `AND ${mayRead}` : ''} ${isSaid}
       ORDER BY ${index}.rowid DESC LIMIT @most`,
    )
    .pluck()
    .all(isMixed ? { ...asked, ...askedBy(readable) } : asked) as number[]
}

/** How the words of lines were filed before: beside the index until all lines are filed anew, and looked into for the rest. */
const OLD_WORD_TABLE = 'message_word_before'

const REINDEXED_FROM_KEY = 'words_from'

/** The first line that is filed as words are read now; those before it are where they were. Undefined when all are. */
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

/** Takes a moment however much there is: the index is put aside, and an empty one takes its place. */
export function putOldWordsAside(db: Database): void {
  const asItIs = db.raw.prepare("SELECT sql FROM sqlite_schema WHERE name = 'message_word'").pluck().get() as string
  // Begun before, and not at its end: what was there before all of it holds more lines than what was made since.
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
