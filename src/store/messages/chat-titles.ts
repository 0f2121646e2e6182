import { type ChatId, localOwner, noticesChat } from '../../domain/ids.ts'
import type { Database } from '../database.ts'

export interface UntitledChat {
  chat: ChatId
  personId: number
}

/** A chat of the page since then that has its first answer, and still the first words of its first message as title. */
export function findUntitledChat(db: Database, since: Date): UntitledChat | undefined {
  return db.statement(untitled).get({ channel: localOwner.channel, notices: noticesChat, since: since.getTime() }) as
    | UntitledChat
    | undefined
}

const untitled = `SELECT chat.id AS chat, chat.owner_id AS personId FROM chat
  WHERE channel = @channel AND created_at > @since AND titled_to IS NULL AND title <> id AND id <> @notices
    AND owner_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM kept_chat WHERE kept_chat.chat = chat.id AND name IS NOT NULL)
    AND EXISTS (SELECT 1 FROM message WHERE message.chat = chat.id AND author = 'bot' AND kind = 'conversation')
  ORDER BY created_at LIMIT 1`

export interface StoredExchange {
  asked: string
  answered: string
  /** The last line of it. */
  upTo: number
}

/** The first message of a person and the answer to it; undefined if one of them is gone. */
export function firstExchange(db: Database, chat: ChatId): StoredExchange | undefined {
  const first = db.statement(
    `SELECT id, text FROM message WHERE chat = @chat AND author = @author AND kind = 'conversation' AND id > @after
       AND id NOT IN (SELECT message_id FROM deleted_message) ORDER BY id LIMIT 1`,
  )
  const find = (author: 'human' | 'bot', after: number) =>
    first.get({ chat, author, after }) as { id: number; text: string } | undefined
  const asked = find('human', 0)
  const answered = asked && find('bot', asked.id)
  return answered && { asked: asked.text, answered: answered.text, upTo: answered.id }
}

/** Without a title the chat keeps the one it has. Nobody is asked for one again. */
export function setChatTitle(db: Database, chat: ChatId, title: string | undefined, upTo: number): void {
  db.statement('UPDATE chat SET title = ifnull(@title, title), titled_to = @upTo WHERE id = @chat').run({
    chat,
    title: title ?? null,
    upTo: title === undefined ? 0 : upTo,
  })
}

/** A title that was written from this line goes with it. The first words that are left take its place. */
export function forgetChatTitle(db: Database, chat: ChatId, line: number): void {
  db.statement(
    `UPDATE chat SET titled_to = NULL, title = ifnull((
       SELECT substr(replace(trim(text), char(10), ' '), 1, 60) FROM message
       WHERE chat = @chat AND author = 'human' AND kind = 'conversation' AND trim(text) <> ''
         AND id NOT IN (SELECT message_id FROM deleted_message) ORDER BY id LIMIT 1), id)
     WHERE id = @chat AND titled_to >= @line`,
  ).run({ chat, line })
}
