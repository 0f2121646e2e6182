import { z } from 'zod'
import { type ChatId, isLocal, localChat, parseChatId } from '../../../domain/ids.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type { Database } from '../../../store/database.ts'
import { isPrivateTo } from '../../../store/messages/chats.ts'
import { mayOpenChat } from '../../../store/messages/listed-chats.ts'

/** What the page may call a chat or a line. */
export const nameSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

export const { noSuchChat } = webMessages

/** The chat of the page that is meant; undefined for one of another channel. */
export function pageChat(text: string): ChatId | undefined {
  const chat = parseChatId(text)
  if (!chat || !isLocal(chat)) return undefined
  const id = nameSchema.safeParse(chat.slice(chat.indexOf(':') + 1))
  return id.success ? localChat(id.data) : undefined
}

/** Where this person can write from the page: its own chats, and those elsewhere that nobody but they read. */
export function writableChat(db: Database, personId: number, text: string): ChatId | undefined {
  const chat = parseChatId(text)
  if (!chat || isLocal(chat)) return pageChat(text)
  return isPrivateTo(db, chat, personId) ? chat : undefined
}

/** The chat that is meant, of whichever channel; undefined for one that is not this person's to read. */
export function readableChat(db: Database, personId: number, text: string): ChatId | undefined {
  const chat = parseChatId(text)
  if (!chat || isLocal(chat)) return pageChat(text)
  return mayOpenChat(db, personId, chat) ? chat : undefined
}
