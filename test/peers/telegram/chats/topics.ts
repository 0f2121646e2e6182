import type { ForumTopic, User } from '@grammyjs/types'
import type { Methods } from '../http/method.ts'
import { badRequest } from '../http/refusal.ts'
import { assertWritable, findRoom, readTopic } from '../messages/destination.ts'
import type { Room, Topic, World } from '../world.ts'

const blue = 0x6fb9f0

/** Opens a topic: its id is the id of the service message that says so. */
export function openTopic(world: World, room: Room, name: string, by: User): Topic {
  const message = world.post(room, { from: by, forum_topic_created: { name, icon_color: blue } })
  message.message_thread_id = message.message_id
  message.is_topic_message = true
  const topic: Topic = { id: message.message_id, name, deleted: false }
  room.topics.set(topic.id, topic)
  return topic
}

/** Removes a topic with everything in it; its id is unknown from then on. */
export function removeTopic(room: Room, id: number): void {
  const topic = room.topics.get(id)
  if (topic !== undefined) topic.deleted = true
  for (const post of room.posts) if (post.message.message_thread_id === id) post.deleted = true
}

/** Topics the bot itself opens and removes. */
export function createTopics(world: World): Pick<Methods, 'createForumTopic' | 'deleteForumTopic'> {
  function manageable(id: number | string | undefined): Room {
    const room = findRoom(world, id)
    assertWritable(room)
    if (room.chat.type === 'private') {
      if (!world.bot.has_topics_enabled) throw badRequest('the chat is not a forum')
      return room
    }
    if (room.chat.is_forum !== true) throw badRequest('the chat is not a forum')
    const self = room.members.get(world.bot.id)
    if (self?.status !== 'administrator' || self.can_manage_topics !== true)
      throw badRequest('not enough rights to create a topic')
    return room
  }

  return {
    createForumTopic(args): ForumTopic {
      const room = manageable(args.chat_id)
      const name = args.name ?? ''
      if (name.length < 1 || name.length > 128) throw badRequest('TOPIC_TITLE_EMPTY')
      return { message_thread_id: openTopic(world, room, name, world.bot).id, name, icon_color: blue }
    },
    deleteForumTopic(args) {
      const room = manageable(args.chat_id)
      const id = readTopic(world, room, args.message_thread_id)
      if (id !== undefined) removeTopic(room, id)
      return true
    },
  }
}
