import type { RouteFacts } from '../../domain/delivery.ts'
import type { NamedFile } from '../../domain/file.ts'
import type { ChatId } from '../../domain/ids.ts'
import type { InboundDelete, InboundMessage, InboundPress, InboundStop } from '../../domain/message.ts'
import type { Address } from '../../domain/person.ts'
import { oneLine } from '../../lib/text/text.ts'

/** A message from the page. The page chooses the key before the first attempt and keeps it for every retry. */
export interface WebMessage {
  chat: ChatId
  key: string
  text: string
  files?: NamedFile[]
  /** The channel's id of the message it replies to. */
  replyTo?: string | undefined
  /** The message of the chat that it replaces. */
  replaces?: number | undefined
  /** The text was dictated. */
  spoken?: boolean | undefined
  sender: Address
  senderName: string
  /** Sent by a session on the public address. */
  isRemote?: boolean
  /** Set if the chat belongs to another channel, with what that channel needs to deliver an answer. */
  elsewhere?: { facts: RouteFacts | undefined } | undefined
}

export function toMessage(message: WebMessage, at: Date): InboundMessage {
  const { chat, key, text, files = [], replyTo, replaces, spoken, sender, senderName, elsewhere } = message
  const optional = {
    ...(files.length > 0 && { files }),
    ...(replyTo !== undefined && { replyTo }),
    ...(replaces !== undefined && { replaces }),
    ...(spoken && { spoken: true as const }),
  }
  const { facts } = elsewhere ?? {}
  return {
    kind: 'message',
    channel: 'web',
    account: 'local',
    keys: [`web:${chat}:${key}`],
    chat,
    audience: 'private',
    chatTitle: titleOf(text) || titleOf(files[0]?.name ?? ''),
    remoteId: key,
    sender,
    senderName,
    at,
    text,
    addressed: true,
    ...optional,
    ...(message.isRemote && { isRemote: true as const }),
    ...(elsewhere && { saidElsewhere: true as const, ...(facts && { facts }) }),
    raw: JSON.stringify({ chat, key, text, ...optional }),
  }
}

export function toStop(chat: ChatId, sender: Address, task: number | undefined, at: Date): InboundStop {
  return { kind: 'stop', chat, sender, ...(task !== undefined && { task }), at }
}

/** The sender deletes a message; the key is the one the page chose. */
export function toDelete(chat: ChatId, key: string, at: Date): InboundDelete {
  return { kind: 'delete', chat, remoteId: key, at }
}

/** A button pressed on the page. */
export interface WebPress {
  chat: ChatId
  sender: Address
  data: string
  /** Pressed in a session on the public address. */
  isRemote: boolean
}

export function toPress({ isRemote, ...pressed }: WebPress, at: Date): InboundPress {
  return { kind: 'press', ...pressed, ...(isRemote && { isRemote }), at }
}

/** A chat is named after its first message. */
function titleOf(text: string): string {
  const firstLine = text.trim().split('\n', 1)[0] ?? ''
  return oneLine(firstLine, 60)
}
