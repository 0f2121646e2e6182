import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { readLines, type StoredLine } from './lines.ts'

/** One page of a chat, oldest line first. */
export interface StoredPage {
  lines: StoredLine[]
  older: boolean
  newer?: true
}

const pageSize = 50

/** The newest lines, or those before, after or around a given line. */
export function readLinePage(
  db: Database,
  chat: ChatId,
  { before, after, around }: { before?: number | undefined; after?: number | undefined; around?: number | undefined },
): StoredPage {
  if (after !== undefined) return { ...newerThan(db, chat, after, pageSize), older: true }
  if (around === undefined) return olderThan(db, chat, before, pageSize)
  const half = pageSize / 2
  const { lines, older } = olderThan(db, chat, around + 1, half)
  const newer = newerThan(db, chat, around, half)
  return { ...newer, lines: [...lines, ...newer.lines], older }
}

function olderThan(db: Database, chat: ChatId, before: number | undefined, size: number): StoredPage {
  const lines = readLines(db, chat, { limit: size + 1, ...(before !== undefined && { before }) })
  return { lines: lines.slice(-size), older: lines.length > size }
}

function newerThan(db: Database, chat: ChatId, after: number, size: number): Omit<StoredPage, 'older'> {
  const lines = readLines(db, chat, { limit: size + 1, after })
  return { lines: lines.slice(0, size), ...(lines.length > size && { newer: true as const }) }
}

/** The recent texts of a chat, newest first. */
interface ChatTexts {
  /** The stored texts of all authors. */
  stored: string[]
  /** Our own texts as they were sent, in the format of their channel. */
  sent: string[]
}

const MAX_TEXT_LINES = 200
const MAX_TEXT_CHARS = 400_000

/** The last texts of a chat, up to a limit; used to recognize quotes from it. */
export function readChatTexts(db: Database, chat: ChatId): ChatTexts {
  const stored = db.statement('SELECT text FROM message WHERE chat = ? ORDER BY id DESC LIMIT ?').pluck()
  const sent = db
    .statement(
      `SELECT body FROM outbox WHERE message_id IN (SELECT id FROM message WHERE chat = ? ORDER BY id DESC LIMIT ?)
       ORDER BY id DESC`,
    )
    .pluck()
  return {
    stored: upTo(stored.all(chat, MAX_TEXT_LINES) as string[], MAX_TEXT_CHARS),
    sent: upTo(sent.all(chat, MAX_TEXT_LINES) as string[], MAX_TEXT_CHARS),
  }
}

function upTo(texts: string[], maxChars: number): string[] {
  let room = maxChars
  return texts.filter((text) => {
    room -= text.length
    return room >= 0
  })
}

const DAY_MS = 86_400_000
/** Conversations of several lanes can run in parallel. The first line is in one of the earliest of them. */
const MAX_PARALLEL_CONVERSATIONS = 50

/** The first line in a chat since this time; undefined if there is none. */
export function firstLineSince(db: Database, chat: ChatId, since: Date): number | undefined {
  const parameters = { chat, since: since.getTime(), begun: since.getTime() - DAY_MS, most: MAX_PARALLEL_CONVERSATIONS }
  const first = db.statement(inConversations).pluck().get(parameters) as number | undefined
  return first ?? (db.statement(elsewhere).pluck().get({ chat, since: since.getTime() }) as number | undefined)
}

const inConversations = `SELECT message_id FROM (SELECT id FROM conversation INDEXED BY conversation_chat
    WHERE chat = @chat AND started_at >= @begun AND last_at >= @since ORDER BY started_at LIMIT @most) AS near
  CROSS JOIN conversation_message ON conversation_id = near.id
  WHERE at >= @since ORDER BY at, message_id LIMIT 1`

/** Lines outside conversations, such as notices. They are few, and the wanted one is recent. */
const elsewhere = `SELECT id FROM (SELECT id, at FROM message WHERE chat = @chat ORDER BY id DESC LIMIT 200)
  WHERE at >= @since ORDER BY id LIMIT 1`
