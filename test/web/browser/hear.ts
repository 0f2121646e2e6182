import { type ChatId, rootLane } from '../../../src/domain/ids.ts'
import { ensureChat } from '../../../src/store/messages/chats.ts'
import { insertMessage, type NewMessage } from '../../../src/store/messages/messages.ts'
import type { World } from '../world.ts'

/** A line on another channel. */
export function hear(
  { db, clock, ownerId }: World,
  chat: ChatId,
  {
    person = ownerId,
    audience = 'group',
    title = chat as string,
    ago = 0,
    text = 'hello',
    ...more
  }: Partial<Pick<NewMessage, 'name' | 'remoteId' | 'text'>> & {
    /** Null: somebody we do not know. */
    person?: number | null
    audience?: 'group' | 'private'
    title?: string
    ago?: number
  },
): number {
  const at = new Date(clock.now().getTime() - ago)
  ensureChat(db, { id: chat, title, audience, personId: person ?? ownerId }, at)
  const place = { chat, lane: rootLane(chat), origin: 'chat', trust: 'member', at, receivedAt: at } as const
  return insertMessage(db, {
    ...place,
    author: 'human',
    kind: 'conversation',
    personId: person,
    name: 'Bo',
    text,
    ...more,
  })
}
