import { eq } from 'drizzle-orm'
import type { Setting } from '../config/sources.ts'
import type { ChatId } from '../domain/ids.ts'
import type { Database } from './database.ts'
import { chatBrain, setting } from './schema/schema.ts'

/** The settings that were changed at runtime, by key. */
export function readSettings(db: Database): Map<string, Setting> {
  const rows = db.orm.select({ key: setting.key, text: setting.value, fileValue: setting.fileValue }).from(setting)
  return new Map(rows.all().map(({ key, ...made }) => [key, made]))
}

export interface NewSetting {
  key: string
  value: string
  fileValue: string
  personId: number
  at: Date
}

export function writeSetting(db: Database, { key, at, ...made }: NewSetting): void {
  const row = { ...made, at: at.getTime() }
  db.orm
    .insert(setting)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: setting.key, set: row })
    .run()
}

/** Records the value that the file now has for this key, to notice later changes of the file. */
export function noteFileValue(db: Database, key: string, fileValue: string): void {
  db.orm.update(setting).set({ fileValue }).where(eq(setting.key, key)).run()
}

/** Returns false if there was none. */
export function removeSetting(db: Database, key: string): boolean {
  return db.orm.delete(setting).where(eq(setting.key, key)).run().changes > 0
}

/** The model that was chosen for a chat; null fields use the default. */
export interface ChatBrain {
  brain: string | null
  /** A role, or the name of a model of this brain. */
  model: string | null
}

export function readChatBrain(db: Database, chat: ChatId): ChatBrain | undefined {
  return db.statement('SELECT brain, model FROM chat_brain WHERE chat = ?').get(chat) as ChatBrain | undefined
}

export function setChatBrain(db: Database, chat: ChatId, choice: ChatBrain, personId: number, now: Date): void {
  const chosen = { ...choice, personId, at: now.getTime() }
  db.orm
    .insert(chatBrain)
    .values({ chat, ...chosen })
    .onConflictDoUpdate({ target: chatBrain.chat, set: chosen })
    .run()
}

export function clearChatBrain(db: Database, chat: ChatId): void {
  db.orm.delete(chatBrain).where(eq(chatBrain.chat, chat)).run()
}
