import type { ChatId } from '../../domain/ids.ts'
import { WORDS_VERSION } from '../../lib/text/words.ts'
import type { Database } from '../database.ts'
import { fileNamesOf } from '../files/files.ts'
import { createMessageIndexer, type IndexedLine } from '../messages/message-indexer.ts'
import { dropOldWords, indexWords, noteReindexed, putOldWordsAside, reindexedFrom, takeWords } from './word-index.ts'

/** Small enough to take only a moment at start. */
const LINES_REINDEXED_AT_START = 1000
/** Since this version the chat sizes and conversations no longer depend on how words are split. */
const SIZES_KEPT_SINCE_VERSION = 5

/**
 * Reindexes lines that were stored before there was a word index, or before words were split as they are now: some of
 * them here, the rest in small steps while the daemon runs.
 */
export function reindex(db: Database, gapMs?: number): void {
  const before = db.statement("SELECT value FROM meta WHERE key = 'words'").pluck().get() as string | undefined
  if (before === WORDS_VERSION) return
  db.transaction(() => {
    if (Number(before ?? 0) < SIZES_KEPT_SINCE_VERSION) recount(db, gapMs)
    putOldWordsAside(db)
    db.statement(
      "INSERT INTO meta (key, value) VALUES ('words', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
    ).run(WORDS_VERSION)
    // In the same transaction as the renaming, so that a kill leaves a small store either old or new.
    reindexWords(db, LINES_REINDEXED_AT_START)
  })
}

/** Rebuilds everything but the words, which is a small part of the work. */
function recount(db: Database, gapMs?: number): void {
  db.raw.exec('DELETE FROM chat_size; DELETE FROM earlier_owner')
  const filer = createMessageIndexer(db, gapMs, () => {})
  for (const line of messagesInOrder(db)) filer.file({ ...line, files: [], joins: line.joins === 1 })
  filer.finish()
}

type UnindexedRow = Omit<IndexedLine, 'files' | 'joins'> & { joins: 0 | 1 }

/** Page by page, because the connection cannot write while one of its statements is being read row by row. */
function* messagesInOrder(db: Database): Generator<UnindexedRow> {
  const page = db.statement(
    `SELECT id, chat, lane, author, name, at, text, origin = 'chat' AND NOT EXISTS (
       SELECT 1 FROM conversation_message WHERE message_id = message.id) AS joins
     FROM message WHERE kind = 'conversation' AND id > ? AND id NOT IN (SELECT message_id FROM deleted_message)
     ORDER BY id LIMIT 1000`,
  )
  for (let last = 0; ; ) {
    const rows = page.all(last) as UnindexedRow[]
    yield* rows
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

/**
 * Indexes the newest lines that are still in the old index. Each call is complete, so a kill between two calls costs
 * nothing. Returns false if nothing is left.
 */
export function reindexWords(db: Database, limit: number): boolean {
  if (reindexedFrom(db) === undefined) return false
  return db.transaction(() => {
    const lines = linesBefore(db, reindexedFrom(db) ?? 0, limit)
    // FTS5 flushes its memory whenever a line has a lower id than the last one.
    for (const line of withFileNames(db, lines.toReversed())) indexWords(db, line)
    const last = lines.at(-1)
    if (last !== undefined && lines.length === limit) noteReindexed(db, last.id)
    else dropOldWords(db)
    return true
  })
}

function linesBefore(db: Database, id: number, limit: number) {
  return db
    .statement(
      `SELECT id, chat, name, text FROM message WHERE id < ? AND kind = 'conversation'
         AND id NOT IN (SELECT message_id FROM deleted_message) ORDER BY id DESC LIMIT ?`,
    )
    .all(id, limit) as { id: number; chat: ChatId; name: string; text: string }[]
}

/**
 * Moves the words of a chat that changed its owner to the new owner, some lines at a time. Returns false if nothing is
 * left.
 */
export function moveWords(db: Database, limit: number): boolean {
  // Lines in the old index cannot be moved, because they were split by other rules.
  if (reindexedFrom(db) !== undefined) return false
  // The entry with the highest line is the last one of its chat; later lines are already in the right place.
  const highest = db.statement('SELECT chat, up_to AS upTo FROM earlier_owner ORDER BY up_to DESC LIMIT 1')
  if (highest.get() === undefined) return false
  return db.transaction(() => {
    const { chat, upTo } = highest.get() as { chat: ChatId; upTo: number }
    const lines = linesUpTo(db, chat, upTo, limit)
    // FTS5 flushes its memory whenever a line has a lower id than the last one.
    const inOrder = lines.toReversed()
    for (const line of inOrder) takeWords(db, line)
    const last = lines.at(-1)
    const rest = last !== undefined && lines.length === limit ? last.id - 1 : undefined
    if (rest === undefined || rest <= floorOf(db, chat, upTo)) {
      db.statement('DELETE FROM earlier_owner WHERE chat = ? AND up_to = ?').run(chat, upTo)
    } else {
      db.statement('UPDATE earlier_owner SET up_to = ? WHERE chat = ? AND up_to = ?').run(rest, chat, upTo)
    }
    for (const line of inOrder) indexWords(db, line)
    return true
  })
}

/** Newest first, so that the remaining lines are always the older ones. */
function linesUpTo(db: Database, chat: ChatId, upTo: number, limit: number) {
  const rows = db
    .statement(
      `SELECT id, chat, name, text FROM message WHERE chat = ? AND id <= ? AND id > ? AND kind = 'conversation'
         AND id NOT IN (SELECT message_id FROM deleted_message) ORDER BY id DESC LIMIT ?`,
    )
    .all(chat, upTo, floorOf(db, chat, upTo), limit) as { id: number; chat: ChatId; name: string; text: string }[]
  return withFileNames(db, rows)
}

function withFileNames<Row extends { id: number }>(db: Database, rows: Row[]): (Row & { files: string[] })[] {
  const files = fileNamesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, files: files.get(row.id) ?? [] }))
}

/** Lines up to this one belong to a still earlier owner. */
function floorOf(db: Database, chat: ChatId, upTo: number): number {
  const before = db.statement('SELECT max(up_to) FROM earlier_owner WHERE chat = ? AND up_to < ?').pluck()
  return (before.get(chat, upTo) as number | null) ?? 0
}
