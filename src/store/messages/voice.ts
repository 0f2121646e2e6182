import { eq } from 'drizzle-orm'
import type { ChatId } from '../../domain/ids.ts'
import type { Database } from '../database.ts'
import { spokenMessage, voiceChat } from '../schema/schema.ts'

/** The message was spoken. Call it in the transaction that stores it. */
export function noteSpoken(db: Database, messageId: number): void {
  db.orm.insert(spokenMessage).values({ messageId }).run()
}

/** Whether one of these messages was spoken. */
export function isAnySpoken(db: Database, messageIds: readonly number[]): boolean {
  const find = db.statement('SELECT 1 FROM spoken_message WHERE message_id IN (SELECT value FROM json_each(?)) LIMIT 1')
  return find.pluck().get(JSON.stringify(messageIds)) === 1
}

/** Whether voice messages are answered by voice messages in a chat. */
export function isVoiceOn(db: Database, chat: ChatId): boolean {
  return db.statement('SELECT 1 FROM voice_chat WHERE chat = ?').pluck().get(chat) === 1
}

export function turnVoice(db: Database, chat: ChatId, isOn: boolean, now: Date): void {
  if (isOn) db.orm.insert(voiceChat).values({ chat, at: now.getTime() }).onConflictDoNothing().run()
  else db.orm.delete(voiceChat).where(eq(voiceChat.chat, chat)).run()
}
