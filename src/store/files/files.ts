import { Readable } from 'node:stream'
import { and, eq, lt, notExists, sql } from 'drizzle-orm'
import { NotStoredError } from '../../domain/errors.ts'
import { fileLimits, type KnownFile, type NamedFile } from '../../domain/file.ts'
import { type Foreign, withForeign } from '../../domain/foreign.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { FileType } from '../../lib/sniff.ts'
import { later, type Steady } from '../../lib/time/clock.ts'
import type { Database } from '../database.ts'
import { file, foreignFile, message, messageFile } from '../schema/schema.ts'
import type { FileShelf, Received, TooLarge } from './file-shelf.ts'

export type StoredFile = Omit<KnownFile, 'name'>

const DAY_MS = 86_400_000
/** A page may hold an unsent line for days; after that its files are given up. */
const UNSENT_MS = 7 * DAY_MS

/**
 * Takes a stream in: its bytes on the shelf and its row, both or neither. Throws NotStoredError when the disk has no
 * room, and whatever the stream says when it breaks off.
 */
export async function storeFile(
  db: Database,
  shelf: FileShelf,
  source: AsyncIterable<Uint8Array>,
  steady: () => Steady,
): Promise<StoredFile | TooLarge> {
  try {
    const received = await shelf.receive(source, fileLimits.fileBytes)
    if ('tooLarge' in received) return received
    await keep(db, shelf, received, steady())
    return { hash: received.hash, bytes: received.bytes, type: received.type }
  } catch (error) {
    throw hasNoRoom(error) ? new NotStoredError(noRoom, { cause: error }) : error
  }
}

/** The same for a text of ours. */
export async function keepText(
  db: Database,
  shelf: FileShelf,
  { text, name }: { text: string; name: string },
  steady: () => Steady,
): Promise<NamedFile> {
  const stored = await storeFile(db, shelf, Readable.from([Buffer.from(text)]), steady)
  if ('tooLarge' in stored) throw new NotStoredError(`${name} is too large to be kept.`)
  return { hash: stored.hash, name }
}

export function findFile(db: Database, hash: string): StoredFile | undefined {
  const row = db.orm.select().from(file).where(eq(file.hash, hash)).get()
  return row && { hash: row.hash, bytes: row.bytes, type: row.type as FileType }
}

/** Hangs files on a message, in this order. Call it in the transaction that writes the message. */
export function attachFiles(db: Database, messageId: number, files: NamedFile[]): void {
  for (const [seq, { hash, name }] of files.entries()) {
    db.orm.insert(messageFile).values({ messageId, seq, hash, name }).run()
  }
}

/** By message, in the order they hang on it. */
export function filesOf(db: Database, messageIds: number[]): Map<number, KnownFile[]> {
  const found = new Map<number, KnownFile[]>()
  // One statement for any number of them: this is asked for every line that a turn looks at.
  const rows = db
    .statement(
      `SELECT message_id AS messageId, name, file.hash, bytes, type FROM message_file JOIN file ON file.hash = message_file.hash
       WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY message_id, seq`,
    )
    .all(JSON.stringify(messageIds)) as (KnownFile & { messageId: number })[]
  for (const { messageId, ...known } of rows) found.set(messageId, [...(found.get(messageId) ?? []), known])
  return found
}

/** What they are called, by message. */
export function fileNamesOf(db: Database, messageIds: number[]): Map<number, string[]> {
  return new Map([...filesOf(db, messageIds)].map(([id, files]) => [id, files.map(({ name }) => name)]))
}

/** What people sent in a chat is called by them, each name once. */
export function namesSentTo(db: Database, chat: ChatId): string[] {
  const rows = db.orm
    .selectDistinct({ name: messageFile.name })
    .from(messageFile)
    .innerJoin(message, eq(message.id, messageFile.messageId))
    .where(and(eq(message.chat, chat), eq(message.author, 'human')))
    .all()
  return rows.map(({ name }) => name)
}

/** One file of one message, and the chat it was said in. */
export function findMessageFile(
  db: Database,
  messageId: number,
  seq: number,
): (KnownFile & { chat: ChatId }) | undefined {
  const known = filesOf(db, [messageId]).get(messageId)?.[seq]
  const said = db.orm.select({ chat: message.chat }).from(message).where(eq(message.id, messageId)).get()
  return known && said && { ...known, chat: said.chat }
}

/** To be called once at start: what no row speaks of, and what was uploaded long ago and never sent. Returns how many. */
export function sweepFiles(db: Database, shelf: FileShelf, steady: Steady): number {
  const sent = db.orm.select({ one: sql`1` }).from(messageFile).where(eq(messageFile.hash, file.hash))
  db.orm
    .delete(file)
    .where(and(lt(file.createdAt, later(steady, -UNSENT_MS)), notExists(sent)))
    .run()
  const known = new Set(
    db.orm
      .select({ hash: file.hash })
      .from(file)
      .all()
      .map((row) => row.hash),
  )
  const left = shelf.hashes().filter((hash) => !known.has(hash))
  for (const hash of left) shelf.remove(hash)
  return left.length
}

async function keep(db: Database, shelf: FileShelf, received: Received, createdAt: Steady): Promise<void> {
  const known = findFile(db, received.hash) !== undefined
  let isInPlace = false
  try {
    db.transaction(() => {
      insertFile(db, received, createdAt)
      shelf.keep(received)
      isInPlace = true
    })
  } catch (error) {
    // Nothing else can have run since the rename, so nobody else counts on these bytes.
    if (isInPlace && !known) shelf.remove(received.hash)
    await shelf.drop(received)
    throw error
  }
}

/** The same content again is the same row, but counts as new for the sweep. */
function insertFile(db: Database, { hash, bytes, type }: Received, createdAt: Steady): void {
  db.orm
    .insert(file)
    .values({ hash, bytes, type, createdAt })
    .onConflictDoUpdate({ target: file.hash, set: { createdAt } })
    .run()
}

const noRoom = 'There is no room for this file on the disk of the data directory. Free some space, then send it again.'

function hasNoRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT|EROFS|SQLITE_FULL)/.test(String(error.code))
}

type ForeignFile = typeof foreignFile.$inferSelect

/** A file of a chat's folder may hold these words from now on; without a path, whatever changes there from now on. */
export function noteForeignFile(db: Database, chat: ChatId, path: string, words: readonly Foreign[], now: Date): void {
  const known = db.orm
    .select()
    .from(foreignFile)
    .where(and(eq(foreignFile.chat, chat), eq(foreignFile.path, path)))
    .get()
  const row = { chat, path, words: withForeign(known?.words ?? [], words), at: known?.at ?? now.getTime() }
  db.orm
    .insert(foreignFile)
    .values(row)
    .onConflictDoUpdate({ target: [foreignFile.chat, foreignFile.path], set: { words: row.words } })
    .run()
}

export function foreignFilesOf(db: Database, chat: ChatId): ForeignFile[] {
  return db.orm.select().from(foreignFile).where(eq(foreignFile.chat, chat)).all()
}
