import type { InlineKeyboardMarkup, Message, MessageEntity } from '@grammyjs/types'
import type { CallContext, Methods } from '../http/method.ts'
import { badRequest } from '../http/refusal.ts'
import type { World } from '../world.ts'
import { type Destination, findDestination } from './destination.ts'
import { type FormattedText, formatText } from './formatted-text.ts'
import { readKeyboard } from './keyboard.ts'

/** Puts a message of the bot into its place; a draft and the typing sign end there. */
export function postAsBot(world: World, to: Destination, content: Partial<Message>): Message {
  to.room.draft = undefined
  to.room.typingUntil = 0
  const sameChat = to.reply?.chat.id === to.room.chat.id
  return world.post(to.room, {
    from: world.bot,
    ...(to.topic === undefined ? {} : { message_thread_id: to.topic, is_topic_message: true }),
    ...(to.reply !== undefined && sameChat ? { reply_to_message: withoutReply(to.reply) } : {}),
    ...(to.quote === undefined ? {} : { quote: { text: to.quote, position: 0, is_manual: true } }),
    ...content,
  })
}

/** A replied-to message is shown one level deep. */
export function withoutReply(message: Message): Message & { reply_to_message: undefined } {
  const { reply_to_message: _, ...flat } = message
  return flat as Message & { reply_to_message: undefined }
}

/** A text as a message shows it. `parse_mode` is refused: nobody here sends it, and so any use shows at once. */
export function readText(world: World, args: TextArgs, context: CallContext): FormattedText {
  if (args.parse_mode !== undefined && args.parse_mode !== '') throw badRequest('unsupported parse_mode')
  if (args.text === undefined || args.text === '') throw badRequest('message text is empty')
  const rules = { limit: 4096, unit: world.lengthUnit, tooLong: 'message is too long', note: context.note }
  const shown = formatText(args.text, args.entities, rules)
  if (shown.text === '') throw badRequest('text must be non-empty')
  return shown
}

interface TextArgs {
  text?: string
  parse_mode?: string
  entities?: readonly MessageEntity[]
}

export function readCaption(world: World, args: CaptionArgs, context: CallContext): Partial<Message> {
  if (args.parse_mode !== undefined && args.parse_mode !== '') throw badRequest('unsupported parse_mode')
  if (args.caption === undefined || args.caption === '') return {}
  const rules = { limit: 1024, unit: world.lengthUnit, tooLong: 'message caption is too long', note: context.note }
  const { text, entities } = formatText(args.caption, args.caption_entities, rules)
  return { caption: text, ...(entities.length === 0 ? {} : { caption_entities: entities }) }
}

interface CaptionArgs {
  caption?: string
  parse_mode?: string
  caption_entities?: readonly MessageEntity[]
}

/** A text as fields of a message. */
export function textFields({ text, entities }: FormattedText): Pick<Message, 'text' | 'entities'> & { text: string } {
  return { text, ...(entities.length === 0 ? {} : { entities }) }
}

export function markupFields(markup: InlineKeyboardMarkup | undefined): { reply_markup?: InlineKeyboardMarkup } {
  return markup === undefined ? {} : { reply_markup: markup }
}

export function createTextSending(world: World): Pick<Methods, 'sendMessage'> {
  return {
    sendMessage(args, context) {
      const shown = readText(world, args, context)
      const markup = readKeyboard(args.reply_markup)
      const preview = args.link_preview_options
      if (preview !== undefined && typeof (preview.is_disabled ?? false) !== 'boolean')
        throw badRequest('field "is_disabled" must be of type Boolean')
      const to = findDestination(world, args)
      return {
        ...postAsBot(world, to, {
          ...textFields(shown),
          ...(preview === undefined ? {} : { link_preview_options: preview }),
          ...markupFields(markup),
        }),
        text: shown.text,
      }
    },
  }
}
