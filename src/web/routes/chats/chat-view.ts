import { type ChatId, channelOf, isLocal } from '../../../domain/ids.ts'
import type { Database } from '../../../store/database.ts'
import {
  findListedChat,
  type ListedChat,
  type ListPosition,
  listChatsOf,
} from '../../../store/messages/listed-chats.ts'
import type { ChatPage, ChatSummary } from '../../page/wire/chat-wire.ts'
import { plainTitle } from '../plain-words.ts'

const pageSize = 100

/** One page of the owner's list. */
export function readChatPage(
  db: Database,
  personId: number,
  { archived = false, after }: { archived?: boolean; after?: ListPosition | undefined } = {},
): ChatPage {
  const chats = listChatsOf(db, { personId, archived, after, limit: pageSize + 1 })
  return { chats: chats.slice(0, pageSize).map(toWireChat), older: chats.length > pageSize }
}

/** One of them; undefined before anything was said in it. */
export function findWireChat(db: Database, personId: number, id: ChatId): ChatSummary | undefined {
  const chat = findListedChat(db, personId, id)
  return chat && toWireChat(chat)
}

function toWireChat({ id, title, lastAt, state, isPinned, isArchived, isPrivate }: ListedChat): ChatSummary {
  return {
    id,
    title: plainTitle(title),
    at: lastAt.getTime(),
    ...(!isLocal(id) && { channel: channelOf(id), ...(isPrivate && { writable: true }) }),
    ...(state && { state }),
    ...(isPinned && { pinned: true }),
    ...(isArchived && { archived: true }),
  }
}
