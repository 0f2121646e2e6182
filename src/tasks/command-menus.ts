import type { Menu } from '../channels/telegram/commands.ts'
import { german } from './commands/german.ts'
import { type Command, findCommandName } from './commands.ts'

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
