import type { ReactionTypeEmoji } from '@grammyjs/types'
import type { Methods } from '../http/method.ts'
import { badRequest } from '../http/refusal.ts'
import type { World } from '../world.ts'
import { assertWritable, findRoom } from './destination.ts'

type Emoji = ReactionTypeEmoji['emoji']

const allowed: Record<Emoji, true> = {
  '👍': true,
  '👎': true,
  '❤': true,
  '🔥': true,
  '🥰': true,
  '👏': true,
  '😁': true,
  '🤔': true,
  '🤯': true,
  '😱': true,
  '🤬': true,
  '😢': true,
  '🎉': true,
  '🤩': true,
  '🤮': true,
  '💩': true,
  '🙏': true,
  '👌': true,
  '🕊': true,
  '🤡': true,
  '🥱': true,
  '🥴': true,
  '😍': true,
  '🐳': true,
  '❤‍🔥': true,
  '🌚': true,
  '🌭': true,
  '💯': true,
  '🤣': true,
  '⚡': true,
  '🍌': true,
  '🏆': true,
  '💔': true,
  '🤨': true,
  '😐': true,
  '🍓': true,
  '🍾': true,
  '💋': true,
  '🖕': true,
  '😈': true,
  '😴': true,
  '😭': true,
  '🤓': true,
  '👻': true,
  '👨‍💻': true,
  '👀': true,
  '🎃': true,
  '🙈': true,
  '😇': true,
  '😨': true,
  '🤝': true,
  '✍': true,
  '🤗': true,
  '🫡': true,
  '🎅': true,
  '🎄': true,
  '☃': true,
  '💅': true,
  '🤪': true,
  '🗿': true,
  '🆒': true,
  '💘': true,
  '🙉': true,
  '🦄': true,
  '😘': true,
  '💊': true,
  '🙊': true,
  '😎': true,
  '👾': true,
  '🤷‍♂': true,
  '🤷': true,
  '🤷‍♀': true,
  '😡': true,
}

/** One reaction of the bot a message, from the fixed list; an empty one takes it back. */
export function createReactions(world: World): Pick<Methods, 'setMessageReaction'> {
  return {
    setMessageReaction(args) {
      const room = findRoom(world, args.chat_id)
      assertWritable(room)
      const post = world.find(room, args.message_id ?? 0)
      if (post === undefined) throw badRequest('message to react not found')
      const reactions = args.reaction ?? []
      if (reactions.length > 1) throw badRequest('REACTIONS_TOO_MANY')
      for (const reaction of reactions)
        if (reaction.type !== 'emoji' || !Object.hasOwn(allowed, reaction.emoji)) throw badRequest('REACTION_INVALID')
      if (reactions.length === 0) post.reactions.delete(world.bot.id)
      else post.reactions.set(world.bot.id, reactions)
      return true
    },
  }
}
