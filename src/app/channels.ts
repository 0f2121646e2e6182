import type { Channel } from '../channels/channel.ts'
import type { Config } from '../config/config.ts'
import type { ChannelName } from '../domain/ids.ts'
import type { Person } from '../domain/person.ts'
import type { Command } from '../tasks/commands/command.ts'
import type { Ground } from './road.ts'
import { openTelegram } from './telegram.ts'

export interface OpenChannelsDeps extends Ground {
  config: Config
  owner: Person
  env: NodeJS.ProcessEnv
  /** Asked when a channel begins to listen. */
  commands(): Command[]
}

/** Every channel that is configured; the page's own comes with its server. One line each. */
export function openChannels(deps: OpenChannelsDeps): [ChannelName, Channel][] {
  const channels = [openTelegram({ ...deps, ...deps.files })]
  return channels.flatMap((channel) => (channel ? [[channel.name, channel]] : []))
}
