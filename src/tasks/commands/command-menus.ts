import type { CommandMenu } from '../../channels/telegram/wire/command-menus.ts'
import type { Language } from '../../messages/languages.ts'
import type { Command } from './command.ts'

/** What people see when they type a slash, in each language we have. */
export function commandMenus(commands: Command[]): CommandMenu[] {
  const list = (language: Language) =>
    commands.map(({ name, summary, ownerOnly = false }) => ({ name, summary: summary[language], ownerOnly }))
  return [{ commands: list('en') }, { language: 'de', commands: list('de') }]
}
