import type { BotCommand, BotCommandScope, LanguageCode } from 'grammy/types'
import { abortable, type TelegramApi } from './api.ts'

/** A command as people see it when they type a slash. */
export interface MenuCommand {
  name: string
  summary: string
  /** Shown to the owner alone, in their own chat. */
  ownerOnly?: boolean
}

/** One list in one language; without a language, the one for everybody else. */
export interface Menu {
  language?: LanguageCode
  commands: MenuCommand[]
}

export interface MenuDeps {
  api: TelegramApi
  menus(): Menu[]
  /** The private chats of the owner. */
  owners(): number[]
  signal: AbortSignal
  failed(error: unknown): void
}

export interface Menus {
  /** Makes the platform show our commands, for each kind of chat. */
  register(): Promise<void>
  /** Somebody wrote there: only now can a chat have a list of its own. */
  met(chat: number): void
}

/** Asks before it writes: setting a list is counted, reading it is not. */
export function createMenus({ api, menus, owners, signal, failed }: MenuDeps): Menus {
  const known = new Set<number>()

  async function registerFor(scope: BotCommandScope): Promise<void> {
    for (const menu of menus()) {
      const place = { scope, ...(menu.language === undefined ? {} : { language_code: menu.language }) }
      const commands = listFor(scope, menu.commands)
      const there = await api.methods.getMyCommands(place, abortable(signal))
      if (written(there) !== written(commands))
        await api.methods.setMyCommands({ ...place, commands }, abortable(signal))
    }
  }

  function met(chat: number): void {
    if (chat <= 0 || known.has(chat)) return
    known.add(chat)
    if (!owners().includes(chat)) return
    registerFor({ type: 'chat', chat_id: chat }).catch((error: unknown) => {
      // An owner who has not written yet has no chat; they are met again when they do.
      known.delete(chat)
      failed(error)
    })
  }

  return {
    met,
    async register() {
      await registerFor({ type: 'all_private_chats' })
      await registerFor({ type: 'all_group_chats' })
      for (const chat of owners()) met(chat)
    },
  }
}

function listFor({ type }: BotCommandScope, commands: MenuCommand[]): BotCommand[] {
  return commands
    .filter(({ name, ownerOnly }) => /^[a-z0-9_]{1,32}$/.test(name) && !(ownerOnly && type !== 'chat'))
    .slice(0, 100)
    .map(({ name, summary }) => ({ command: name, description: summary.slice(0, 256) }))
}

function written(commands: readonly BotCommand[]): string {
  return commands.map(({ command, description }) => `${command} ${description}`).join('\n')
}
