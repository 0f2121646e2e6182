import type { Chat, Message, MessageOrigin, Update, User } from '@grammyjs/types'
import type { Random } from '../../../support/seeded.ts'
import { banned, member } from '../chats/members.ts'
import { withoutReply } from '../messages/outgoing.ts'
import { anonymousAdmin, channelIdentity } from '../messages/utterance.ts'
import { fuzzEntities, fuzzText } from './texts.ts'

/** Who and where the updates are about. */
export interface Cast {
  bot: User
  /** People the bot answers. */
  listed: User[]
  /** People it must not answer. */
  strangers: User[]
  /** Unix time of now. */
  now: number
}

export type Shape = (random: Random, cast: Cast, from: User) => Omit<Update, 'update_id'>

const otherBot: User = { id: 5_000_000_009, is_bot: true, first_name: 'Loop', username: 'loop_test_bot' }
const group: Chat.SupergroupChat = { id: -1_001_900_000_777, type: 'supergroup', title: 'Fuzz' }
const forum: Chat.SupergroupChat = { id: -1_001_900_000_778, type: 'supergroup', title: 'Topics', is_forum: true }
const channel: Chat.ChannelChat = { id: -1_002_900_000_779, type: 'channel', title: 'News' }

const privateChat = (user: User): Chat.PrivateChat => ({ id: user.id, type: 'private', first_name: user.first_name })

type Inside = Exclude<Chat, Chat.ChannelChat>

type Fields = Partial<Omit<Message, 'from' | 'chat' | 'date'>>

/** A message of a person; `fields` are the point of the shape. */
function message(random: Random, cast: Cast, from: User, chat: Inside, fields: Fields): Message & Update.NonChannel {
  return { message_id: 1 + random.integer(1_000_000), date: cast.now - random.integer(300), from, chat, ...fields }
}

function text(random: Random): Pick<Message, 'text' | 'entities'> {
  const said = fuzzText(random)
  const entities = fuzzEntities(random, said)
  return { text: said, ...(entities.length === 0 ? {} : { entities }) }
}

function file(random: Random) {
  const id = random.integer(1_000_000)
  return { file_id: `BQACfuzz${id}`, file_unique_id: `AgADfuzz${id}`, file_size: random.integer(64 * 1024 * 1024) }
}

/** A message shape in a private chat or a group, by chance. */
const said =
  (fields: (random: Random, cast: Cast, from: User) => Fields): Shape =>
  (random, cast, from) => {
    const chat = random.chance(0.6) ? privateChat(from) : group
    return { message: message(random, cast, from, chat, fields(random, cast, from)) }
  }

function quoted(random: Random, cast: Cast, from: User) {
  const original = message(random, cast, random.pick([from, cast.bot, ...cast.strangers]), group, text(random))
  return withoutReply(original)
}

function origin(random: Random, cast: Cast): MessageOrigin {
  const date = cast.now - 86_400
  return random.pick<MessageOrigin>([
    { type: 'user', sender_user: random.pick(cast.strangers), date },
    { type: 'hidden_user', sender_user_name: fuzzText(random), date },
    { type: 'chat', sender_chat: group, date },
    { type: 'channel', chat: channel, message_id: 3, date },
  ])
}

/** Every shape a valid update comes in here, by name. */
export const shapes: Record<string, Shape> = {
  text: said(text),
  reply: said((random, cast, from) => ({ ...text(random), reply_to_message: quoted(random, cast, from) })),
  quote: said((random, cast, from) => ({
    ...text(random),
    reply_to_message: quoted(random, cast, from),
    quote: { text: fuzzText(random), position: random.integer(50), is_manual: true },
  })),
  externalReply: said((random, cast) => ({ ...text(random), external_reply: { origin: origin(random, cast) } })),
  forward: said((random, cast) => ({ ...text(random), forward_origin: origin(random, cast) })),
  photo: said((random) => ({ caption: fuzzText(random), photo: [{ ...file(random), width: 90, height: 60 }] })),
  albumItem: said((random) => ({
    media_group_id: `${random.integer(5)}`,
    photo: [{ ...file(random), width: 1280, height: 960 }],
  })),
  document: said((random) => ({ document: { ...file(random), file_name: `../../${fuzzText(random)}` } })),
  voice: said((random) => ({ voice: { ...file(random), duration: random.integer(7200) } })),
  audio: said((random) => ({ audio: { ...file(random), duration: 3, title: fuzzText(random) } })),
  videoNote: said((random) => ({ video_note: { ...file(random), duration: 3, length: 240 } })),
  location: said((random) => ({ location: { latitude: random.integer(90), longitude: random.integer(180) } })),
  contact: said((random) => ({ contact: { phone_number: '+15550100', first_name: fuzzText(random) } })),
  dice: said((random) => ({ dice: { emoji: '🎲', value: 1 + random.integer(6) } })),
  rich: said((random) => ({ rich_message: { blocks: [{ type: 'paragraph', text: fuzzText(random) }] } })),
  title: said((random) => ({ new_chat_title: fuzzText(random) })),
  joined: said((_random, cast) => ({ new_chat_members: [cast.bot, ...cast.strangers] })),
  migrated: said((random) => ({ migrate_to_chat_id: -1_001_900_100_000 - random.integer(9) })),
  ephemeral: said((random) => ({ ...text(random), message_id: 0 })),
  topic: (random, cast, from) => {
    const id = 2 + random.integer(50)
    const created = { message_id: id, forum_topic_created: { name: 'T', icon_color: 1 } }
    const opening = withoutReply(message(random, cast, from, forum, created))
    const thread = { message_thread_id: id, is_topic_message: true, reply_to_message: opening }
    return { message: message(random, cast, from, forum, { ...text(random), ...thread }) }
  },
  replyThread: (random, cast, from) => ({
    message: message(random, cast, from, group, { ...text(random), message_thread_id: random.integer(900) }),
  }),
  edited: (random, cast, from) => ({
    edited_message: { ...message(random, cast, from, privateChat(from), text(random)), edit_date: cast.now },
  }),
  anonymousAdmin: (random, cast) => ({
    message: message(random, cast, anonymousAdmin, group, { ...text(random), sender_chat: group }),
  }),
  channelIdentity: (random, cast) => ({
    message: message(random, cast, channelIdentity, group, { ...text(random), sender_chat: channel }),
  }),
  bot: (random, cast) => ({ message: message(random, cast, otherBot, group, text(random)) }),
  guest: (random, cast, from) => ({
    guest_message: message(random, cast, from, privateChat(from), { ...text(random), guest_query_id: 'g1' }),
  }),
  channelPost: (random, cast) => ({
    channel_post: { message_id: 5, date: cast.now, chat: channel, sender_chat: channel, ...text(random) },
  }),
  editedChannelPost: (random, cast) => ({
    edited_channel_post: { message_id: 5, date: cast.now, edit_date: cast.now, chat: channel, ...text(random) },
  }),
  business: (random, cast, from) => ({
    business_message: {
      ...message(random, cast, from, privateChat(from), text(random)),
      chat: privateChat(from),
      business_connection_id: 'b1',
    },
  }),
  press: (random, cast, from) => ({
    callback_query: {
      id: `${random.integer(1_000_000)}`,
      from,
      chat_instance: '1',
      data: fuzzText(random).slice(0, 16),
      ...(random.chance(0.7) ? { message: message(random, cast, cast.bot, group, text(random)) } : {}),
    },
  }),
  oldPress: (random, _cast, from) => ({
    callback_query: {
      id: '9',
      from,
      chat_instance: '1',
      data: 'x',
      message: { chat: group, message_id: random.integer(99), date: 0 },
    },
  }),
  membership: (_random, cast, from) => ({
    my_chat_member: {
      chat: privateChat(from),
      from,
      date: cast.now,
      old_chat_member: member(cast.bot),
      new_chat_member: banned(cast.bot),
    },
  }),
  reaction: (random, cast, user) => ({
    message_reaction: {
      chat: group,
      message_id: random.integer(999),
      user,
      date: cast.now,
      old_reaction: [],
      new_reaction: [{ type: 'emoji', emoji: '👍' }],
    },
  }),
  stopped: (random, _cast, from) => ({
    stopped_message_generation: { chat: privateChat(from), draft_id: 1 + random.integer(99) },
  }),
  inline: (random, _cast, from) => ({ inline_query: { id: 'i1', from, query: fuzzText(random), offset: '' } }),
}
