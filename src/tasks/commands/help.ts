import { commandMessages } from '../../messages/command-messages.ts'
import type { Language } from '../../messages/languages.ts'
import { each, textIn } from '../../messages/localized.ts'
import { type Command, mayUse } from './command.ts'

export function createHelp(others: Command[]): Command {
  const help: Command = {
    name: 'help',
    summary: commandMessages.summaries.help,
    run: (_args, { prefix, person }) => {
      const theirs = [help, ...others].filter((command) => mayUse(command, person))
      return commandMessages.help(theirs.map((command) => each((language) => helpLine(command, prefix, language))))
    },
  }
  return help
}

function helpLine({ name, usage, summary }: Command, prefix: string, language: Language): string {
  return `- \`${prefix}${name}${usage ? ` ${textIn(usage, language)}` : ''}\`: ${summary[language]}`
}
