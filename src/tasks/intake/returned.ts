import type { Accepted } from '../../channels/channel.ts'
import { channelOf, noticesChat } from '../../domain/ids.ts'
import type { InboundReturned } from '../../domain/message.ts'
import { returnedKey } from '../../domain/outbox-key.ts'
import { truncate } from '../../lib/text/text.ts'
import { deliveryMessages } from '../../messages/delivery-messages.ts'
import { languageIn } from '../../store/messages/chat-language.ts'
import { chatElsewhere, chatOwner } from '../../store/messages/chats.ts'
import { findByKey, insertMessage, laneOfRemote } from '../../store/messages/messages.ts'
import type { Road } from '../road.ts'
import { giveNotice } from '../say/notice.ts'
import type { Batch } from './batch.ts'

const MOST_REASON_CHARS = 500

/**
 * A line of ours that came back is noted where it was said, and told on another channel: here it would come back, too.
 * Of what we never said nobody can bring anything back.
 */
export function acceptReturned(road: Road, event: InboundReturned, { now }: Batch): Accepted {
  const { db } = road
  const { chat, to, key } = event
  const lane = laneOfRemote(db, chat, event.remoteId)
  const seen = findByKey(db, [key])
  if (seen !== undefined) return { status: 'duplicate', message: seen }
  if (lane === undefined) return { status: 'ignored' }
  const reason = truncate(event.reason.replace(/\s+/g, ' ').trim(), MOST_REASON_CHARS)
  const text = (event.isDelay ? deliveryMessages.delayed : deliveryMessages.returned)(to, reason)
  const line = { chat, lane, author: 'bot', kind: 'notice', origin: 'chat', trust: 'untrusted', name: 'Skein' } as const
  const message = insertMessage(
    db,
    { ...line, replyTo: event.remoteId, at: event.at, receivedAt: now, text: text[languageIn(db, chat)] },
    [key],
  )
  const personId = chatOwner(db, chat)
  const other = personId === undefined ? undefined : chatElsewhere(db, personId, channelOf(chat))
  giveNotice(road, { key: returnedKey(message), chat: other ?? noticesChat, text }, now)
  return { status: 'stored', message, task: undefined }
}
