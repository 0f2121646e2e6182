import type { InboundEvent } from '../../../domain/message.ts'
import { readStop } from '../wire/inline-keyboard.ts'
import { displayName, toAddress, toChatId, type Update } from '../wire/update-schema.ts'
import { topicOf } from './addressing.ts'
import type { ReceivedUpdate } from './message-content.ts'

/** Button presses, stops, reactions and membership changes of the bot. */
export function fromAction(update: Update, now: Date): ReceivedUpdate | undefined {
  const press = fromPress(update.callback_query, now)
  if (press) return press
  const event = fromStop(update, now) ?? fromReaction(update) ?? fromMembership(update)
  return event && { event, files: [] }
}

function fromPress(query: Update['callback_query'], at: Date): ReceivedUpdate | undefined {
  if (!query?.message || query.data === undefined || query.from.is_bot === true) return undefined
  const where = {
    chat: toChatId(query.message.chat.id),
    ...topicOf(query.message),
    sender: toAddress(query.from.id),
    at,
  }
  const { message_id: message } = query.message
  const stop = readStop(query.data)
  const event: InboundEvent = stop
    ? { kind: 'stop', ...where, ...stop }
    : { kind: 'press', ...where, remoteId: String(message), data: query.data }
  return { event, files: [], callback: { id: query.id, message } }
}

/** Drafts only exist in private chats, where the chat id is also the person's id. */
function fromStop({ stopped_message_generation: stop }: Update, at: Date): InboundEvent | undefined {
  if (stop?.chat.type !== 'private') return undefined
  const { chat, message_thread_id, draft_id: task } = stop
  return {
    kind: 'stop',
    chat: toChatId(chat.id),
    ...topicOf({ message_thread_id, is_topic_message: true }),
    task,
    sender: toAddress(chat.id),
    at,
  }
}

function fromReaction({ message_reaction: reaction }: Update): InboundEvent | undefined {
  if (!reaction?.user || reaction.user.is_bot === true) return undefined
  return {
    kind: 'reaction',
    chat: toChatId(reaction.chat.id),
    remoteId: String(reaction.message_id),
    sender: toAddress(reaction.user.id),
    emoji: (reaction.new_reaction ?? []).flatMap(({ emoji }) => (emoji === undefined ? [] : [emoji])),
    at: new Date(reaction.date * 1000),
  }
}

function fromMembership({ my_chat_member: change }: Update): InboundEvent | undefined {
  if (!change) return undefined
  const { status, is_member } = change.new_chat_member
  const isIn =
    ['member', 'administrator', 'creator'].includes(status) || (status === 'restricted' && is_member === true)
  return {
    kind: 'membership',
    chat: toChatId(change.chat.id),
    audience: change.chat.type === 'private' ? 'private' : 'group',
    chatTitle: displayName(change.chat),
    standing: isIn ? 'in' : 'out',
    ...(change.from ? { by: toAddress(change.from.id) } : {}),
    at: new Date(change.date * 1000),
  }
}
