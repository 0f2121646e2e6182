import { telegramOptions } from '../../channels/telegram/from-config.ts'
import { createTelegram, type TelegramChannel } from '../../channels/telegram/telegram.ts'
import type { Config } from '../../config/config.ts'
import type { Person } from '../../domain/person.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import { homeOf } from '../../store/messages/chats.ts'
import { listPeople } from '../../store/people/people.ts'
import { type Command, commandMenus } from '../../tasks/commands/command.ts'
import { followMoves } from '../../tasks/deliver/chat-moves.ts'
import type { TaskDeps } from '../../tasks/task-deps.ts'
import { createChannelFileStore } from './channel-files.ts'

export interface OpenTelegramDeps extends Pick<TaskDeps, 'db' | 'clock' | 'log'> {
  config: Config
  owner: Person
  fileStore: FileStore
  env: NodeJS.ProcessEnv
  /** Called when the channel begins to listen. */
  commands(): Command[]
  trouble(sentence: AnyText): void
}

/** Undefined without a token. */
export function openTelegram(deps: OpenTelegramDeps): TelegramChannel | undefined {
  const { db, clock, log, config, owner, trouble } = deps
  const options = telegramOptions(config, deps.env.PATH ?? '')
  if (!options) return undefined
  const telegram = createTelegram({
    ...options,
    // A list may still have the id that a group had before it moved.
    groupMode: (chat) => options.groupMode(chat, homeOf(db, chat)),
    clock,
    log,
    trouble,
    fileStore: createChannelFileStore(deps),
    isCommand: (word) => deps.commands().some(({ name }) => name === word),
    menus: () => commandMenus(deps.commands()),
    owners: () => ownAddresses(db, owner.id),
  })
  return followMoves(telegram, db)
}

function ownAddresses(db: Database, owner: number): number[] {
  const addresses = listPeople(db).find(({ id }) => id === owner)?.addresses ?? []
  return addresses.flatMap(({ channel, id }) => (channel === 'telegram' ? [Number(id)] : []))
}
