import type { FileShelf as TelegramShelf } from '../channels/telegram/files.ts'
import { telegramOptions } from '../channels/telegram/from-config.ts'
import { createTelegram, type TelegramChannel } from '../channels/telegram/telegram.ts'
import type { Config } from '../config/config.ts'
import type { Person } from '../domain/person.ts'
import type { FileShelf } from '../store/file-shelf.ts'
import { storeFile } from '../store/files.ts'
import { addPerson, findPerson, linkAddress } from '../store/people.ts'
import { type Command, isCommandName } from './commands.ts'
import type { Road } from './road.ts'

export interface OpenTelegramDeps extends Road {
  config: Config
  owner: Person
  shelf: FileShelf
  env: NodeJS.ProcessEnv
  /** Asked when the channel begins to listen. */
  commands(): Command[]
  trouble(sentence: string): void
}

/** The channel as it is configured, with the people it may talk to; undefined without a token. */
export function openTelegram(deps: OpenTelegramDeps): TelegramChannel | undefined {
  const { clock, log, config, trouble } = deps
  const options = telegramOptions(config, deps.env.PATH ?? '')
  if (!options) return undefined
  deps.db.transaction(() => introducePeople(deps))
  return createTelegram({
    ...options,
    clock,
    log,
    trouble,
    shelf: shelfOf(deps),
    isCommand: isCommandName,
    menus: () => [{ commands: deps.commands().map(toMenu) }],
  })
}

function introducePeople({ db, clock, owner, config: { telegram } }: OpenTelegramDeps): void {
  const now = clock.now()
  const at = (id: number) => ({ channel: 'telegram', id: String(id) }) as const
  for (const id of telegram.ownerIds) linkAddress(db, at(id), owner.id, owner.name, now)
  for (const id of telegram.memberIds) {
    if (findPerson(db, at(id))) continue
    const { id: personId, name } = addPerson(db, { name: `telegram:${id}`, role: 'member' }, now)
    linkAddress(db, at(id), personId, name, now)
  }
}

function shelfOf({ db, clock, shelf }: OpenTelegramDeps): TelegramShelf {
  return {
    async put(content, name) {
      const stored = await storeFile(db, shelf, content, clock.now)
      return 'tooLarge' in stored ? stored : { hash: stored.hash, name }
    },
    path: shelf.pathOf,
  }
}

function toMenu({ name, summary, ownerOnly = false }: Command) {
  return { name, summary, privateOnly: ownerOnly }
}
