import { z } from 'zod'
import type { RouteFacts } from '../../../domain/delivery.ts'
import { type ChatId, isLocal, localChat, parseChatId } from '../../../domain/ids.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type { Database } from '../../../store/database.ts'
import { isPrivateTo, routeInto } from '../../../store/messages/chats.ts'
import { mayOpenChat } from '../../../store/messages/listed-chats.ts'
import { replyTarget } from '../../../store/messages/messages.ts'

/** Allowed names of chats and messages. */
export const nameSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

export const { noSuchChat } = webMessages

/** Parses a chat id of the page. Undefined for other channels. */
export function pageChat(text: string): ChatId | undefined {
  const chat = parseChatId(text)
  if (!chat || !isLocal(chat)) return undefined
  const id = nameSchema.safeParse(chat.slice(chat.indexOf(':') + 1))
  return id.success ? localChat(id.data) : undefined
}

/** Chats this person can write to from the page: those of the page, and their private chats on other channels. */
export function writableChat(db: Database, personId: number, text: string): ChatId | undefined {
  const chat = parseChatId(text)
  if (!chat || isLocal(chat)) return pageChat(text)
  return isPrivateTo(db, chat, personId) ? chat : undefined
}

/** For a chat of another channel: how it is reached there. What is written here is the person's message in it. */
export function routeElsewhere(db: Database, chat: ChatId): { facts: RouteFacts | undefined } | undefined {
  return isLocal(chat) ? undefined : { facts: routeInto(db, chat).facts }
}

/** Parses the id of a chat that this person may read. */
export function readableChat(db: Database, personId: number, text: string): ChatId | undefined {
  const chat = parseChatId(text)
  if (!chat || isLocal(chat)) return pageChat(text)
  return mayOpenChat(db, personId, chat) ? chat : undefined
}

/** The id of the line being replied to. */
export const replyToSchema = z.number().int().positive().optional()

/** Finds the replied line, which must be in the same chat. */
export function pointAt(
  db: Database,
  chat: ChatId,
  line: number | undefined,
): { replyTo?: string } | { error: AnyText } {
  if (line === undefined) return {}
  const replyTo = replyTarget(db, chat, line)
  return replyTo === undefined ? { error: webMessages.noSuchLine } : { replyTo }
}
