import type { Context } from 'hono'
import { z } from 'zod'
import type { ErasureCounts, ErasureScope } from '../../../domain/erasure.ts'
import { type ChatId, channelOf, isLocal } from '../../../domain/ids.ts'
import type { SteadyClock } from '../../../lib/time/clock.ts'
import type { Database } from '../../../store/database.ts'
import { noteSeen, updateChatListing } from '../../../store/messages/kept-chats.ts'
import {
  findListedChat,
  type ListedChat,
  type ListPosition,
  listChatsOf,
  mayOpenChat,
} from '../../../store/messages/listed-chats.ts'
import type { ChatListPage, ChatSummary, ErasableChat } from '../../page/wire/chat-wire.ts'
import { failure, parseBody } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import type { SignInEnv } from '../../server/sign-in.ts'
import { plainTitle } from '../plain-text.ts'
import { noSuchChat, readableChat } from './page-chat.ts'

export interface ChatListApiDeps {
  db: Database
  clock: SteadyClock
  /** Erases a chat with everything in it, for good. */
  erasing: {
    preview(scope: ErasureScope): ErasureCounts
    /** Resolves when nothing shows or finds it any more. The rest follows in the background. */
    eraseNow(scope: ErasureScope): Promise<void>
  }
}

const placeSchema = z
  .object({ at: z.coerce.number().int(), id: z.string().min(1), pinned: z.enum(['true', 'false']).optional() })
  .transform(({ pinned, ...place }) => ({ ...place, pinned: pinned === 'true' }))
const keepSchema = z.object({
  name: z.string().max(200).optional(),
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
})
const seenSchema = z.object({ line: z.number().int().positive() })

/** The list of chats and changes to it. */
export function addChatListRoutes(routes: Routes, { db, clock, erasing }: ChatListApiDeps): void {
  /** A chat exists only after its first message. */
  const findKnownChat = (c: Context<SignInEnv>) => {
    const reader = c.get('person')
    const chat = readableChat(db, reader, c.req.param('chat') ?? '')
    return chat && mayOpenChat(db, reader.id, chat) ? chat : undefined
  }

  routes.get('signed-in', '/chats', (c) => {
    const { archived, ...position } = c.req.query()
    const after = Object.keys(position).length === 0 ? undefined : placeSchema.safeParse(position)
    if (after && !after.success) return failure(c, 400, '"at" and "id" must be those of the last chat of a page.')
    return c.json(readChatPage(db, c.get('person').id, { archived: archived === 'true', after: after?.data }))
  })

  routes.post('signed-in', '/chats/:chat/keep', async (c) => {
    const chat = findKnownChat(c)
    if (!chat) return failure(c, 404, noSuchChat)
    const body = await parseBody(c, keepSchema)
    if ('refused' in body) return body.refused
    updateChatListing(db, chat, body.value, clock.now())
    return c.json(findWireChat(db, c.get('person').id, chat))
  })

  routes.get('signed-in', '/chats/:chat/erasable', (c) => {
    const chat = findKnownChat(c)
    if (!chat) return failure(c, 404, noSuchChat)
    const { messages, files, facts, jobs } = erasing.preview({ chat })
    return c.json({ messages, files, facts, jobs } satisfies ErasableChat)
  })

  routes.post('signed-in', '/chats/:chat/delete', async (c) => {
    const chat = findKnownChat(c)
    if (!chat) return failure(c, 404, noSuchChat)
    await erasing.eraseNow({ chat })
    return c.json({})
  })

  routes.post('signed-in', '/chats/:chat/seen', async (c) => {
    const chat = findKnownChat(c)
    if (!chat) return failure(c, 404, noSuchChat)
    const body = await parseBody(c, seenSchema)
    if ('refused' in body) return body.refused
    noteSeen(db, chat, body.value.line)
    return c.json({})
  })
}

const PAGE_SIZE = 100

/** A page of somebody's chats. */
export function readChatPage(
  db: Database,
  personId: number,
  { archived = false, after }: { archived?: boolean; after?: ListPosition | undefined } = {},
): ChatListPage {
  const chats = listChatsOf(db, { personId, archived, after, limit: PAGE_SIZE + 1 })
  return { chats: chats.slice(0, PAGE_SIZE).map(toWireChat), older: chats.length > PAGE_SIZE }
}

/** Undefined if the chat has no messages yet. */
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
