import { Readable } from 'node:stream'
import { and, eq, lt, notExists, sql } from 'drizzle-orm'
import { NotStoredError } from '../../domain/errors.ts'
import { fileLimits, type KnownFile, type NamedFile } from '../../domain/file.ts'
import { type Foreign, withForeign } from '../../domain/foreign.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { FileType } from '../../lib/sniff.ts'
import { later, type Steady } from '../../lib/time/clock.ts'
import { healthMessages } from '../../messages/health-messages.ts'
import type { Database } from '../database.ts'
import { file, foreignFile, message, messageFile } from '../schema/schema.ts'
import type { FileStore, Received, TooLarge } from './file-store.ts'

export type StoredFile = Omit<KnownFile, 'name'>

const DAY_MS = 86_400_000
/** A page may keep an unsent message for days. After this time its files are deleted. */
const UNSENT_MS = 7 * DAY_MS

/**
 * Stores the bytes of a stream and their row, both or neither. Throws NotStoredError if the disk is full, and passes on
 * the error if the stream breaks off.
 */
export async function storeFile(
  db: Database,
  fileStore: FileStore,
  source: AsyncIterable<Uint8Array>,
  steady: () => Steady,
): Promise<StoredFile | TooLarge> {
  try {
    const received = await fileStore.receive(source, fileLimits.fileBytes)
    if ('tooLarge' in received) return received
    await storeReceived(db, fileStore, received, steady())
    return { hash: received.hash, bytes: received.bytes, type: received.type }
  } catch (error) {
    throw hasNoRoom(error) ? new NotStoredError(healthMessages.noRoomForFile, { cause: error }) : error
  }
}

/** Stores a text of ours the same way. */
export async function keepText(
  db: Database,
  fileStore: FileStore,
  { text, name }: { text: string; name: string },
  steady: () => Steady,
): Promise<NamedFile> {
  const stored = await storeFile(db, fileStore, Readable.from([Buffer.from(text)]), steady)
  if ('tooLarge' in stored) throw new NotStoredError(`${name} is too large to be kept.`)
  return { hash: stored.hash, name }
}

export function findFile(db: Database, hash: string): StoredFile | undefined {
  const row = db.orm.select().from(file).where(eq(file.hash, hash)).get()
  return row && { hash: row.hash, bytes: row.bytes, type: row.type as FileType }
}

/** Attaches files to a message, in this order. Call it in the transaction that writes the message. */
export function attachFiles(db: Database, messageId: number, files: NamedFile[]): void {
  for (const [seq, { hash, name }] of files.entries()) {
    db.orm.insert(messageFile).values({ messageId, seq, hash, name }).run()
  }
}

/** By message, in the order in which they are attached. */
export function filesOf(db: Database, messageIds: number[]): Map<number, KnownFile[]> {
  const filesByMessage = new Map<number, KnownFile[]>()
  // One statement for any number of messages, because this runs for every line that a turn looks at.
  const rows = db
    .statement(
      `SELECT message_id AS messageId, name, file.hash, bytes, type FROM message_file JOIN file ON file.hash = message_file.hash
       WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY message_id, seq`,
    )
    .all(JSON.stringify(messageIds)) as (KnownFile & { messageId: number })[]
  for (const { messageId, ...known } of rows)
    filesByMessage.set(messageId, [...(filesByMessage.get(messageId) ?? []), known])
  return filesByMessage
}

/** The file names by message. */
export function fileNamesOf(db: Database, messageIds: number[]): Map<number, string[]> {
  return new Map([...filesOf(db, messageIds)].map(([id, files]) => [id, files.map(({ name }) => name)]))
}

/** The names of the files people sent to a chat, each name once. */
export function namesSentTo(db: Database, chat: ChatId): string[] {
  const rows = db.orm
    .selectDistinct({ name: messageFile.name })
    .from(messageFile)
    .innerJoin(message, eq(message.id, messageFile.messageId))
    .where(and(eq(message.chat, chat), eq(message.author, 'human')))
    .all()
  return rows.map(({ name }) => name)
}

/** One file of one message, with the chat of the message. */
export function findMessageFile(
  db: Database,
  messageId: number,
  seq: number,
): (KnownFile & { chat: ChatId }) | undefined {
  const file = filesOf(db, [messageId]).get(messageId)?.[seq]
  const source = db.orm.select({ chat: message.chat }).from(message).where(eq(message.id, messageId)).get()
  return file && source && { ...file, chat: source.chat }
}

/**
 * Call this once at start. It removes files that no row refers to and uploads that were never sent, and returns how
 * many.
 */
export function sweepFiles(db: Database, fileStore: FileStore, steady: Steady): number {
  const sent = db.orm.select({ one: sql`1` }).from(messageFile).where(eq(messageFile.hash, file.hash))
  db.orm
    .delete(file)
    .where(and(lt(file.createdAt, later(steady, -UNSENT_MS)), notExists(sent)))
    .run()
  const storedHashes = new Set(
    db.orm
      .select({ hash: file.hash })
      .from(file)
      .all()
      .map((row) => row.hash),
  )
  const orphans = fileStore.hashes().filter((hash) => !storedHashes.has(hash))
  for (const hash of orphans) fileStore.remove(hash)
  return orphans.length
}

async function storeReceived(db: Database, fileStore: FileStore, received: Received, createdAt: Steady): Promise<void> {
  const isStored = findFile(db, received.hash) !== undefined
  let isInPlace = false
  try {
    db.transaction(() => {
      insertFile(db, received, createdAt)
      fileStore.keep(received)
      isInPlace = true
    })
  } catch (error) {
    // Nothing else can have run since the rename, so nobody else relies on these bytes.
    if (isInPlace && !isStored) fileStore.remove(received.hash)
    await fileStore.drop(received)
    throw error
  }
}

/** The same content shares one row, but it counts as new for the sweep. */
function insertFile(db: Database, { hash, bytes, type }: Received, createdAt: Steady): void {
  db.orm
    .insert(file)
    .values({ hash, bytes, type, createdAt })
    .onConflictDoUpdate({ target: file.hash, set: { createdAt } })
    .run()
}

function hasNoRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT|EROFS|SQLITE_FULL)/.test(String(error.code))
}

type ForeignFile = typeof foreignFile.$inferSelect

/**
 * Notes that a file in a chat's folder may now contain these words of others. Without a path it covers every later
 * change there.
 */
export function noteForeignFile(db: Database, chat: ChatId, path: string, words: readonly Foreign[], now: Date): void {
  const stored = db.orm
    .select()
    .from(foreignFile)
    .where(and(eq(foreignFile.chat, chat), eq(foreignFile.path, path)))
    .get()
  const row = { chat, path, words: withForeign(stored?.words ?? [], words), at: stored?.at ?? now.getTime() }
  db.orm
    .insert(foreignFile)
    .values(row)
    .onConflictDoUpdate({ target: [foreignFile.chat, foreignFile.path], set: { words: row.words } })
    .run()
}

export function foreignFilesOf(db: Database, chat: ChatId): ForeignFile[] {
  return db.orm.select().from(foreignFile).where(eq(foreignFile.chat, chat)).all()
}
