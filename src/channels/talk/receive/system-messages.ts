import type { InboundEvent } from '../../../domain/message.ts'
import type { ChatMessage } from '../wire/chat-message.ts'
import type { TalkAccount } from '../wire/ocs.ts'
import { talkChat } from '../wire/room.ts'
import { type MessageSender, senderOf } from './addressing.ts'

/** The room of a system message, and who we are. */
export interface SystemMessageContext {
  me: TalkAccount
  token: string
  title: string
  isPrivate: boolean
}

/** The new text of a message, and who wrote it. */
export interface EditedMessage {
  kind: 'edited'
  editor: MessageSender
  message: ChatMessage
}

/** Reads system messages. Returns undefined for one that we can ignore. */
export function fromSystemMessage(
  message: ChatMessage,
  context: SystemMessageContext,
): InboundEvent | EditedMessage | 'not a system message' | undefined {
  if (message.messageType === 'comment_deleted' || message.deleted) return deletion(message, message.timestamp, context)
  // This also counts if somebody did it by hand with our account.
  if (message.systemMessage === 'history_cleared')
    return { kind: 'clear', chat: talkChat(context.token), at: timeOf(message) }
  if (message.actorType === 'users' && message.actorId === context.me.id) return undefined
  switch (message.systemMessage) {
    case '':
      return message.messageType === 'command' || message.messageType === 'system' ? undefined : 'not a system message'
    case 'message_deleted':
      return message.parent && deletion(message.parent, message.timestamp, context)
    case 'message_edited':
      return edit(message)
    case 'reaction':
    case 'reaction_revoked':
      return reaction(message, context)
    case 'user_added':
    case 'user_removed':
      return membership(message, context)
    default:
      return undefined
  }
}

function deletion({ id }: { id: number }, timestamp: number, { token }: SystemMessageContext): InboundEvent {
  return { kind: 'delete', chat: talkChat(token), remoteId: String(id), at: new Date(timestamp * 1000) }
}

/** The edited message comes as the parent of the system message, with its new text. */
function edit(message: ChatMessage): EditedMessage | undefined {
  const editor = senderOf(message)
  if (!message.parent || !editor || message.parent.deleted) return undefined
  return { kind: 'edited', editor, message: { ...message.parent, parent: undefined } }
}

/** Each system message names one reaction. The server does not tell which others exist. */
function reaction(message: ChatMessage, { token }: SystemMessageContext): InboundEvent | undefined {
  const sender = senderOf(message)
  if (!message.parent || !sender?.isProven) return undefined
  return {
    kind: 'reaction',
    chat: talkChat(token),
    remoteId: String(message.parent.id),
    sender: sender.address,
    emoji: message.systemMessage === 'reaction' ? [message.message] : [],
    at: timeOf(message),
  }
}

/** Reports only our own membership, because we notice other people when they write. */
function membership(
  message: ChatMessage,
  { me, token, title, isPrivate }: SystemMessageContext,
): InboundEvent | undefined {
  const { user } = message.messageParameters
  if (user?.id !== me.id || user.type !== 'user' || user.server) return undefined
  const by = senderOf(message)
  return {
    kind: 'membership',
    chat: talkChat(token),
    audience: isPrivate ? 'private' : 'group',
    chatTitle: title,
    standing: message.systemMessage === 'user_added' ? 'in' : 'out',
    ...(by?.isProven ? { by: by.address } : {}),
    at: timeOf(message),
  }
}

function timeOf({ timestamp }: ChatMessage): Date {
  return new Date(timestamp * 1000)
}
