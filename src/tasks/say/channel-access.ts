import type { CommandPrefix, ConversationOpening } from '../../channels/channel.ts'
import type { Opened } from '../../domain/delivery.ts'
import { type ChannelName, type ChatId, channelOf, rootLane } from '../../domain/ids.ts'
import { ensureChat, ensureLane } from '../../store/messages/chats.ts'
import { findPerson } from '../../store/people/people.ts'
import type { TaskDeps } from '../task-deps.ts'

/** What stands before a command in this chat. */
export function prefixIn(road: Pick<TaskDeps, 'channels'>, chat: ChatId): CommandPrefix {
  return prefixOn(road, channelOf(chat))
}

/** The command that tries a task again. It has a number, because something else may have been the last by then. */
export function retryCommand(road: Pick<TaskDeps, 'channels'>, chat: ChatId, task: number | null): string {
  return task === null ? `${prefixIn(road, chat)}retry` : `${prefixIn(road, chat)}retry ${task}`
}

/** What those who write by this channel put before a command. */
export function prefixOn({ channels }: Pick<TaskDeps, 'channels'>, channel: ChannelName): CommandPrefix {
  return channels.get(channel)?.manners.commandPrefix ?? '/'
}

/** A chat in which we may write to somebody first, in the store from then on; the way to it, or why there is none. */
export async function openChat(road: TaskDeps, opening: ConversationOpening, signal: AbortSignal): Promise<Opened> {
  const { to, title } = opening
  const channel = road.channels.get(to.channel)
  if (!channel) return { status: 'refused', reason: `the channel ${to.channel} is not set up` }
  const opened = await channel.open(opening, signal)
  if (opened.status !== 'opened') return opened
  const { chat, facts } = opened.route
  await road.persist(() =>
    road.db.transaction(() => {
      const personId = findPerson(road.db, to)?.id
      ensureChat(road.db, { id: chat, title, audience: 'private', owner: to, personId, facts }, road.clock.now())
      ensureLane(road.db, rootLane(chat), chat)
    }),
  )
  return opened
}
