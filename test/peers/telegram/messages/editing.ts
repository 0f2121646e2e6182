import { isDeepStrictEqual } from 'node:util'
import type { Message } from '@grammyjs/types'
import type { Methods } from '../http/method.ts'
import { badRequest } from '../http/refusal.ts'
import type { Post, Room, World } from '../world.ts'
import { assertWritable, findRoom } from './destination.ts'
import { readKeyboard } from './keyboard.ts'
import { markupFields, readCaption, readText, textFields } from './outgoing.ts'

type EditMethods = Pick<
  Methods,
  'editMessageText' | 'editMessageCaption' | 'editMessageReplyMarkup' | 'deleteMessage' | 'deleteMessages'
>

const unchanged =
  'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message'
const twoDays = 172_800

/** Changing and removing messages; only the bot's own can be changed, and a change must change something. */
export function createEditing(world: World): EditMethods {
  function ownPost(args: { chat_id?: number | string; message_id?: number }): Post {
    const room = findRoom(world, args.chat_id)
    assertWritable(room)
    const post = world.find(room, args.message_id ?? 0)
    if (post === undefined) throw badRequest('message to edit not found')
    if (post.message.from?.id !== world.bot.id) throw badRequest("message can't be edited")
    return post
  }

  function change(post: Post, fields: Partial<Message>, gone: (keyof Message)[]) {
    const next: Message = { ...post.message, ...fields }
    for (const key of gone) if (!(key in fields)) delete next[key]
    if (isDeepStrictEqual(next, post.message)) throw badRequest(unchanged)
    post.earlier.push(post.message)
    post.message = { ...next, edit_date: world.seconds() }
    return { ...post.message, edit_date: world.seconds() }
  }

  return {
    editMessageText(args, context) {
      const shown = readText(world, args, context)
      const markup = readKeyboard(args.reply_markup)
      const post = ownPost(args)
      if (post.message.text === undefined) throw badRequest('there is no text in the message to edit')
      const preview = args.link_preview_options
      const fields = {
        ...textFields(shown),
        ...(preview === undefined ? {} : { link_preview_options: preview }),
        ...markupFields(markup),
      }
      return { ...change(post, fields, ['entities', 'link_preview_options', 'reply_markup']), text: shown.text }
    },
    editMessageCaption(args, context) {
      const caption = readCaption(world, args, context)
      const markup = readKeyboard(args.reply_markup)
      const post = ownPost(args)
      if (post.message.text !== undefined) throw badRequest('there is no caption in the message to edit')
      return change(post, { ...caption, ...markupFields(markup) }, ['caption', 'caption_entities', 'reply_markup'])
    },
    editMessageReplyMarkup(args) {
      const markup = readKeyboard(args.reply_markup)
      return change(ownPost(args), markupFields(markup), ['reply_markup'])
    },
    deleteMessage(args) {
      const room = findRoom(world, args.chat_id)
      const post = world.find(room, args.message_id ?? 0)
      if (post === undefined) throw badRequest('message to delete not found')
      if (!mayDelete(world, room, post)) throw badRequest("message can't be deleted for everyone")
      post.deleted = true
      return true
    },
    deleteMessages(args) {
      const room = findRoom(world, args.chat_id)
      for (const id of args.message_ids ?? []) {
        const post = world.find(room, id)
        if (post !== undefined && mayDelete(world, room, post)) post.deleted = true
      }
      return true
    },
  }
}

function mayDelete(world: World, room: Room, { message }: Post): boolean {
  const self = room.members.get(world.bot.id)
  if (self?.status === 'administrator' && self.can_delete_messages) return true
  const mine = message.from?.id === world.bot.id
  return (mine || room.chat.type === 'private') && world.seconds() - message.date < twoDays
}
