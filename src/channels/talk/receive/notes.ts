import type { InboundEvent } from '../../../domain/message.ts'
import { talkChat } from '../wire/address.ts'
import type { ChatMessage } from '../wire/chat-message.ts'
import type { Self } from '../wire/ocs.ts'
import { type Sender, senderOf } from './sender.ts'

/** Where a note was written, and whom it may be about. */
export interface NoteView {
  me: Self
  token: string
  title: string
  isPrivate: boolean
}

/** New words for a message, and whose they are. */
export interface Edited {
  kind: 'edited'
  editor: Sender
  message: ChatMessage
}

/** What the server notes down about a room. `no note`: it is what somebody said. Undefined when it is nothing to us. */
export function fromNote(message: ChatMessage, view: NoteView): InboundEvent | Edited | 'no note' | undefined {
  if (message.messageType === 'comment_deleted' || message.deleted) return deletion(message, message.timestamp, view)
  // Also when somebody does it by hand with our account.
  if (message.systemMessage === 'history_cleared')
    return { kind: 'cleared', chat: talkChat(view.token), at: timeOf(message) }
  if (message.actorType === 'users' && message.actorId === view.me.id) return undefined
  switch (message.systemMessage) {
    case '':
      return message.messageType === 'command' || message.messageType === 'system' ? undefined : 'no note'
    case 'message_deleted':
      return message.parent && deletion(message.parent, message.timestamp, view)
    case 'message_edited':
      return edit(message)
    case 'reaction':
    case 'reaction_revoked':
      return reaction(message, view)
    case 'user_added':
    case 'user_removed':
      return membership(message, view)
    default:
      return undefined
  }
}

function deletion({ id }: { id: number }, timestamp: number, { token }: NoteView): InboundEvent {
  return { kind: 'delete', chat: talkChat(token), remoteId: String(id), at: new Date(timestamp * 1000) }
}

/** The changed message comes as the parent of the note, with its new words. */
function edit(message: ChatMessage): Edited | undefined {
  const editor = senderOf(message)
  if (!message.parent || !editor || message.parent.deleted) return undefined
  return { kind: 'edited', editor, message: { ...message.parent, parent: undefined } }
}

/** Each note tells of one of theirs; which others there are, nobody says. */
function reaction(message: ChatMessage, { token }: NoteView): InboundEvent | undefined {
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

/** Only ours: who else comes and goes is seen when they speak. */
function membership(message: ChatMessage, { me, token, title, isPrivate }: NoteView): InboundEvent | undefined {
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
