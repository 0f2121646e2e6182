import { randomUUID } from 'node:crypto'
import { toMessage } from '../src/channels/web/inbound.ts'
import { type ChatId, makeChatId } from '../src/domain/ids.ts'
import type { InboundMessage } from '../src/domain/message.ts'

/** What people write in a chat is about this long. */
export const letterText =
  'Could you look up when the roof was last repaired, who did the work, what it cost us, and remind me to call them before the first frost comes this year?'

/** What the page would hand in: its own random key, about 150 characters. */
export function writeLetter(chat: ChatId): InboundMessage {
  const said = {
    chat,
    key: randomUUID(),
    text: letterText,
    sender: { channel: 'web', id: 'owner' },
    senderName: 'Ana',
  } as const
  return toMessage(said, new Date())
}

/** One batch of messages, each in the next of the chats. */
export function writeLetters(count: number, first: number, chats: number): InboundMessage[] {
  return Array.from({ length: count }, (_, n) => writeLetter(chatOf(first + n, chats)))
}

/** The chat in which the n-th message is written when there are so many chats. */
function chatOf(n: number, chats: number): ChatId {
  return makeChatId('web', `chat-${n % chats}`)
}
