import type { CommandPrefix } from '../../channels/channel.ts'
import { type ChatId, channelOf } from '../../domain/ids.ts'
import type { Road } from '../road.ts'

/** What stands before a command in this chat. */
export function prefixIn({ channels }: Pick<Road, 'channels'>, chat: ChatId): CommandPrefix {
  return channels.get(channelOf(chat))?.manners.commandPrefix ?? '/'
}
