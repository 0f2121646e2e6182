import type { InboundEvent } from '../../../domain/message.ts'
import { readStop } from '../wire/buttons.ts'
import { address, chatId, nameOf } from '../wire/naming.ts'
import type { Update } from '../wire/update.ts'
import { topicOf } from './addressing.ts'
import type { Taken } from './content.ts'

/** Button presses, stops, reactions and membership changes of the bot. */
export function fromGesture(update: Update, now: Date): Taken | undefined {
  const press = fromPress(update.callback_query, now)
  if (press) return press
  const event = fromStop(update, now) ?? fromReaction(update) ?? fromMembership(update)
  return event && { event, files: [] }
}

function fromPress(query: Update['callback_query'], at: Date): Taken | undefined {
  if (!query?.message || query.data === undefined || query.from.is_bot === true) return undefined
  const where = { chat: chatId(query.message.chat.id), ...topicOf(query.message), sender: address(query.from.id), at }
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
    chat: chatId(chat.id),
    ...topicOf({ message_thread_id, is_topic_message: true }),
    task,
    sender: address(chat.id),
    at,
  }
}

function fromReaction({ message_reaction: reaction }: Update): InboundEvent | undefined {
  if (!reaction?.user || reaction.user.is_bot === true) return undefined
  return {
    kind: 'reaction',
    chat: chatId(reaction.chat.id),
    remoteId: String(reaction.message_id),
    sender: address(reaction.user.id),
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
    chat: chatId(change.chat.id),
    audience: change.chat.type === 'private' ? 'private' : 'group',
    chatTitle: nameOf(change.chat),
    standing: isIn ? 'in' : 'out',
    ...(change.from ? { by: address(change.from.id) } : {}),
    at: new Date(change.date * 1000),
  }
}
