import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Author, Origin } from '../../domain/message.ts'
import type { Trust } from '../../domain/person.ts'
import type { Database } from '../database.ts'
import { createVectorLookup } from './vectors.ts'
import { holdersOf } from './word-index.ts'

/** How many of the newest messages tell who speaks in a chat. */
const SPEAKER_LINES = 200

/** What recall reads, over the tables that every message is written to. */
export function createRecallSource(db: Database) {
  return {
    ...createVectorLookup(db),
    size(chats: ChatId[]) {
      return db
        .statement(
          `SELECT coalesce(sum(messages), 0) AS messages, coalesce(sum(bot_messages), 0) AS botMessages,
           coalesce(sum(chars), 0) AS chars FROM chat_size WHERE chat IN (SELECT value FROM json_each(?))`,
        )
        .get(JSON.stringify(chats)) as { messages: number; botMessages: number; chars: number }
    },
    speakers(chats: ChatId[]) {
      const names = db
        .statement(
          `SELECT DISTINCT name FROM (SELECT name FROM message WHERE chat = ? ORDER BY id DESC LIMIT ${SPEAKER_LINES})`,
        )
        .pluck()
      return [...new Set(chats.flatMap((chat) => names.all(chat) as string[]))]
    },
    holders(chats: ChatId[], words: string[], { most, asOf }: { most: number; asOf: Date }) {
      const reach = chats.map((chat) => ({ chat, most, upTo: lastSaidBy(db, chat, asOf) }))
      return words.map((word) => {
        const found = reach.flatMap((within) => holdersOf(db, within.chat, word, within))
        return chats.length > 1 ? found.sort((a, b) => b - a).slice(0, most) : found
      })
    },
    between(chats: ChatId[], { from, until }: { from: Date; until: Date }, most: number) {
      const read = db
        .statement(
          `SELECT message_id FROM conversation JOIN conversation_message ON conversation_id = conversation.id
           WHERE chat = ? AND started_at BETWEEN ? AND ? ORDER BY started_at DESC LIMIT ?`,
        )
        .pluck()
      const found: number[] = []
      for (const chat of chats) {
        if (found.length >= most) break
        const ids = read.all(chat, from.getTime(), until.getTime() - 1, most - found.length) as number[]
        for (const id of ids) found.push(id)
      }
      return found
    },
    around(ids: number[], steps: number) {
      const places = Array.from({ length: steps }, (_, step) => [before(step), after(step)])
      const rows = db
        .statement(
          `SELECT ${places.flat().join(', ')} FROM json_each(?) AS wanted
           JOIN conversation_message AS own ON own.message_id = wanted.value`,
        )
        .raw()
        .all(JSON.stringify(ids)) as (number | null)[][]
      return rows.flat().filter((id) => id !== null)
    },
    openings(conversations: number[]) {
      const first = db
        .statement(
          `SELECT (SELECT message_id FROM conversation_message WHERE conversation_id = wanted.value
             ORDER BY at, message_id LIMIT 1) FROM json_each(?) AS wanted`,
        )
        .pluck()
        .all(JSON.stringify(conversations)) as (number | null)[]
      return first.filter((id) => id !== null)
    },
    lines(chats: ChatId[], ids: number[]) {
      const readable = new Set<string>(chats)
      // As plain lists: making an object of every row first takes a fifth of the time. In order: neighbours share pages.
      const inOrder = ids.toSorted((a, b) => a - b)
      const rows = db.statement(linesById).raw().all(JSON.stringify(inOrder)) as LineRow[]
      const allowed = rows.filter(([, chat]) => readable.has(chat))
      // Many lines share a lane or a conversation, so these are not joined to each.
      const clearedAt = readEach(db, 'SELECT key, cleared_at FROM lane WHERE cleared_at > 0 AND key', allowed, LANE)
      const chars = readEach(db, 'SELECT id, chars FROM conversation WHERE id', allowed, CONVERSATION)
      return allowed.map((row) => toLine(row, clearedAt, chars))
    },
  }
}

const beside = (compare: '<' | '>', order: 'DESC' | 'ASC', between: number) =>
  `(SELECT beside.message_id FROM conversation_message AS beside
    WHERE beside.conversation_id = own.conversation_id AND (beside.at, beside.message_id) ${compare} (own.at, own.message_id)
    ORDER BY beside.at ${order}, beside.message_id ${order} LIMIT 1 OFFSET ${between})`
const before = (between: number) => beside('<', 'DESC', between)
const after = (between: number) => beside('>', 'ASC', between)

const linesById = `SELECT message.id, chat, lane, author, name, message.at, text, origin, trust, own.conversation_id, ${before(0)}
  FROM json_each(?) AS wanted JOIN message ON message.id = wanted.value
  LEFT JOIN conversation_message AS own ON own.message_id = message.id`

type LineRow = [
  id: number,
  chat: ChatId,
  lane: Lane,
  author: Author,
  name: string,
  at: number,
  text: string,
  origin: Origin,
  trust: Trust,
  conversation: number | null,
  previous: number | null,
]
const LANE = 2
const CONVERSATION = 9

/** One number for each of the different values in a column. */
function readEach<At extends typeof LANE | typeof CONVERSATION>(db: Database, from: string, rows: LineRow[], at: At) {
  const values = [...new Set(rows.map((row) => row[at]))]
  const found = db.statement(`${from} IN (SELECT value FROM json_each(?))`).raw().all(JSON.stringify(values))
  return new Map(found as [LineRow[At], number][])
}

function toLine(row: LineRow, clearedAt: Map<Lane, number>, chars: Map<number | null, number>) {
  const [id, chat, lane, author, name, at, text, origin, trust, conversation, previous] = row
  const cleared = clearedAt.get(lane)
  return {
    id,
    chat,
    lane,
    author,
    name,
    at: new Date(at),
    text,
    origin,
    trust,
    cleared: cleared !== undefined && cleared >= at ? new Date(cleared) : undefined,
    conversation: conversation === null ? undefined : { id: conversation, chars: chars.get(conversation) ?? 0 },
    previous: previous ?? undefined,
  }
}

/**
 * The message up to which a word's entries are read: they are in the order they were stored in. A chat whose past was
 * imported later is not in the order of time; what that lets through, or hides, matters only to a look at an old moment,
 * and who reads the lines looks at their time anyway.
 */
function lastSaidBy(db: Database, chat: ChatId, moment: Date): number | undefined {
  const newest = db.statement('SELECT last_at FROM chat_size WHERE chat = ?').pluck().get(chat) as number | undefined
  if (newest === undefined || newest <= moment.getTime()) return undefined
  const conversation = db
    .statement('SELECT id FROM conversation WHERE chat = ? AND started_at <= ? ORDER BY started_at DESC LIMIT 1')
    .pluck()
    .get(chat, moment.getTime()) as number | undefined
  if (conversation === undefined) return 0
  return db
    .statement('SELECT max(message_id) FROM conversation_message WHERE conversation_id = ? AND at <= ?')
    .pluck()
    .get(conversation, moment.getTime()) as number
}
