import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Author, Origin } from '../../domain/message.ts'
import type { Trust } from '../../domain/person.ts'
import type { Readable } from '../../domain/recall.ts'
import type { Database } from '../database.ts'
import { fileNamesOf } from '../files/files.ts'
import { isOnOtherBranch } from '../messages/branch-path.ts'
import { mayRead, mayReadParameters } from './readable.ts'
import { createVectorLookup } from './vectors.ts'
import { messagesContaining, speakersNamed } from './word-index.ts'
import { listsFor } from './word-lists.ts'

/** How many of the newest messages show who speaks in a chat. */
const SPEAKER_LINES = 200
/** How many of the newest lines are read to see how a searched name is spelled. */
const NAME_LINES = 20

/**
 * What recall reads from the store. What a person searches for themselves is also found in versions that are not chosen.
 */
export function createRecallSource(db: Database, { isOwnSearch = false } = {}) {
  const linesById = linesByIdAmong(isOwnSearch ? `OR ${isOnOtherBranch('message.id')}` : '')
  return {
    ...createVectorLookup(db),
    size(readable: Readable) {
      return db.statement(SIZE).get(mayReadParameters(readable)) as {
        messages: number
        botMessages: number
        chars: number
      }
    },
    speakers(readable: Readable, words: string[]) {
      const inThisChat = db
        .statement(
          `SELECT DISTINCT name FROM (SELECT name FROM message WHERE chat = ? ORDER BY id DESC LIMIT ${SPEAKER_LINES})`,
        )
        .pluck()
        .all(readable.here ?? null) as string[]
      return [...new Set([...inThisChat, ...speakersNamed(db, listsFor(db, readable), words, NAME_LINES)])]
    },
    messagesContaining(readable: Readable, words: string[], { most: limit, asOf }: { most: number; asOf: Date }) {
      const lists = listsFor(db, readable)
      const reach = { most: limit, upTo: lastSaidUntil(db, readable, asOf) }
      return words.map((word) => messagesContaining(db, lists, word, reach))
    },
    between(readable: Readable, { from, until }: { from: Date; until: Date }, limit: number) {
      const span = { ...mayReadParameters(readable), from: from.getTime(), until: until.getTime() - 1 }
      const inThisChat = db
        .statement(BETWEEN_HERE)
        .pluck()
        .all({ ...span, most: limit }) as number[]
      if (readable.allChatsOf === undefined || inThisChat.length >= limit) return inThisChat
      const elsewhere = db.statement(BETWEEN_ELSEWHERE).pluck()
      return inThisChat.concat(elsewhere.all({ ...span, most: limit - inThisChat.length }) as number[])
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
    firstMessages(conversations: number[]) {
      const first = db
        .statement(
          `SELECT (SELECT message_id FROM conversation_message WHERE conversation_id = wanted.value
             ORDER BY at, message_id LIMIT 1) FROM json_each(?) AS wanted`,
        )
        .pluck()
        .all(JSON.stringify(conversations)) as (number | null)[]
      return first.filter((id) => id !== null)
    },
    lines(readable: Readable, ids: number[]) {
      // The rows are arrays, because creating an object per row takes a fifth of the time. The ids are sorted, because
      // neighbouring rows share database pages.
      const inOrder = JSON.stringify(ids.toSorted((a, b) => a - b))
      const allowed = db
        .statement(linesById)
        .raw()
        .all({ ids: inOrder, ...mayReadParameters(readable) }) as LineRow[]
      // Many lines share a lane or a conversation, so these are not joined to each line.
      const clearedAt = readEach(db, 'SELECT key, cleared_at FROM lane WHERE cleared_at > 0 AND key', allowed, LANE)
      const chars = readEach(db, 'SELECT id, chars FROM conversation WHERE id', allowed, CONVERSATION)
      const files = fileNamesOf(
        db,
        allowed.map(([id]) => id),
      )
      return allowed.map((row) => toLine(row, clearedAt, chars, files.get(row[0]) ?? []))
    },
  }
}

/** `owner_size` already includes the owner's chats, so this chat is added only if it is not one of them. */
const SIZE = `SELECT coalesce(sum(messages), 0) AS messages, coalesce(sum(bot_messages), 0) AS botMessages,
    coalesce(sum(chars), 0) AS chars
  FROM (SELECT messages, bot_messages, chars FROM owner_size WHERE owner_id = @allChatsOf
    UNION ALL SELECT messages, bot_messages, chars FROM chat_size JOIN chat ON chat.id = chat_size.chat
    WHERE chat.id = @here AND (@allChatsOf IS NULL OR chat.owner_id IS NOT @allChatsOf))`

const saidIn = (index: string, whose: string) => `SELECT message_id FROM conversation INDEXED BY ${index}
  CROSS JOIN conversation_message ON conversation_id = conversation.id
  WHERE ${whose} AND started_at BETWEEN @from AND @until ORDER BY started_at DESC LIMIT @most`
const BETWEEN_HERE = saidIn('conversation_chat', 'chat = @here')
const BETWEEN_ELSEWHERE = saidIn('conversation_owner', 'owner_id = @allChatsOf AND chat IS NOT @here')

const beside = (compare: '<' | '>', order: 'DESC' | 'ASC', between: number) =>
  `(SELECT beside.message_id FROM conversation_message AS beside
    WHERE beside.conversation_id = own.conversation_id AND (beside.at, beside.message_id) ${compare} (own.at, own.message_id)
    ORDER BY beside.at ${order}, beside.message_id ${order} LIMIT 1 OFFSET ${between})`
const before = (between: number) => beside('<', 'DESC', between)
const after = (between: number) => beside('>', 'ASC', between)

/** The earlier text of an edited message and other versions belong to no conversation and are not read. */
const linesByIdAmong = (
  others: string,
) => `SELECT message.id, message.chat, lane, author, name, message.at, text, origin, trust, own.conversation_id, ${before(0)}
  FROM json_each(@ids) AS wanted CROSS JOIN message ON message.id = wanted.value CROSS JOIN chat ON chat.id = message.chat
  LEFT JOIN conversation_message AS own ON own.message_id = message.id
  WHERE ${mayRead} AND (own.message_id IS NOT NULL OR origin <> 'chat' ${others})`

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

/** One number for each distinct value in a column. */
function readEach<Column extends typeof LANE | typeof CONVERSATION>(
  db: Database,
  from: string,
  rows: LineRow[],
  column: Column,
) {
  const values = [...new Set(rows.map((row) => row[column]))]
  const found = db.statement(`${from} IN (SELECT value FROM json_each(?))`).raw().all(JSON.stringify(values))
  return new Map(found as [LineRow[Column], number][])
}

function toLine(row: LineRow, clearedAt: Map<Lane, number>, chars: Map<number | null, number>, files: string[]) {
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
    files,
    origin,
    trust,
    cleared: cleared !== undefined && cleared >= at ? new Date(cleared) : undefined,
    conversation: conversation === null ? undefined : { id: conversation, chars: chars.get(conversation) ?? 0 },
    previous: previous ?? undefined,
  }
}

/**
 * The last message to read from the entries of a word, for a search as of an earlier moment; undefined to read all.
 * Entries are in the order of storage. An import stored later is out of order, but that only affects searches as of an
 * old moment, and the time of each line is checked anyway.
 */
function lastSaidUntil(db: Database, { here, allChatsOf }: Readable, moment: Date): number | undefined {
  if (allChatsOf !== undefined) return lastStoredUntil(db, moment)
  return here === undefined ? undefined : lastInChat(db, here, moment)
}

function lastInChat(db: Database, chat: ChatId, moment: Date): number | undefined {
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

/**
 * With many chats we only skip what was stored after the last line of that time, because one chat may have been
 * imported long after another was used. Usually that is the newest line of all; a search far back reads everything
 * since.
 */
function lastStoredUntil(db: Database, moment: Date): number | undefined {
  const last = db
    .statement('SELECT message_id FROM conversation_message WHERE at <= ? ORDER BY message_id DESC LIMIT 1')
    .pluck()
    .get(moment.getTime()) as number | undefined
  const next = db
    .statement('SELECT message_id FROM conversation_message WHERE message_id > ? ORDER BY message_id LIMIT 1')
    .pluck()
    .get(last ?? 0) as number | undefined
  return next === undefined ? undefined : next - 1
}
