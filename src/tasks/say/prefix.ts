import type { CommandPrefix } from '../../channels/channel.ts'
import { type ChannelName, type ChatId, channelOf } from '../../domain/ids.ts'
import type { Road } from '../road.ts'

/** What stands before a command in this chat. */
export function prefixIn(road: Pick<Road, 'channels'>, chat: ChatId): CommandPrefix {
  return prefixOn(road, channelOf(chat))
}

/** What those who write by this channel put before a command. */
export function prefixOn({ channels }: Pick<Road, 'channels'>, channel: ChannelName): CommandPrefix {
  return channels.get(channel)?.manners.commandPrefix ?? '/'
}
