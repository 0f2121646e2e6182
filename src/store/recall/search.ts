import type { ChatId } from '../../domain/ids.ts'
import type { Trust } from '../../domain/person.ts'
import type { Database } from '../database.ts'
import { ownerOfChat } from '../messages/chats.ts'
import { holdersOf } from './word-index.ts'

export interface FoundMessage {
  id: number
  chat: ChatId
  at: Date
  who: string
  trust: Trust
  chatTitle: string
  text: string
}

/** Who reads, for which task, and how far they may: one chat, or every chat of theirs. */
export interface Reader {
  personId: number
  /** Undefined: they ask in none, and none is nearer than the others. */
  chat: ChatId | undefined
  task: number
  everywhere: boolean
}

/** A search over everything one has looks into so many chats, those where something was said last. */
const MOST_CHATS = 500
/** A search for a person's own words looks for the longest of them, where they spoke last. */
const MOST_WORDS = 12
const LATEST_CHATS = 50
/** Of a word that is common, this many of its newest lines count. */
const MOST_HOLDERS = 1000

/** The chats that the reader may read, their own first. */
export function readableChats(db: Database, reader: Pick<Reader, 'personId' | 'chat' | 'everywhere'>): ChatId[] {
  const here = reader.chat === undefined ? [] : [reader.chat]
  return reader.everywhere ? [...new Set([...here, ...chatsOf(db, reader.personId)])] : here
}

/** These lines in this order. */
export function readFound(db: Database, ids: number[]): FoundMessage[] {
  const read = db.statement(`SELECT ${columns} FROM message JOIN chat ON chat.id = message.chat WHERE message.id = ?`)
  return ids.map((id) => toFound(read.get(id) as Row))
}

/** A person's own lines that share the most, and the rarest, words with the text. Best first. */
export function searchOwnWords(
  db: Database,
  reader: Pick<Reader, 'personId' | 'chat' | 'everywhere'>,
  text: string,
  limit: number,
): FoundMessage[] {
  const score = new Map<number, number>()
  // Asked for every message while there is no model: many gathered lines must not become many thousand look-ups.
  const telling = [...new Set(db.words(text))].toSorted((one, other) => other.length - one.length).slice(0, MOST_WORDS)
  for (const chat of readableChats(db, reader).slice(0, LATEST_CHATS)) {
    for (const word of telling) {
      const holders = holdersOf(db, chat, word, { most: MOST_HOLDERS })
      for (const id of holders) score.set(id, (score.get(id) ?? 0) + 1 / (1 + holders.length))
    }
  }
  const own = db
    .statement(
      `SELECT ${columns} FROM json_each(?) AS found JOIN message ON message.id = found.value
       JOIN chat ON chat.id = message.chat
       WHERE message.person_id = ? AND author = 'human' AND message.text <> ? ORDER BY found.key LIMIT ?`,
    )
    // What is asked now is stored already; the same words again are no finding.
    .all(JSON.stringify(bestFirst(score)), reader.personId, text, limit) as Row[]
  return own.map(toFound)
}

/** The lines of a conversation around one of them, oldest first; none when it is not the reader's to read. */
export function linesAround(db: Database, reader: Reader, id: number, count: number): FoundMessage[] {
  const lane = db
    .statement(
      `SELECT message.lane FROM message JOIN chat ON chat.id = message.chat
       WHERE message.id = @id AND (message.chat = @chat OR ${ownerOfChat} = @personId)`,
    )
    .pluck()
    .get({ id, chat: reader.chat ?? null, personId: reader.everywhere ? reader.personId : null }) as string | undefined
  if (lane === undefined) return []
  const side = (compare: string, order: string) =>
    db
      .statement(
        `SELECT ${columns} FROM message JOIN chat ON chat.id = message.chat
         WHERE message.lane = ? AND kind = 'conversation' AND message.id ${compare} ? ORDER BY message.id ${order} LIMIT ?`,
      )
      .all(lane, id, count) as Row[]
  return [...side('<', 'DESC').reverse(), ...side('>=', 'ASC')].map(toFound)
}

const columns =
  'message.id, message.chat, message.at, message.name AS who, message.trust, message.text, chat.title AS chatTitle'

interface Row {
  id: number
  chat: ChatId
  at: number
  who: string
  trust: Trust
  text: string
  chatTitle: string
}

function chatsOf(db: Database, personId: number): ChatId[] {
  return db
    .statement(
      `SELECT chat.id FROM chat JOIN chat_size ON chat_size.chat = chat.id WHERE ${ownerOfChat} = @personId
       ORDER BY chat_size.last_at DESC LIMIT ${MOST_CHATS}`,
    )
    .pluck()
    .all({ personId }) as ChatId[]
}

function bestFirst(score: Map<number, number>): number[] {
  return [...score].sort(([a, x], [b, y]) => y - x || b - a).map(([id]) => id)
}

function toFound(row: Row): FoundMessage {
  return { ...row, at: new Date(row.at) }
}
