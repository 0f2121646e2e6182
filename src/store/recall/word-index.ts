import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../database.ts'

/** What of a message makes it findable. */
export interface Findable {
  id: number
  chat: ChatId
  text: string
  /** Names of what hangs on it. */
  files: string[]
}

/** Makes a line findable by its words. */
export function indexWords(db: Database, line: Findable): void {
  db.statement('INSERT INTO message_word (rowid, words) VALUES (?, ?)').run(line.id, entryOf(db, line))
}

/** The index keeps no text, so it must be told which words the line was found by. */
export function takeWords(db: Database, line: Findable): void {
  const take = db.statement("INSERT INTO message_word (message_word, rowid, words) VALUES ('delete', ?, ?)")
  take.run(line.id, entryOf(db, line))
}

function entryOf(db: Database, { chat, text, files }: Findable): string {
  const scope = scopeOf(chat)
  const words = db.words(files.length === 0 ? text : `${text}\n${files.join('\n')}`)
  // One join, and a word that comes twice is left to FTS5: measured at a third of what sifting and mapping takes.
  return words.length === 0 ? '' : scope + words.join(` ${scope}`)
}

/**
 * The messages of a chat that hold a word, newest first and no more than asked for: the entries of a word are read only
 * as far as they are wanted, so that one that stands in half of a million messages costs no more than any other.
 */
export function holdersOf(db: Database, chat: ChatId, word: string, { most, upTo }: Reach): number[] {
  return db
    .statement('SELECT rowid FROM message_word WHERE message_word MATCH ? AND rowid <= ? ORDER BY rowid DESC LIMIT ?')
    .pluck()
    .all(`"${scopeOf(chat)}${word}"`, upTo ?? Number.MAX_SAFE_INTEGER, most) as number[]
}

export interface Reach {
  most: number
  /** The last message that counts. */
  upTo?: number | undefined
}

/**
 * Every entry begins with four characters for its chat, so that a word has a list of its own in each chat. Two chats that
 * share them share their lists; who reads the lines looks at the chat of each anyway.
 */
function scopeOf(chat: ChatId): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < chat.length; at++) hash = Math.imul(hash ^ chat.charCodeAt(at), 0x01000193) >>> 0
  return (hash % 36 ** 4).toString(36).padStart(4, '0')
}
