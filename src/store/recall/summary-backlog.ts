import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Author } from '../../domain/message.ts'
import type { Trust } from '../../domain/person.ts'
import type { Steady } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { isOnOtherBranch } from '../messages/branch-path.ts'
import { hasNewerVersion } from '../messages/messages.ts'
import { isByModelOrOwner, isOfChosenPath } from './summaries.ts'

// What no summary covers yet. Only conversation counts: commands, notices and background output are never summarised.
// Neither are lines that expire on their platform, because a summary would outlive them.

/** One line that is not summarised yet. */
export interface OpenLine {
  id: number
  at: Date
  author: Author
  personId: number | undefined
  name: string
  text: string
  trust: Trust
  conversation: number | undefined
}

export interface SilentLanes {
  silentSince: Date
  /** The kind of work that summarises them. Its tasks are in the queues `work:lane`. */
  work: string
  steady: Steady
  limit: number
}

/**
 * Lanes with a conversation that ended and has no summary yet, except those with a task that runs or is due. Uses the
 * index of open conversations, so it reads only a few rows however long the history is.
 */
export function silentLanes(db: Database, { silentSince, work, steady, limit }: SilentLanes): Lane[] {
  return db
    .statement(
      `SELECT DISTINCT lane FROM conversation INDEXED BY conversation_open
       WHERE closed_at IS NULL AND last_at < @silentSince AND NOT EXISTS (
         SELECT 1 FROM task INDEXED BY task_live
         WHERE task.queue = @work || ':' || conversation.lane AND finished_at IS NULL
           AND (state <> 'queued' OR due_at <= @steady))
       ORDER BY last_at LIMIT @limit`,
    )
    .pluck()
    .all({ silentSince: silentSince.getTime(), work, steady, limit }) as Lane[]
}

/**
 * Conversations of a lane that are over and have no summary, oldest first. Over means silent or followed by another.
 */
export function overConversations(db: Database, lane: Lane, silentSince: Date, limit: number): number[] {
  const active = activeConversation(db, lane, silentSince)
  return db
    .statement(
      `SELECT id FROM conversation INDEXED BY conversation_open_in_lane
       WHERE closed_at IS NULL AND lane = ? AND id IS NOT ? ORDER BY last_at LIMIT ?`,
    )
    .pluck()
    .all(lane, active ?? null, limit) as number[]
}

/** The conversation that is going on in a lane, if there is one. */
export function activeConversation(db: Database, lane: Lane, silentSince: Date): number | undefined {
  const newest = db
    .statement('SELECT id, last_at AS lastAt FROM conversation WHERE lane = ? ORDER BY started_at DESC LIMIT 1')
    .get(lane) as { id: number; lastAt: number } | undefined
  return newest && newest.lastAt >= silentSince.getTime() ? newest.id : undefined
}

/** Marks that it has its summary; a later line reopens it. Returns false if it was closed before. */
export function closeConversation(db: Database, id: number, now: Date): boolean {
  const close = db.statement('UPDATE conversation SET closed_at = ? WHERE id = ? AND closed_at IS NULL')
  return close.run(now.getTime(), id).changes > 0
}

/**
 * Closes conversations of these lanes that ended before a moment, because the import that created them summarises them.
 */
export function closeConversationsBefore(db: Database, lanes: Lane[], endedBefore: Date, now: Date): void {
  db.statement(
    `UPDATE conversation INDEXED BY conversation_open_in_lane SET closed_at = ?
     WHERE closed_at IS NULL AND last_at < ? AND lane IN (SELECT value FROM json_each(?))`,
  ).run(now.getTime(), endedBefore.getTime(), JSON.stringify(lanes))
}

/** Closed conversations of a lane that ended at or after a moment, newest first. */
export function closedConversationsSince(db: Database, lane: Lane, endedSince: Date): number[] {
  const all = db.statement(
    `SELECT id, last_at AS lastAt, closed_at AS closedAt FROM conversation WHERE lane = ? ORDER BY started_at DESC`,
  )
  const conversations: number[] = []
  for (const { id, lastAt, closedAt } of all.iterate(lane) as Iterable<Ended>) {
    // They follow one another in time, so all remaining ones are older.
    if (lastAt < endedSince.getTime()) break
    if (closedAt !== null) conversations.push(id)
  }
  return conversations
}

interface Ended {
  id: number
  lastAt: number
  closedAt: number | null
}

/**
 * The newest finished conversation of a lane that ended at or after a moment, has lines above a message, and was not
 * summarised to its end by a model. Short ones are left out.
 */
export function untoldConversation(
  db: Database,
  lane: Lane,
  { endedSince, chars, perLine, above }: { endedSince: Date; chars: number; perLine: number; above: number },
): number | undefined {
  return db
    .statement(
      `SELECT id FROM conversation WHERE lane = ? AND last_at >= ? AND closed_at IS NOT NULL AND chars + ? * messages > ?
         AND EXISTS (SELECT 1 FROM conversation_message
           WHERE conversation_message.conversation_id = conversation.id AND message_id > ?)
         AND NOT EXISTS (
           SELECT 1 FROM summary WHERE conversation_id = conversation.id AND ${isByModelOrOwner} AND ${isOfChosenPath} AND to_id >= (
             SELECT max(message_id) FROM conversation_message WHERE conversation_message.conversation_id = conversation.id))
       ORDER BY started_at DESC LIMIT 1`,
    )
    .pluck()
    .get(lane, endedSince.getTime(), perLine, chars, above) as number | undefined
}

/** Lanes in the order of their keys, after a given one. */
export function lanesAfter(db: Database, lane: string, limit: number): Lane[] {
  return db.statement('SELECT key FROM lane WHERE key > ? ORDER BY key LIMIT ?').pluck().all(lane, limit) as Lane[]
}

/** Where a step begins and how much it reads. */
export interface OpenPage {
  /** Ids up to this one are covered. */
  after: number
  /** Nothing as old as this is summarised (/context clear). */
  since: Date | undefined
  limit: number
}

/** The lines of a lane that its rolling summary does not cover, oldest first. */
export function uncoveredInLane(db: Database, lane: Lane, page: OpenPage): OpenLine[] {
  return openLines(db, 'lane = ?', lane, page)
}

/** The lines of a conversation that its own summary does not cover, oldest first. */
export function uncoveredInConversation(db: Database, conversation: number, page: OpenPage): OpenLine[] {
  return openLines(db, 'conversation_id = ?', conversation, page)
}

function openLines(db: Database, where: string, key: Lane | number, { after, since, limit }: OpenPage): OpenLine[] {
  const rows = db
    .statement(
      `SELECT ${columns} FROM message LEFT JOIN conversation_message ON message_id = message.id
       WHERE ${where} AND message.id > ? AND message.at > ? AND ${isConversation} ORDER BY message.id LIMIT ?`,
    )
    .all(key, after, since?.getTime() ?? -1, limit) as Row[]
  return rows.map(toLine)
}

/** The lines of a period in the private chats of a person, oldest first. No imported lines, and none that were cleared. */
export function linesOfDay(
  db: Database,
  personId: number,
  { from, until, limit }: { from: Date; until: Date; limit: number },
): OpenLine[] {
  const rows = db
    .statement(
      `SELECT ${columns} FROM conversation INDEXED BY conversation_owner
         JOIN conversation_message ON conversation_id = conversation.id JOIN message ON message.id = message_id
         JOIN chat ON chat.id = message.chat LEFT JOIN lane ON lane.key = message.lane
       WHERE conversation.owner_id = @personId AND conversation.started_at BETWEEN @from - 86400000 AND @until
         AND chat.audience = 'private' AND message.at >= @from AND message.at < @until
         AND message.id > coalesce(lane.extract_only_to, 0) AND message.at > coalesce(lane.cleared_at, 0) AND ${isConversation}
       ORDER BY message.at, message.id LIMIT @limit`,
    )
    .all({ personId, from: from.getTime(), until: until.getTime(), limit }) as Row[]
  return rows.map(toLine)
}

/** How many lines a conversation has within a range. */
export function linesWithin(db: Database, conversation: number, range: { fromId: number; toId: number }): number {
  return db
    .statement(
      `SELECT count(*) FROM conversation_message JOIN message ON message.id = message_id
       WHERE conversation_id = ? AND message_id BETWEEN ? AND ? AND ${isConversation}`,
    )
    .pluck()
    .get(conversation, range.fromId, range.toId) as number
}

/** The id of the first of the last messages of a lane; 0 if it has fewer. */
export function firstOfLast(db: Database, lane: Lane, count: number): number {
  if (count === 0) return Number.MAX_SAFE_INTEGER
  const id = db
    .statement(`SELECT id FROM message WHERE lane = ? AND ${isConversation} ORDER BY id DESC LIMIT 1 OFFSET ?`)
    .pluck()
    .get(lane, count - 1) as number | undefined
  return id ?? 0
}

export interface LaneFacts {
  chat: ChatId
  /** Messages from before this time were hidden with /context clear. */
  clearedAt: Date | undefined
  /** Lines up to this message were imported and may not be summarised by a model; 0 if there are none. */
  extractOnlyTo: number
}

export function laneFacts(db: Database, lane: Lane): LaneFacts | undefined {
  const row = db
    .statement(
      `SELECT chat, cleared_at AS clearedAt, extract_only_to AS extractOnlyTo FROM lane WHERE key = ?
       UNION ALL SELECT chat, 0, 0 FROM conversation WHERE lane = ? LIMIT 1`,
    )
    .get(lane, lane) as (Omit<LaneFacts, 'clearedAt'> & { clearedAt: number }) | undefined
  return row && { ...row, clearedAt: row.clearedAt > 0 ? new Date(row.clearedAt) : undefined }
}

/** Pauses the upkeep of a lane until something new is said in it. */
export function restUpkeep(db: Database, lane: Lane): void {
  db.statement(
    `UPDATE lane SET upkeep_rests_until = 1 + coalesce((SELECT max(id) FROM message WHERE lane = lane.key AND ${isConversation}), 0)
     WHERE key = ?`,
  ).run(lane)
}

export function isUpkeepAtRest(db: Database, lane: Lane): boolean {
  const rests = db
    .statement(
      `SELECT 1 FROM lane WHERE key = ? AND upkeep_rests_until > 0 AND NOT EXISTS (
         SELECT 1 FROM message WHERE message.lane = lane.key AND id >= upkeep_rests_until AND ${isConversation})`,
    )
    .pluck()
  return rests.get(lane) !== undefined
}

const isConversation = `kind = 'conversation' AND origin = 'chat'
  AND NOT EXISTS (SELECT 1 FROM deleted_message WHERE deleted_message.message_id = message.id)
  AND NOT EXISTS (SELECT 1 FROM expiring_message WHERE expiring_message.message_id = message.id)
  AND NOT ${hasNewerVersion('message')} AND NOT ${isOnOtherBranch('message.id')}`
const columns =
  'message.id, message.at, author, person_id AS personId, name, text, trust, conversation_id AS conversation'

type Row = Omit<OpenLine, 'at' | 'personId' | 'conversation'> & {
  at: number
  personId: number | null
  conversation: number | null
}

function toLine({ at, personId, conversation, ...rest }: Row): OpenLine {
  return { ...rest, at: new Date(at), personId: personId ?? undefined, conversation: conversation ?? undefined }
}
