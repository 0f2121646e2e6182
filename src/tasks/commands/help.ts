import { type Command, mayUse } from './command.ts'

export function createHelp(others: Command[]): Command {
  const help: Command = {
    name: 'help',
    summary: 'what you can write here',
    german: 'was du hier schreiben kannst',
    run: (_args, { prefix, person }) => {
      const theirs = [help, ...others].filter((command) => mayUse(command, person))
      const lines = theirs.map(({ name, usage, summary }) => {
        return `- \`${prefix}${name}${usage ? ` ${usage}` : ''}\`: ${summary}`
      })
      return ['Just write to me. These words do something special:', '', ...lines].join('\n')
    },
  }
  return help
}
