import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Author, Origin } from '../../domain/message.ts'
import type { Trust } from '../../domain/person.ts'
import type { Database } from '../database.ts'

/** One stored line with the conversation it belongs to. */
export interface PastRow {
  id: number
  chat: ChatId
  lane: Lane
  conversation: number | undefined
  author: Author
  name: string
  at: Date
  text: string
  trust: Trust
  origin: Origin
  /** Our id of the message it replies to, if we know that message. */
  replyTo: number | undefined
}

/** Nothing newer than `asOf`, and no messages of people from `before` on. */
export interface PastBound {
  asOf: Date
  before: number
}

export interface PastPage {
  olderThan?: { at: Date; id: number }
  after?: Date
  /** Only this many of the newest lines of each conversation; all of them by default. */
  mostOfEach?: number | undefined
  limit: number
}

/**
 * The lines of a lane by time, newest first. Reads one conversation at a time: they follow one another, and each has
 * its lines in order, so the end of a lane with a million lines is found without reading its beginning.
 */
export function laneHistory(
  db: Database,
  lane: Lane,
  bound: PastBound,
  { olderThan, after, mostOfEach, limit }: PastPage,
): PastRow[] {
  const top = olderThan && olderThan.at < bound.asOf ? olderThan : { at: bound.asOf, id: Number.MAX_SAFE_INTEGER }
  const floor = after?.getTime() ?? -1
  const runs = db.statement(
    'SELECT id, last_at AS lastAt FROM conversation WHERE lane = ? AND started_at <= ? ORDER BY started_at DESC',
  )
  const lines = db.statement(
    `SELECT ${columns} FROM conversation_message AS own JOIN message ON message.id = own.message_id
     WHERE own.conversation_id = @run AND (own.at, own.message_id) < (@at, @id) AND own.at > @after
       AND (author = 'bot' OR message.id < @before) AND (own.at, own.message_id) >= (@fromAt, @fromId)
     ORDER BY own.at DESC, own.message_id DESC LIMIT @limit`,
  )
  const found: PastRow[] = []
  for (const { id: run, lastAt } of runs.iterate(lane, top.at.getTime()) as Iterable<{ id: number; lastAt: number }>) {
    // Everything after a conversation that ended before the floor is older still.
    if (lastAt <= floor || found.length >= limit) break
    const from = { run, at: top.at.getTime(), id: top.id, after: floor, before: bound.before }
    const rows = lines.all({ ...from, ...firstOf(db, run, mostOfEach), limit: limit - found.length }) as Row[]
    found.push(...rows.map((row) => toPast(db, row)))
  }
  return found
}

/** The time of the last line in a lane. */
export function lastSaidAt(db: Database, lane: Lane): Date | undefined {
  const at = db
    .statement('SELECT last_at FROM conversation WHERE lane = ? ORDER BY started_at DESC LIMIT 1')
    .pluck()
    .get(lane) as number | undefined
  return at === undefined ? undefined : new Date(at)
}

/** The position at which the newest lines of a conversation begin. */
function firstOf(db: Database, run: number, most: number | undefined): { fromAt: number; fromId: number } {
  const everything = { fromAt: -1, fromId: 0 }
  if (most === undefined) return everything
  const first = db
    .statement(
      `SELECT at AS fromAt, message_id AS fromId FROM conversation_message WHERE conversation_id = ?
       ORDER BY at DESC, message_id DESC LIMIT 1 OFFSET ?`,
    )
    .get(run, most - 1) as typeof everything | undefined
  return first ?? everything
}

/** Any messages, in the order of the ids. Unknown ids are left out. */
export function pastMessages(db: Database, ids: number[]): PastRow[] {
  const statement = db.statement(
    `SELECT ${columns} FROM message LEFT JOIN conversation_message AS own ON own.message_id = message.id
     WHERE message.id = ? AND message.id NOT IN (SELECT message_id FROM deleted_message)`,
  )
  return ids.flatMap((id) => {
    const row = statement.get(id) as Row | undefined
    return row ? [toPast(db, row)] : []
  })
}

/** The lines just before and after a message in its conversation, without the message itself. */
export function neighboursOf(db: Database, message: PastRow, each: number, bound: PastBound): PastRow[] {
  const side = (compare: '<' | '>', order: 'DESC' | 'ASC') =>
    db
      .statement(
        `SELECT ${columns} FROM conversation_message AS own JOIN message ON message.id = own.message_id
         WHERE own.conversation_id = ? AND (own.at, own.message_id) ${compare} (?, ?)
           AND own.at <= ? AND (author = 'bot' OR message.id < ?)
         ORDER BY own.at ${order}, own.message_id ${order} LIMIT ?`,
      )
      .all(message.conversation, message.at.getTime(), message.id, bound.asOf.getTime(), bound.before, each) as Row[]
  if (message.conversation === undefined) return []
  return [...side('<', 'DESC').toReversed(), ...side('>', 'ASC')].map((row) => toPast(db, row))
}

/** Where each of these messages stands in its conversation. */
export function placesInConversation(db: Database, ids: number[], asOf: Date): StoredPlace[] {
  const beside = (compare: '<' | '>', order: 'DESC' | 'ASC', between: number) =>
    `(SELECT message_id FROM conversation_message WHERE conversation_id = own.conversation_id
       AND (at, message_id) ${compare} (own.at, own.message_id)
       ORDER BY at ${order}, message_id ${order} LIMIT 1 OFFSET ${between})`
  return db
    .statement(
      `WITH place AS MATERIALIZED (
         SELECT own.message_id AS id, ${beside('<', 'DESC', 1)} AS earlier, ${beside('<', 'DESC', 0)} AS before,
           ${beside('>', 'ASC', 0)} AS after
         FROM json_each(?) AS wanted JOIN conversation_message AS own ON own.message_id = wanted.value)
       SELECT place.*, message.author = 'bot' AS isAnswered
       FROM place LEFT JOIN message ON message.id = place.after AND message.at <= ?`,
    )
    .all(JSON.stringify(ids), asOf.getTime()) as StoredPlace[]
}

export interface StoredPlace {
  id: number
  /** The line before `before`. */
  earlier: number | null
  before: number | null
  after: number | null
  /** 1 if we wrote the line after it. */
  isAnswered: number | null
}

/** Our unsolicited messages in a lane, newest first. */
export function backgroundIn(
  db: Database,
  lane: Lane,
  { since, bound, limit }: { since: Date | undefined; bound: PastBound; limit: number },
): PastRow[] {
  const rows = db
    .statement(
      `SELECT ${columns} FROM message INDEXED BY message_background
         LEFT JOIN conversation_message AS own ON own.message_id = message.id
       WHERE lane = ? AND origin <> 'chat' AND kind = 'conversation' AND message.at > ? AND message.at <= ?
       ORDER BY message.id DESC LIMIT ?`,
    )
    .all(lane, since?.getTime() ?? -1, bound.asOf.getTime(), limit) as Row[]
  return rows.map((row) => toPast(db, row))
}

export interface ConversationRow {
  id: number
  startedAt: Date
  lastAt: Date
  messages: number
}

/** The conversations of a lane that ended at or after a moment, newest first. */
export function conversationsIn(db: Database, lane: Lane, bound: PastBound, since: Date): ConversationRow[] {
  const rows = db
    .statement(
      `SELECT id, started_at AS startedAt, last_at AS lastAt, messages FROM conversation
       WHERE lane = ? AND started_at <= ? ORDER BY started_at DESC`,
    )
    .iterate(lane, bound.asOf.getTime()) as Iterable<{
    id: number
    startedAt: number
    lastAt: number
    messages: number
  }>
  const found: ConversationRow[] = []
  for (const row of rows) {
    // Conversations follow one another, so we can stop at the first that ended earlier. Asking SQLite for the end would
    // read every conversation the lane ever had (26 ms among a million messages).
    if (row.lastAt < since.getTime()) break
    found.push({ ...row, startedAt: new Date(row.startedAt), lastAt: new Date(row.lastAt) })
  }
  return found
}

const columns = `message.id, message.chat, message.lane, own.conversation_id AS conversation, author, name, message.at,
  text, trust, origin, reply_to AS replyTo`

type Row = Omit<PastRow, 'conversation' | 'at' | 'replyTo'> & {
  conversation: number | null
  at: number
  replyTo: string | null
}

function toPast(db: Database, row: Row): PastRow {
  return {
    ...row,
    conversation: row.conversation ?? undefined,
    at: new Date(row.at),
    replyTo: row.replyTo === null ? undefined : repliedTo(db, row.chat, row.replyTo),
  }
}

/** Our id for a platform's message id, theirs or ours. Of an edited message it is that of the newest version. */
export function repliedTo(db: Database, chat: ChatId, remoteId: string): number | undefined {
  const byRemoteId = db
    .statement('SELECT id FROM message WHERE chat = ? AND remote_id = ? ORDER BY id DESC LIMIT 1')
    .pluck()
  const ownRows = db
    .statement(
      'SELECT message.id FROM outbox JOIN message ON message.id = outbox.message_id WHERE outbox.remote_id = ? AND message.chat = ?',
    )
    .pluck()
  return (byRemoteId.get(chat, remoteId) ?? ownRows.get(remoteId, chat)) as number | undefined
}
