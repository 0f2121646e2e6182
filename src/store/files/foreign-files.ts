import { and, eq } from 'drizzle-orm'
import { type Foreign, withForeign } from '../../domain/foreign.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { foreignFile } from '../schema/schema.ts'

export type ForeignFile = typeof foreignFile.$inferSelect

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
