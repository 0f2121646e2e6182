import type { ChatId, Lane } from '../domain/ids.ts'
import type { Author, Origin } from '../domain/message.ts'
import { WORDS_VERSION } from '../lib/words.ts'
import { joinConversation } from './conversations.ts'
import type { Database } from './database.ts'

/** What of a message makes it findable. */
export interface Findable {
  id: number
  chat: ChatId
  author: Author
  at: number
  text: string
  /** Names of what hangs on it. */
  files: string[]
}

/** Makes a line findable by its words. In the transaction that stores it: what is stored can be found, always. */
export function indexWords(db: Database, { id, chat, author, at, text, files }: Findable): void {
  const scope = scopeOf(chat)
  const words = new Set(db.words(files.length === 0 ? text : `${text}\n${files.join('\n')}`))
  // Measured: a third of the time that mapping and joining takes, for every line there is.
  let entry = ''
  for (const word of words) entry += `${scope}${word} `
  db.statement('INSERT INTO message_word (rowid, words) VALUES (?, ?)').run(id, entry)
  db.statement(
    `INSERT INTO chat_talk (chat, messages, bot_messages, chars, last_at) VALUES (?, 1, ?, ?, ?)
     ON CONFLICT DO UPDATE SET messages = messages + 1, bot_messages = bot_messages + excluded.bot_messages,
     chars = chars + excluded.chars, last_at = max(last_at, excluded.last_at)`,
  ).run(chat, author === 'bot' ? 1 : 0, text.length, at)
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

/** Indexes what was stored before there was this index, or before words were read as they are now. */
export function indexOlder(db: Database): void {
  const read = db.statement("SELECT value FROM meta WHERE key = 'words'").pluck()
  if (read.get() === WORDS_VERSION) return
  db.transaction(() => {
    db.raw.exec("INSERT INTO message_word (message_word) VALUES ('delete-all'); DELETE FROM chat_talk")
    const joined = db.statement('SELECT 1 FROM conversation_message WHERE message_id = ?')
    for (const message of talkSince(db)) {
      indexWords(db, { ...message, files: fileNames(db, message.id) })
      if (message.origin === 'chat' && joined.get(message.id) === undefined) {
        joinConversation(db, { ...message, chars: message.text.length })
      }
    }
    db.statement(
      "INSERT INTO meta (key, value) VALUES ('words', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
    ).run(WORDS_VERSION)
  })
}

type TalkRow = Omit<Findable, 'files'> & { lane: Lane; origin: Origin }

/** Page by page: the connection cannot write while a statement of it is being read row by row. */
function* talkSince(db: Database): Generator<TalkRow> {
  const page = db.statement(
    "SELECT id, chat, lane, author, origin, at, text FROM message WHERE kind = 'talk' AND id > ? ORDER BY id LIMIT 1000",
  )
  for (let last = 0; ; ) {
    const rows = page.all(last) as TalkRow[]
    yield* rows
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

function fileNames(db: Database, id: number): string[] {
  return db.statement('SELECT name FROM message_file WHERE message_id = ? ORDER BY seq').pluck().all(id) as string[]
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
