import { z } from 'zod'
import type { RouteFacts } from '../../../domain/delivery.ts'
import { type ChatId, isLocal, localChat, parseChatId } from '../../../domain/ids.ts'
import type { Person } from '../../../domain/person.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type { Database } from '../../../store/database.ts'
import { audienceOf, isPrivateTo, routeInto } from '../../../store/messages/chats.ts'
import { mayOpenChat } from '../../../store/messages/listed-chats.ts'
import { replyTarget } from '../../../store/messages/messages.ts'

/** Allowed names of chats and messages. */
export const nameSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

export const { noSuchChat } = webMessages

/** The reader of a chat. */
export type ChatReader = Pick<Person, 'id' | 'role'>

/**
 * Parses the id of a chat of the page that belongs to this person, or to nobody yet: it is created with its first
 * message. Undefined for other channels.
 */
export function pageChat(db: Database, reader: ChatReader, text: string): ChatId | undefined {
  const parsed = parseChatId(text)
  if (!parsed || !isLocal(parsed)) return undefined
  const id = nameSchema.safeParse(parsed.slice(parsed.indexOf(':') + 1))
  if (!id.success) return undefined
  const chat = localChat(id.data)
  const isOpen = audienceOf(db, chat) === undefined ? mayCreate(reader, id.data) : mayOpenChat(db, reader.id, chat)
  return isOpen ? chat : undefined
}

/** The names that the page gives to new chats. */
const newChatName = /^[0-9a-f]{12}$/

/** Chats with a meaning, such as that of the notices, are the owner's, even before they exist. */
function mayCreate({ role }: ChatReader, name: string): boolean {
  return role === 'owner' || newChatName.test(name)
}

/** Chats this person can write to from the page: those of the page, and their private chats on other channels. */
export function writableChat(db: Database, reader: ChatReader, text: string): ChatId | undefined {
  const chat = parseChatId(text)
  if (!chat || isLocal(chat)) return pageChat(db, reader, text)
  return isPrivateTo(db, chat, reader.id) ? chat : undefined
}

/** For a chat of another channel: how it is reached there. What is written here is the person's message in it. */
export function routeElsewhere(db: Database, chat: ChatId): { facts: RouteFacts | undefined } | undefined {
  return isLocal(chat) ? undefined : { facts: routeInto(db, chat).facts }
}

/** Parses the id of a chat that this person may read. */
export function readableChat(db: Database, reader: ChatReader, text: string): ChatId | undefined {
  const chat = parseChatId(text)
  if (!chat || isLocal(chat)) return pageChat(db, reader, text)
  return mayOpenChat(db, reader.id, chat) ? chat : undefined
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
