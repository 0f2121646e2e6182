import { and, eq, gt, inArray, lt, notInArray, or, sql } from 'drizzle-orm'
import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import type { Epoch } from '../recall/epochs.ts'
import { message, outbox, task, taskMessage } from '../schema/schema.ts'
import { isOnOtherBranch, joinChosenBranch } from './branch-path.ts'
import { type IndexedLine, indexMessage } from './message-indexer.ts'

export type NewMessage = Omit<typeof message.$inferInsert, 'id' | 'at' | 'receivedAt'> & {
  at: Date
  receivedAt: Date
  /** The names of the attached files, by which the message can also be found. */
  files?: string[]
  /** The silence in a lane after which another conversation begins. */
  gapMs?: number
}
/** The current version of a message that may have been edited. */
export interface MessageVersion {
  id: number
  kind: 'conversation' | 'command'
  text: string
}
/** A period that ends now. */
export interface RecentPeriod {
  now: Date
  withinMs: number
}
export type StoredMessage = typeof message.$inferSelect

/** The stored message with one of these keys, if the platform has sent us this one before. */
export function findByKey(db: Database, keys: string[]): number | undefined {
  const find = db.statement('SELECT message_id FROM message_key WHERE key = ?').pluck()
  for (const key of keys) {
    const duplicate = find.get(key) as number | undefined
    if (duplicate !== undefined) return duplicate
  }
  return undefined
}

/** Lines of the kind `conversation` are indexed at once. A line that was said in a chat also joins its conversation. */
export function insertMessage(
  db: Database,
  row: NewMessage,
  keys: string[] = [],
  file = (line: IndexedLine) => indexMessage(db, line, row.gapMs),
): number {
  const { lastInsertRowid } = db
    .statement(
      `INSERT INTO message (chat, lane, author, kind, origin, trust, person_id, name, remote_id, reply_to, at, received_at, text, raw)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      row.chat,
      row.lane,
      row.author,
      row.kind,
      row.origin,
      row.trust,
      row.personId ?? null,
      row.name,
      row.remoteId ?? null,
      row.replyTo ?? null,
      row.at.getTime(),
      row.receivedAt.getTime(),
      row.text,
      row.raw ?? null,
    )
  const id = Number(lastInsertRowid)
  const insertKey = db.statement('INSERT INTO message_key (key, message_id) VALUES (?, ?)')
  for (const key of keys) insertKey.run(key, id)
  if (row.origin === 'chat') joinChosenBranch(db, id, row.lane)
  if (row.kind === 'conversation') {
    const { chat, lane, author, name, text, files = [] } = row
    file({ id, chat, lane, author, name, at: row.at.getTime(), text, files, joins: row.origin === 'chat' })
  }
  return id
}

/** The current text of a platform message. An edit is a later row with the same platform id. */
export function newestVersion(db: Database, chat: ChatId, remoteId: string): MessageVersion | undefined {
  return db
    .statement(
      `SELECT id, kind, text FROM message WHERE chat = ? AND remote_id = ? AND author = 'human' ORDER BY id DESC LIMIT 1`,
    )
    .get(chat, remoteId) as MessageVersion | undefined
}

/** Whether a line of a query has a newer version: an edit is a later row with the same platform id. */
export const hasNewerVersion = (line: string) =>
  `EXISTS (SELECT 1 FROM message AS newer WHERE newer.chat = ${line}.chat AND newer.remote_id = ${line}.remote_id
    AND newer.author = ${line}.author AND newer.id > ${line}.id)`

/** Whether we sent exactly this text to a chat recently. Counts both directions, because the clock may have been set back. */
export function wasSentRecently(db: Database, chat: ChatId, text: string, { now, withinMs }: RecentPeriod): boolean {
  const find = db.statement("SELECT 1 FROM message WHERE chat = ? AND author = 'bot' AND text = ? AND abs(at - ?) < ?")
  return find.pluck().get(chat, text, now.getTime(), withinMs) === 1
}

export function readMessages(db: Database, ids: number[]): StoredMessage[] {
  return db.orm.select().from(message).where(inArray(message.id, ids)).orderBy(message.id).all()
}

/** The ids that the platforms or an import gave to these messages; messages without one are left out. */
export function remoteIdsOf(db: Database, ids: number[]): Map<number, string> {
  const rows = db
    .statement(
      'SELECT id, remote_id AS name FROM message WHERE id IN (SELECT value FROM json_each(?)) AND remote_id IS NOT NULL',
    )
    .all(JSON.stringify(ids)) as { id: number; name: string }[]
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The platform id that a reply to this line must name; undefined if there is no such line in the chat. */
export function replyTarget(db: Database, chat: ChatId, id: number): string | undefined {
  const name = db
    .statement(
      `SELECT coalesce(message.remote_id, (SELECT remote_id FROM outbox WHERE message_id = message.id AND remote_id IS NOT NULL))
       FROM message WHERE id = ? AND chat = ?`,
    )
    .pluck()
    .get(id, chat) as string | null | undefined
  return name ?? undefined
}

/** The messages that a task answers, oldest first. */
export function taskMessages(db: Database, taskId: number): StoredMessage[] {
  return db.orm
    .select({ message })
    .from(taskMessage)
    .innerJoin(message, eq(message.id, taskMessage.messageId))
    .where(eq(taskMessage.taskId, taskId))
    .orderBy(message.id)
    .all()
    .map((row) => row.message)
}

/** The lane of the message that a reply points at, theirs or ours, if we know that message. */
export function laneOfRemote(db: Database, chat: ChatId, remoteId: string): Lane | undefined {
  const repliedTo = db.orm
    .select({ lane: message.lane })
    .from(message)
    .where(and(eq(message.chat, chat), eq(message.remoteId, remoteId)))
    .get()
  if (repliedTo) return repliedTo.lane
  return db.orm
    .select({ lane: message.lane })
    .from(outbox)
    .innerJoin(message, eq(message.id, outbox.messageId))
    .where(and(eq(outbox.remoteId, remoteId), eq(message.chat, chat)))
    .get()?.lane
}

/**
 * What a lane gained between the last turn of an epoch and this one: lines of others, and lines of ours from outside
 * the epoch. The epoch's own answers are in its session already.
 */
export function unseenMessages(
  db: Database,
  epoch: Pick<Epoch, 'id' | 'lane' | 'seen'>,
  before: number,
): StoredMessage[] {
  const ownAnswers = db.orm
    .select({ id: outbox.messageId })
    .from(outbox)
    .innerJoin(task, eq(task.id, outbox.taskId))
    .where(eq(task.epochId, epoch.id))
  return db.orm
    .select()
    .from(message)
    .where(
      and(
        eq(message.lane, epoch.lane),
        gt(message.id, epoch.seen),
        or(lt(message.id, before), eq(message.author, 'bot')),
        eq(message.kind, 'conversation'),
        notInArray(message.id, ownAnswers),
        sql.raw(`NOT ${hasNewerVersion('message')} AND NOT ${isOnOtherBranch('message.id')}`),
      ),
    )
    .orderBy(message.id)
    .all()
}
