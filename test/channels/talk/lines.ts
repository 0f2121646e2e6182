import { type RoomContext, toInbound } from '../../../src/channels/talk/inbound.ts'
import { chatMessage } from '../../../src/channels/talk/wire/chat-message.ts'

const now = new Date('2026-11-16T12:00:00Z')
export const bot = { type: 'user', id: 'skein', name: 'Skein' }
export const bob = { type: 'user', id: 'bob', name: 'Bob Example' }
export const everybody = { type: 'call', id: 'room1', name: 'Lab' }
export const picture = { type: 'file', id: '7', name: 'cat.png', size: 10, path: 'Talk/cat.png', mimetype: 'image/png' }

export interface Given extends Record<string, unknown> {
  /** How the room differs. */
  view?: Partial<RoomContext> | undefined
  /** What `{m}` stands for in the text. */
  placeholder?: string
}

const room: RoomContext = {
  me: { id: 'skein', name: 'Skein' },
  account: 'skein@here',
  token: 'room1',
  title: 'Lab',
  isPrivate: false,
  other: '',
  mode: 'mention',
  atAll: true,
  guests: 'context',
  isCommand: (name) => ['stop', 'help'].includes(name),
  twins: new Set(['Alex']),
  isPast: () => false,
}
export const alone: Given['view'] = { isPrivate: true, other: 'ana' }

export const line = {
  id: 9,
  token: 'room1',
  actorType: 'users',
  actorId: 'ana',
  actorDisplayName: 'Ana',
  timestamp: 1_794_000_000,
  message: 'hello',
  messageParameters: [],
  systemMessage: '',
  messageType: 'comment',
  isReplyable: true,
  referenceId: '',
  reactions: {},
  markdown: true,
}
export const ours = { ...line, id: 5, actorId: 'skein', actorDisplayName: 'Skein', message: 'I said' }

/** What becomes of a message, in one line. */
export function tell({ view, placeholder, ...fields }: Given): string {
  const spoken = (fields.message as string | undefined) ?? line.message
  const message = typeof placeholder === 'string' ? spoken.replaceAll('{m}', placeholder) : spoken
  const given = { ...line, ...fields, message }
  const raw = JSON.stringify(given)
  const taken = toInbound({ message: chatMessage.safeParse(given).data, raw }, now, { ...room, ...view })
  if (!taken) return 'nothing'
  const { event, files } = taken
  switch (event.kind) {
    case 'message':
    case 'edit':
      return [
        `${event.kind === 'edit' ? 'edit by ' : ''}${event.senderName}${event.addressed ? ' to us' : ''}: ${event.text}`,
        ...(event.unproven ? ['unproven'] : []),
        ...(event.topic === undefined ? [] : [`in thread ${event.topic}`]),
        ...(event.replyTo === undefined ? [] : [`reply to ${event.replyTo}`]),
        ...(event.quote ? [`about ${event.quote.name}: ${event.quote.text}`] : []),
        ...files.map(({ name, spoken, isAlone }) => `${spoken ? 'spoken' : 'file'} ${name}${isAlone ? ' alone' : ''}`),
      ].join(' | ')
    case 'delete':
      return `deleted ${event.remoteId}`
    case 'reaction':
      return `${event.sender.id} reacts to ${event.remoteId} with ${event.emoji.join('') || 'nothing'}`
    case 'rename':
      return `renamed ${event.chatTitle}`
    case 'membership':
      return `we are ${event.standing}${event.by ? ` by ${event.by.id}` : ''}`
    case 'clear':
    case 'bounce':
    case 'unreadable':
    case 'press':
    case 'retry':
    case 'choice':
    case 'stop':
      return event.kind
  }
}

export type Case = [name: string, given: Given, told: string]

/** A text with `{m}` for the one it mentions. */
export function m(parameter: object, key = 'mention-user1'): { messageParameters: object; placeholder: string } {
  return { messageParameters: { [key]: parameter }, placeholder: `{${key}}` }
}
