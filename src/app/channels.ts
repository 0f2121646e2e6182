import type { Channel } from '../channels/channel.ts'
import type { Config } from '../config/config.ts'
import type { ChannelName } from '../domain/ids.ts'
import type { Person } from '../domain/person.ts'
import type { Log } from '../lib/log.ts'
import type { SteadyClock } from '../lib/time/clock.ts'
import type { AnyText } from '../messages/localized.ts'
import type { Database } from '../store/database.ts'
import type { FileShelf } from '../store/files/file-shelf.ts'
import type { Command } from '../tasks/commands/command.ts'

export interface OpenChannelsDeps {
  db: Database
  clock: SteadyClock
  log: Log
  shelf: FileShelf
  trouble(sentence: AnyText): void
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
    telegram.token && (await import('./telegram.ts')).openTelegram(deps),
    talk.password && (await import('./talk.ts')).openTalk(deps),
    hasMailbox(email) && (await import('./email.ts')).openEmail(deps),
  ]
  return channels.flatMap((channel) => (channel ? [[channel.name, channel]] : []))
}

function hasMailbox({ address, accounts }: Config['email']): boolean {
  return address !== undefined || Object.keys(accounts).length > 0
}
