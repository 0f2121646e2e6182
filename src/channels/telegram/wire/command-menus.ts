import type { BotCommand, BotCommandScope, LanguageCode } from 'grammy/types'
import { abortable, type TelegramApi } from './api.ts'

/** A command as it is shown when somebody types a slash. */
export interface MenuCommand {
  name: string
  summary: string
  /** Shown only to the owner, in their own chat. */
  ownerOnly?: boolean
}

/** A menu in one language. The one without a language is for everybody else. */
export interface CommandMenu {
  language?: LanguageCode
  commands: MenuCommand[]
}

export interface CommandMenuDeps {
  api: TelegramApi
  menus(): CommandMenu[]
  /** The private chats of the owner. */
  owners(): number[]
  signal: AbortSignal
  failed(error: unknown): void
}

export interface CommandMenus {
  /** Registers our commands for each kind of chat. */
  register(): Promise<void>
  /** Call this when somebody wrote in a chat: only then can it have its own menu. */
  met(chat: number): void
}

/** Reads each menu before writing it, because Telegram limits how often a menu is set but not how often it is read. */
export function createCommandMenus({ api, menus, owners, signal, failed }: CommandMenuDeps): CommandMenus {
  const registeredChats = new Set<number>()

  async function registerFor(scope: BotCommandScope): Promise<void> {
    for (const menu of menus()) {
      const place = { scope, ...(menu.language === undefined ? {} : { language_code: menu.language }) }
      const commands = listFor(scope, menu.commands)
      const current = await api.methods.getMyCommands(place, abortable(signal))
      if (serialize(current) !== serialize(commands))
        await api.methods.setMyCommands({ ...place, commands }, abortable(signal))
    }
  }

  function met(chat: number): void {
    if (chat <= 0 || registeredChats.has(chat)) return
    registeredChats.add(chat)
    if (!owners().includes(chat)) return
    registerFor({ type: 'chat', chat_id: chat }).catch((error: unknown) => {
      // An owner who has not written to us yet has no chat. This is tried again when they write.
      registeredChats.delete(chat)
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

function serialize(commands: readonly BotCommand[]): string {
  return commands.map(({ command, description }) => `${command} ${description}`).join('\n')
}
