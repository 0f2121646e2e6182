import type { BotCommand, BotCommandScope, LanguageCode } from 'grammy/types'
import { abortable, type TelegramApi } from './api.ts'

/** A command as people see it when they type a slash. */
export interface MenuCommand {
  name: string
  summary: string
  /** Left out where several people talk: it concerns one person's own things. */
  privateOnly?: boolean
}

/** One list in one language; without a language, the one for everybody else. */
export interface Menu {
  language?: LanguageCode
  commands: MenuCommand[]
}

const scopes = ['all_private_chats', 'all_group_chats'] as const

/** Makes the platform show our commands, and asks before it writes: setting a list is counted, reading it is not. */
export async function registerCommands(api: TelegramApi, menus: Menu[], signal: AbortSignal): Promise<void> {
  for (const menu of menus) {
    for (const type of scopes) await register(api, { type }, menu, signal)
  }
}

async function register(api: TelegramApi, scope: BotCommandScope, menu: Menu, signal: AbortSignal): Promise<void> {
  const place = { scope, ...(menu.language === undefined ? {} : { language_code: menu.language }) }
  const commands = listFor(scope, menu.commands)
  const known = await api.methods.getMyCommands(place, abortable(signal))
  if (written(known) !== written(commands)) await api.methods.setMyCommands({ ...place, commands }, abortable(signal))
}

function listFor(scope: BotCommandScope, commands: MenuCommand[]): BotCommand[] {
  return commands
    .filter(
      ({ name, privateOnly }) => /^[a-z0-9_]{1,32}$/.test(name) && !(privateOnly && scope.type === 'all_group_chats'),
    )
    .slice(0, 100)
    .map(({ name, summary }) => ({ command: name, description: summary.slice(0, 256) }))
}

function written(commands: readonly BotCommand[]): string {
  return commands.map(({ command, description }) => `${command} ${description}`).join('\n')
}
