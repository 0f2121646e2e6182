import type { CommandMenu } from '../../channels/telegram/wire/command-menus.ts'
import type { Command } from './command.ts'

/** What people see when they type a slash, in each language we have. */
export function commandMenus(commands: Command[]): CommandMenu[] {
  const list = (summaryOf: (command: Command) => string) =>
    commands.map((command) => ({
      name: command.name,
      summary: summaryOf(command),
      ownerOnly: command.ownerOnly ?? false,
    }))
  return [{ commands: list(({ summary }) => summary) }, { language: 'de', commands: list(({ german }) => german) }]
}
