import type { Command, Option } from 'commander'

/** What can follow a command, as a shell completes it. */
export interface CommandWords {
  /** The command in words: [] is `skein` itself, ['setup', 'claude'] one of its own. */
  path: string[]
  subcommands: Described[]
  options: (Described & { takes: 'nothing' | 'chat' | 'other' })[]
}

export interface Described {
  name: string
  summary: string
}

/** Every command there is, the whole one first. The options of `skein` itself may stand everywhere. */
export function wordsOf(program: Command): CommandWords[] {
  const everywhere = optionsOf(program)
  const read = (command: Command, path: string[]): CommandWords[] => [
    {
      path,
      subcommands: [...command.commands.map(describe), ...choicesOf(command)],
      options: path.length === 0 ? everywhere : [...optionsOf(command), ...everywhere],
    },
    ...command.commands.flatMap((one) => read(one, [...path, one.name()])),
  ]
  return read(program, [])
}

function describe(command: Command): Described {
  return { name: command.name(), summary: command.description() }
}

/** An argument that is one of a few words. */
function choicesOf(command: Command): Described[] {
  return (command.registeredArguments[0]?.argChoices ?? []).map((name) => ({ name, summary: '' }))
}

function optionsOf(command: Command): CommandWords['options'] {
  return command.options
    .filter(({ long }) => long)
    .map((option) => ({ name: option.long ?? '', summary: option.description, takes: takesOf(option) }))
}

function takesOf({ long, required, optional }: Option): CommandWords['options'][number]['takes'] {
  if (!required && !optional) return 'nothing'
  return long === '--chat' ? 'chat' : 'other'
}
