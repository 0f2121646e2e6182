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
  onFailure(error: unknown): void
}

export interface CommandMenus {
  /** Registers our commands for each kind of chat. */
  register(): Promise<void>
  /** Registers the owner's menu in their chat. A chat has no menu of its own until somebody has written in it. */
  registerOwnerChat(chat: number): void
}

/** Reads each menu before writing it, because Telegram limits how often a menu is set but not how often it is read. */
export function createCommandMenus({ api, menus, owners, signal, onFailure }: CommandMenuDeps): CommandMenus {
  const registeredChats = new Set<number>()

  async function registerFor(scope: BotCommandScope): Promise<void> {
    for (const menu of menus()) {
      const place = { scope, ...(menu.language === undefined ? {} : { language_code: menu.language }) }
      const commands = commandsFor(scope, menu.commands)
      const current = await api.methods.getMyCommands(place, abortable(signal))
      if (serialize(current) !== serialize(commands))
        await api.methods.setMyCommands({ ...place, commands }, abortable(signal))
    }
  }

  function registerOwnerChat(chat: number): void {
    if (chat <= 0 || registeredChats.has(chat)) return
    registeredChats.add(chat)
    if (!owners().includes(chat)) return
    registerFor({ type: 'chat', chat_id: chat }).catch((error: unknown) => {
      // An owner who has not written to us yet has no chat. This is tried again when they write.
      registeredChats.delete(chat)
      onFailure(error)
    })
  }

  return {
    registerOwnerChat,
    async register() {
      await registerFor({ type: 'all_private_chats' })
      await registerFor({ type: 'all_group_chats' })
      for (const chat of owners()) registerOwnerChat(chat)
    },
  }
}

function commandsFor({ type }: BotCommandScope, commands: MenuCommand[]): BotCommand[] {
  return commands
    .filter(({ name, ownerOnly }) => /^[a-z0-9_]{1,32}$/.test(name) && !(ownerOnly && type !== 'chat'))
    .slice(0, 100)
    .map(({ name, summary }) => ({ command: name, description: summary.slice(0, 256) }))
}

function serialize(commands: readonly BotCommand[]): string {
  return commands.map(({ command, description }) => `${command} ${description}`).join('\n')
}
