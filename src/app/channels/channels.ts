import type { Channel } from '../../channels/channel.ts'
import { plainAddress } from '../../channels/email/authority/addresses.ts'
import type { Config } from '../../config/config.ts'
import type { ChannelName } from '../../domain/ids.ts'
import type { Person } from '../../domain/person.ts'
import type { Log } from '../../lib/log.ts'
import type { SteadyClock } from '../../lib/time/clock.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import type { Command } from '../../tasks/commands/command.ts'
import { admitListed, type ListedPeople } from '../../tasks/people/listed-people.ts'
import type { TaskDeps } from '../../tasks/task-deps.ts'

export interface OpenChannelsDeps {
  db: Database
  clock: SteadyClock
  log: Log
  fileStore: FileStore
  trouble(sentence: AnyText): void
  config: Config
  owner: Person
  env: NodeJS.ProcessEnv
  /** Called when a channel begins to listen. */
  commands(): Command[]
}

/** Opens every configured channel, and loads only those. The page's channel comes with its server. One line each. */
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

/** Lets in the people whom the configuration lists, and removes those whom it no longer lists. */
export function admitConfiguredPeople(
  { db, clock, log }: TaskDeps,
  { telegram, talk, email }: Config,
  owner: Person,
): void {
  const lists: ListedPeople[] = [
    { channel: 'telegram', owners: telegram.ownerIds.map(String), members: telegram.memberIds.map(String) },
    { channel: 'talk', owners: talk.ownerIds.map(account), members: talk.memberIds.map(account) },
    {
      channel: 'email',
      owners: email.ownerAddresses.map(plainAddress),
      members: email.memberAddresses.map(plainAddress),
    },
  ]
  for (const list of lists) {
    const gone = db.transaction(() => admitListed(db, owner, list, clock.now()))
    const { channel } = list
    if (gone.length > 0) log.info({ channel, ids: gone.map(({ id }) => id) }, 'not let in any more')
  }
}

/** With the prefix that the server uses for accounts, because guests have ids too. */
function account(id: string): string {
  return id.startsWith('users/') ? id : `users/${id}`
}
