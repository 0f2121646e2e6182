import type { Channel } from '../channels/channel.ts'
import type { Config } from '../config/config.ts'
import type { ChannelName } from '../domain/ids.ts'
import type { Person } from '../domain/person.ts'
import type { Command } from '../tasks/commands/command.ts'
import type { Ground } from './road.ts'

export interface OpenChannelsDeps extends Ground {
  config: Config
  owner: Person
  env: NodeJS.ProcessEnv
  /** Asked when a channel begins to listen. */
  commands(): Command[]
}

/** Every channel that is configured, and no more is loaded; the page's own comes with its server. One line each. */
export async function openChannels(deps: OpenChannelsDeps): Promise<[ChannelName, Channel][]> {
  const { telegram, talk, email } = deps.config
  const channels = [
    telegram.token && (await import('./telegram.ts')).openTelegram({ ...deps, ...deps.files }),
    talk.password && (await import('./talk.ts')).openTalk({ ...deps, ...deps.files }),
    hasMailbox(email) && (await import('./email.ts')).openEmail({ ...deps, ...deps.files }),
  ]
  return channels.flatMap((channel) => (channel ? [[channel.name, channel]] : []))
}

function hasMailbox({ address, accounts }: Config['email']): boolean {
  return address !== undefined || Object.keys(accounts).length > 0
}
