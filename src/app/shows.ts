import type { Shows } from '../channels/channel.ts'
import { shows as email } from '../channels/email/shows.ts'
import { shows as talk } from '../channels/talk/shows.ts'
import { shows as telegram } from '../channels/telegram/shows.ts'
import { shows as web } from '../channels/web/shows.ts'
import type { ChannelName } from '../domain/ids.ts'

const all: Record<ChannelName, Shows> = { email, talk, telegram, web }

/** What each channel can show; also of one that is not configured, because an imagined message needs no connection. */
export function showsOf(channel: ChannelName): Shows {
  return all[channel]
}
