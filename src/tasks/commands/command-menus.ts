import type { Menu } from '../../channels/telegram/wire/menus.ts'
import { type Command, findCommandName } from './command.ts'
import { german } from './german.ts'

/** What people see when they type a slash, in each language we have; another is one more file of summaries. */
export function commandMenus(commands: Command[]): Menu[] {
  const list = (summaryOf: (command: Command) => string) =>
    commands.map((command) => ({
      name: command.name,
      summary: summaryOf(command),
      ownerOnly: command.ownerOnly ?? false,
    }))
  const inGerman = ({ name, summary }: Command) => {
    const known = findCommandName(name)
    return known ? german[known] : summary
  }
  return [{ commands: list(({ summary }) => summary) }, { language: 'de', commands: list(inGerman) }]
}
