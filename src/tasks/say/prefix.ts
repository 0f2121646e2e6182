import type { CommandPrefix } from '../../channels/channel.ts'
import { type ChannelName, type ChatId, channelOf } from '../../domain/ids.ts'
import type { Road } from '../road.ts'

/** What stands before a command in this chat. */
export function prefixIn(road: Pick<Road, 'channels'>, chat: ChatId): CommandPrefix {
  return prefixOn(road, channelOf(chat))
}

/** The command that tries a task again. It has a number, because something else may have been the last by then. */
export function retryCommand(road: Pick<Road, 'channels'>, chat: ChatId, task: number | null): string {
  return task === null ? `${prefixIn(road, chat)}retry` : `${prefixIn(road, chat)}retry ${task}`
}

/** What those who write by this channel put before a command. */
export function prefixOn({ channels }: Pick<Road, 'channels'>, channel: ChannelName): CommandPrefix {
  return channels.get(channel)?.manners.commandPrefix ?? '/'
}
