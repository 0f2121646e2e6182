import { eq } from 'drizzle-orm'
import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { chatBrain } from '../schema/schema.ts'

/** What somebody chose for a chat; what is not said is as everywhere. */
export interface ChatBrain {
  brain: string | null
  /** A role, or a model of this brain by its own name. */
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
