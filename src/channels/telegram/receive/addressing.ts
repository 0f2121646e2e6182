import type { GroupMode } from '../../channel.ts'
import type { Entity, Message } from '../wire/update-schema.ts'

/** Our bot's account. */
export interface BotAccount {
  id: number
  name: string
  username: string
}

export interface WrittenText {
  text: string
  entities: Entity[]
}

/** Whether a message in a group is meant for us. Only the sender's own words count, not what they forwarded. */
export function isAddressed(
  message: Message,
  written: WrittenText,
  me: BotAccount,
  mode: GroupMode,
  isCommand: (name: string) => boolean,
): boolean {
  const command = commandOf(written)
  if (command && command.bot !== '') return sameName(command.bot, me.username)
  if (mode === 'always') return true
  if (message.forward_origin || message.via_bot) return false
  if (command && isCommand(command.name)) return true
  return repliesTo(message, me) || written.entities.some((entity) => mentions(entity, written.text, me))
}

/** Removes a leading mention: "@skein what now?" becomes "what now?". */
export function withoutMention({ text, entities }: WrittenText, me: BotAccount): string {
  const first = entities.find((entity) => entity.offset === 0 && mentions(entity, text, me))
  const rest = first ? text.slice(first.length).replace(/^[\s,:]+/, '') : ''
  return rest === '' ? text : rest
}

/** In a forum every plain message formally replies to the message that opened its topic. That is not a real reply. */
export function realReply(message: Message): Message['reply_to_message'] {
  const reply = message.reply_to_message
  if (!reply || reply.forum_topic_created !== undefined) return undefined
  const isOpening = message.is_topic_message === true && reply.message_id === message.message_thread_id
  return isOpening ? undefined : reply
}

/** Other threads have an id too, but only topics can be written to. The General topic (1) must not be sent as an id. */
export function topicOf(message: { message_thread_id?: number | undefined; is_topic_message?: boolean | undefined }) {
  const { message_thread_id: thread } = message
  return message.is_topic_message === true && thread !== undefined && thread > 1 ? { topic: String(thread) } : {}
}

function repliesTo(message: Message, me: BotAccount): boolean {
  const reply = realReply(message)
  return reply?.from?.id === me.id && reply.sender_chat === undefined
}

function commandOf({ text, entities }: WrittenText): { name: string; bot: string } | undefined {
  const first = entities.find(({ type, offset }) => type === 'bot_command' && offset === 0)
  if (!first) return undefined
  const [name = '', bot = ''] = text.slice(1, first.length).split('@', 2)
  return { name: name.toLowerCase(), bot }
}

function mentions({ type, offset, length, user }: Entity, text: string, me: BotAccount): boolean {
  if (type === 'text_mention') return user?.id === me.id
  return type === 'mention' && sameName(text.slice(offset + 1, offset + length), me.username)
}

function sameName(a: string, b: string): boolean {
  return b !== '' && a.toLowerCase() === b.toLowerCase()
}
