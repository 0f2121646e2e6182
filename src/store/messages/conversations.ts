import type { ChatId, Lane } from '../../domain/ids.ts'
import type { Database } from '../database.ts'

/** The facts of a line that decide which conversation it belongs to. */
export interface ConversationLine {
  id: number
  chat: ChatId
  lane: Lane
  at: number
  chars: number
}

/** The default silence in a lane after which another conversation begins. */
export const GAP_MS = 30 * 60_000

/**
 * Adds a line to its conversation, in whatever order lines arrive. An import may be older than what is stored, and a
 * late line may close the gap between two conversations, which then become one.
 */
export function joinConversation(db: Database, line: ConversationLine, gapMs = GAP_MS): number {
  const newest = lastBefore(db, line.lane, line.at + gapMs)
  const run = isNear(newest, line, gapMs) ? newest : undefined
  // Conversations of a lane are further apart than the gap, so a line inside one of them cannot touch another.
  const before = newest && line.at < newest.startedAt ? lastBefore(db, line.lane, newest.startedAt - 1) : undefined
  const earlier = isNear(before, line, gapMs) ? before : undefined
  const conversation = run ? grow(db, run, line) : begin(db, line)
  link(db, line, conversation)
  if (!earlier) return conversation
  unite(db, earlier.id, conversation)
  return earlier.id
}

/** Whether a person has had another conversation in their chats, or was answered in this one. */
export function hasTalkedBefore(db: Database, personId: number, conversation: number | undefined): boolean {
  const found = db
    .statement(
      `SELECT 1 FROM conversation WHERE owner_id = @personId AND (id IS NOT @conversation OR EXISTS (
         SELECT 1 FROM conversation_message AS own JOIN message ON message.id = own.message_id
         WHERE own.conversation_id = conversation.id AND author = 'bot')) LIMIT 1`,
    )
    .get({ personId, conversation: conversation ?? null })
  return found !== undefined
}

function lastBefore(db: Database, lane: Lane, at: number): Run | undefined {
  return db
    .statement(
      `SELECT id, started_at AS startedAt, last_at AS lastAt, closed_at AS closedAt FROM conversation
       WHERE lane = ? AND started_at <= ? ORDER BY started_at DESC LIMIT 1`,
    )
    .get(lane, at) as Run | undefined
}

function isNear(run: Run | undefined, { at }: ConversationLine, gapMs: number): boolean {
  return run !== undefined && run.lastAt >= at - gapMs
}

export interface Runs {
  join(line: ConversationLine): void
  /** Writes the changes that are still in memory. Must be called before the transaction ends, or they are lost. */
  finish(): void
}

/** For many lines in one transaction: a line that continues the last conversation of its lane needs no lookup. */
export function createRuns(db: Database, gapMs = GAP_MS): Runs {
  const open = new Map<Lane, OpenRun>()
  return {
    join(line) {
      const run = open.get(line.lane)
      const follows = run && line.at >= run.startedAt && line.at <= run.lastAt + gapMs && line.at + gapMs < run.nextAt
      if (!follows) {
        if (run) write(db, run)
        open.set(line.lane, openRun(db, line.lane, joinConversation(db, line, gapMs)))
        return
      }
      link(db, line, run.id)
      run.lastAt = Math.max(run.lastAt, line.at)
      run.messages += 1
      run.chars += line.chars
    },
    finish() {
      for (const run of open.values()) write(db, run)
      open.clear()
    },
  }
}

/** The changes of a conversation that are not written yet, and when the next one in its lane begins. */
interface OpenRun {
  id: number
  startedAt: number
  lastAt: number
  nextAt: number
  messages: number
  chars: number
}

function openRun(db: Database, lane: Lane, id: number): OpenRun {
  const run = db.statement('SELECT started_at AS startedAt, last_at AS lastAt FROM conversation WHERE id = ?').get(id)
  const { startedAt, lastAt } = run as Pick<OpenRun, 'startedAt' | 'lastAt'>
  const next = db.statement('SELECT min(started_at) FROM conversation WHERE lane = ? AND started_at > ?').pluck()
  const nextAt = (next.get(lane, startedAt) as number | null) ?? Number.POSITIVE_INFINITY
  return { id, startedAt, lastAt, nextAt, messages: 0, chars: 0 }
}

function write(db: Database, { id, lastAt, messages, chars }: OpenRun): void {
  if (messages === 0) return
  db.statement('UPDATE conversation SET last_at = ?, messages = messages + ?, chars = chars + ? WHERE id = ?').run(
    lastAt,
    messages,
    chars,
    id,
  )
}

function link(db: Database, { id, at }: ConversationLine, conversation: number): void {
  db.statement('INSERT INTO conversation_message (message_id, conversation_id, at) VALUES (?, ?, ?)').run(
    id,
    conversation,
    at,
  )
}

interface Run {
  id: number
  startedAt: number
  lastAt: number
  closedAt: number | null
}

function grow(db: Database, run: Run, { at, chars }: ConversationLine): number {
  // Updating an indexed column rewrites its indexes even if the value stays the same, and most lines only move the end.
  if (at < run.startedAt) db.statement('UPDATE conversation SET started_at = ? WHERE id = ?').run(at, run.id)
  if (run.closedAt !== null) db.statement('UPDATE conversation SET closed_at = NULL WHERE id = ?').run(run.id)
  db.statement('UPDATE conversation SET last_at = ?, messages = messages + 1, chars = chars + ? WHERE id = ?').run(
    Math.max(at, run.lastAt),
    chars,
    run.id,
  )
  return run.id
}

function begin(db: Database, { chat, lane, at, chars }: ConversationLine): number {
  const { lastInsertRowid } = db
    .statement(
      `INSERT INTO conversation (chat, owner_id, lane, started_at, last_at, messages, chars)
       VALUES (@chat, (SELECT owner_id FROM chat WHERE id = @chat), @lane, @at, @at, 1, @chars)`,
    )
    .run({ chat, lane, at, chars })
  return Number(lastInsertRowid)
}

/** A summary of the later conversation still covers the lines it names, now as part of the earlier one. */
function unite(db: Database, earlier: number, later: number): void {
  db.statement('UPDATE conversation_message SET conversation_id = ? WHERE conversation_id = ?').run(earlier, later)
  db.statement('UPDATE summary SET conversation_id = ? WHERE conversation_id = ?').run(earlier, later)
  db.statement(
    `UPDATE conversation SET (last_at, messages, chars) =
       (SELECT max(conversation.last_at, gone.last_at), conversation.messages + gone.messages, conversation.chars + gone.chars
        FROM conversation AS gone WHERE gone.id = ?)
     WHERE id = ?`,
  ).run(later, earlier)
  db.statement('DELETE FROM conversation WHERE id = ?').run(later)
}

/** Takes a line out of its conversation, because it was deleted or a newer version has taken its place. */
export function leaveConversation(db: Database, id: number, chars: number): void {
  db.statement(
    `UPDATE conversation SET messages = messages - 1, chars = chars - ?
     WHERE id = (SELECT conversation_id FROM conversation_message WHERE message_id = ?)`,
  ).run(chars, id)
  db.statement('DELETE FROM conversation_message WHERE message_id = ?').run(id)
}
