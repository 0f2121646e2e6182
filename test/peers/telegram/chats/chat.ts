import type {
  Chat,
  ChatMember,
  ChatMemberAdministrator,
  Message,
  ReactionType,
  ReactionTypeEmoji,
  User,
} from '@grammyjs/types'
import { currentDraft } from '../messages/presence.ts'
import { type Manner, utter } from '../messages/utterance.ts'
import type { Callbacks, Press } from '../updates/callbacks.ts'
import type { Draft, Room, World } from '../world.ts'
import { administrator, banned, left, member } from './members.ts'
import { openTopic, removeTopic } from './topics.ts'
import { type Seen, viewRoom } from './view.ts'

/** A chat in the hands of a test: what people do in it, and what they see. */
export interface TelegramChat {
  readonly id: number
  readonly chat: Chat
  /** A person writes. With an album the first item carries the words, and is returned. */
  say(user: User, text: string, manner?: Manner): Message
  /** The author changes the words of a message; the same words again are a change the bot cannot see. */
  edit(message: Message, text: string, manner?: Manner): Message
  /** A service message, such as a new title or a pin. */
  service(user: User, fields: Partial<Message>): Message
  /** A person deletes a message; bots are not told. */
  remove(message: Message): void
  react(user: User, message: Message, ...emoji: ReactionTypeEmoji['emoji'][]): void
  /** Presses a button by its index over all rows, or by its words. */
  press(user: User, message: { message_id: number }, button: number | string, inaccessible?: boolean): Press
  topic(name: string, by?: User): number
  dropTopic(id: number): void
  /** The person stops the draft that is shown. */
  stopDraft(): void
  /** Takes the bot in again, or throws it out: blocked in private, kicked elsewhere. */
  admit(by: User): void
  expel(by: User): void
  deactivate(): void
  /** Makes the bot an administrator; without rights named, with those a group gives by default. */
  promote(rights?: Partial<ChatMemberAdministrator>): void
  /** What stands in the chat now, oldest first. */
  messages(): Seen[]
  /** What the bot wrote and nobody removed. */
  answers(): Seen[]
  draft(): Draft | undefined
  typing(): boolean
  readonly room: Room
}

interface ChatDeps {
  world: World
  room: Room
  callbacks: Callbacks
}

export function createChat({ world, room, callbacks }: ChatDeps): TelegramChat {
  const { chat } = room

  function tell(message: Message, edited: boolean): void {
    if (!hears(world, room, message)) return
    const kind = chat.type === 'channel' ? 'channel_post' : 'message'
    world.tell({ [edited ? `edited_${kind}` : kind]: message })
  }

  function write(user: User, text: string, manner: Manner): Message {
    const fields = utter(world, room, user, text, manner)
    const author = chat.type === 'channel' ? { sender_chat: chat } : {}
    const date = manner.date === undefined ? {} : { date: manner.date }
    const message = world.post(room, { ...fields, ...author, ...date })
    if (chat.type === 'channel') delete message.from
    tell(message, false)
    return message
  }

  function membership(by: User, change: (bot: User) => ChatMember): void {
    const was = room.members.get(world.bot.id) ?? left(world.bot)
    const now = change(world.bot)
    room.members.set(world.bot.id, now)
    const date = world.seconds()
    world.tell({ my_chat_member: { chat, from: by, date, old_chat_member: was, new_chat_member: now } })
  }

  return {
    id: chat.id,
    chat,
    room,
    say(user, text, { album, ...manner } = {}) {
      if (album === undefined) return write(user, text, manner)
      const albumId = manner.albumId ?? `${chat.id}${world.seconds()}${room.posts.length}`
      const [first] = album.map((photo, i) => write(user, i === 0 ? text : '', { ...manner, albumId, photo }))
      if (first === undefined) throw new Error('an album needs at least one item')
      return first
    },
    edit(message, text, manner = {}) {
      const post = world.find(room, message.message_id)
      if (post === undefined) throw new Error(`there is no message ${message.message_id} in chat ${chat.id} to edit`)
      const { text: _t, entities: _e, caption: _c, caption_entities: _ce, ...rest } = post.message
      const fields = utter(world, room, message.from ?? world.bot, text, manner)
      const words =
        post.message.text === undefined
          ? { caption: text, ...(fields.entities === undefined ? {} : { caption_entities: fields.entities }) }
          : { text, ...(fields.entities === undefined ? {} : { entities: fields.entities }) }
      const edited: Message = { ...rest, ...words, edit_date: world.seconds() }
      post.earlier.push(post.message)
      post.message = edited
      tell(edited, true)
      return edited
    },
    service: (user, fields) => write(user, '', { fields }),
    remove(message) {
      const post = world.find(room, message.message_id)
      if (post !== undefined) post.deleted = true
    },
    react(user, message, ...emoji) {
      const post = world.find(room, message.message_id)
      const new_reaction: ReactionType[] = emoji.map((one) => ({ type: 'emoji', emoji: one }))
      const old_reaction = post?.reactions.get(user.id) ?? []
      post?.reactions.set(user.id, new_reaction)
      // In groups only administrators are told of reactions.
      if (chat.type !== 'private' && room.members.get(world.bot.id)?.status !== 'administrator') return
      const { message_id } = message
      world.tell({ message_reaction: { chat, message_id, user, date: world.seconds(), old_reaction, new_reaction } })
    },
    press(user, { message_id }, button, inaccessible = false) {
      const message = world.find(room, message_id)?.message
      const buttons = message?.reply_markup?.inline_keyboard.flat() ?? []
      const found = typeof button === 'number' ? buttons[button] : buttons.find(({ text }) => text === button)
      if (message === undefined || found === undefined || !('callback_data' in found))
        throw new Error(`message ${message_id} has no such button: ${button}`)
      return callbacks.press(user, inaccessible ? { chat, message_id, date: 0 } : message, found.callback_data ?? '')
    },
    topic(name, by = world.bot) {
      const topic = openTopic(world, room, name, by)
      const opening = world.find(room, topic.id)?.message
      if (opening !== undefined && by.id !== world.bot.id) tell(opening, false)
      return topic.id
    },
    dropTopic: (id) => removeTopic(room, id),
    stopDraft() {
      const draft = currentDraft(world, room)
      if (draft === undefined || !draft.canStop) throw new Error(`chat ${chat.id} shows no draft with a stop button`)
      if (!draft.keepOnStop) room.draft = undefined
      const topic = draft.topic === undefined ? {} : { message_thread_id: draft.topic }
      world.tell({ stopped_message_generation: { chat, ...topic, draft_id: draft.id } })
    },
    admit(by) {
      room.standing = 'open'
      membership(by, member)
    },
    expel(by) {
      room.standing = chat.type === 'private' ? 'blocked' : 'kicked'
      membership(by, banned)
    },
    deactivate() {
      room.standing = 'deactivated'
    },
    promote: (rights) => void room.members.set(world.bot.id, administrator(world.bot, rights)),
    messages: () => viewRoom(world, room),
    answers: () => viewRoom(world, room).filter((seen) => seen.mine),
    draft: () => currentDraft(world, room),
    typing: () => room.typingUntil > world.clock.now().getTime(),
  }
}

/** With privacy mode on, a bot in a group hears commands, answers to itself and service messages, and no more. */
function hears(world: World, room: Room, message: Message): boolean {
  if (room.standing !== 'open' && room.standing !== 'never-started') return false
  if (room.chat.type === 'private' || room.chat.type === 'channel') return true
  if (world.bot.can_read_all_group_messages) return true
  if (room.members.get(world.bot.id)?.status === 'administrator') return true
  if (message.reply_to_message?.from?.id === world.bot.id) return true
  const text = message.text ?? message.caption
  if (text === undefined) return message.media_group_id === undefined && !hasMedia(message)
  const command = message.entities?.find((entity) => entity.type === 'bot_command' && entity.offset === 0)
  const name = command === undefined ? '' : text.slice(0, command.length)
  return name !== '' && (!name.includes('@') || name.endsWith(`@${world.bot.username}`))
}

function hasMedia({
  photo,
  document,
  voice,
  audio,
  video,
  video_note,
  sticker,
  location,
  contact,
  poll,
}: Message): boolean {
  return [photo, document, voice, audio, video, video_note, sticker, location, contact, poll].some(Boolean)
}
