import type { GroupMode } from '../../../src/channels/channel.ts'
import { toInbound } from '../../../src/channels/telegram/inbound.ts'
import type { ReceivedUpdate } from '../../../src/channels/telegram/receive/message-content.ts'
import type { InboundEdit, InboundMessage } from '../../../src/domain/message.ts'

// Updates as the platform writes them, and events as a person would tell them.

export const ana = { id: 42, is_bot: false, first_name: 'Ana', username: 'ana' }
export const bob = { id: 43, is_bot: false, first_name: 'Bob', last_name: 'Ray' }
export const us = { id: 7, is_bot: true, first_name: 'Skein', username: 'skein_bot' }
export const home = { id: 42, type: 'private', first_name: 'Ana' }
export const group = { id: -1001, type: 'supergroup', title: 'Garden' }

const date = 1_773_500_000

type Fields = Record<string, unknown>

/** A message of Ana's to us alone. */
export function alone(fields: Fields): Fields {
  return { update_id: 1, message: { message_id: 9, date, chat: home, from: ana, ...fields } }
}

/** A message of Ana's in the group. */
export function among(fields: Fields): Fields {
  return { update_id: 1, message: { message_id: 9, date, chat: group, from: ana, ...fields } }
}

export function edited(fields: Fields): Fields {
  const message = { message_id: 9, date, edit_date: date + 60, chat: home, from: ana, ...fields }
  return { update_id: 1, edited_message: message }
}

export function entity(type: string, offset: number, length: number, more: Fields = {}): Fields {
  return { type, offset, length, ...more }
}

export function take(update: unknown, mode: GroupMode = 'mention'): ReceivedUpdate | undefined {
  const view = {
    me: { id: us.id, name: 'Skein', username: 'skein_bot' },
    account: '7',
    groupMode: () => mode,
    isCommand: (name: string) => ['stop', 'help', 'start'].includes(name),
  }
  return toInbound(update, JSON.stringify(update), new Date('2026-03-14T10:00:00Z'), view)
}

/** What became of an update, in one line. */
export function tell(update: unknown, mode?: GroupMode): string {
  const taken = take(update, mode)
  if (!taken) return 'nothing'
  const { event } = taken
  switch (event.kind) {
    case 'message':
    case 'edit':
      return [
        `${event.kind === 'edit' ? 'edit by' : ''} ${event.senderName} (${event.sender.id})${event.addressed ? ' to us' : ''}: ${event.text}`.trim(),
        ...remarks(event),
        ...taken.files.map(({ name, spoken }) => `${spoken ? 'spoken' : 'file'} ${name}`),
      ].join(' | ')
    case 'clear':
      return 'clear'
    case 'press':
      return `press by ${event.sender.id} on ${taken.callback?.message}: ${event.data}`
    case 'stop':
      return `stop by ${event.sender.id} in ${event.chat}${event.topic === undefined ? '' : ` topic ${event.topic}`}`
    case 'reaction':
      return `reaction by ${event.sender.id} to ${event.remoteId}: ${event.emoji.join('')}`
    case 'rename':
      return `renamed ${event.chatTitle}`
    case 'membership':
      return `${event.chat} ${event.standing}${event.movedTo === undefined ? '' : ` to ${event.movedTo}`}`
    case 'retry':
    case 'choice':
    case 'delete':
    case 'bounce':
    case 'unreadable':
      return event.kind
  }
}

function remarks(event: InboundMessage | InboundEdit): string[] {
  return [
    event.topic === undefined ? '' : `topic ${event.topic}`,
    event.replyTo === undefined ? '' : `reply to ${event.replyTo}`,
    event.quote === undefined ? '' : `quote ${event.quote.name}: ${event.quote.text}`,
    event.forwardedFrom === undefined ? '' : `words of ${event.forwardedFrom}`,
    event.kind === 'message' && event.partOf !== undefined ? `part of ${event.partOf}` : '',
  ].filter((remark) => remark !== '')
}
