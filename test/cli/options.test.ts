import type { Command, Option } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'

/** Every command below this one, with its path. */
function commandsIn(command: Command, path: string[] = []): { path: string[]; command: Command }[] {
  const here = path.length === 0 ? [] : [{ path, command }]
  return [...here, ...command.commands.flatMap((inner) => commandsIn(inner, [...path, inner.name()]))]
}

/** The commands, which do nothing and take any value. */
async function openProgram() {
  const known = commandsIn(await createProgram(['node', 'skein', 'help'], {}))
  for (const { command } of known) {
    command.action(() => {})
    for (const given of [...command.options, ...command.registeredArguments]) delete given.parseArg
  }
  return known
}

/** The option as a person would give it. */
function wordsOf({ long, required, optional }: Option): string[] {
  return [long ?? '', ...(required || optional ? ['given'] : [])]
}

test('every option reaches the command it is given to, also one that a command above it has too', async () => {
  const lost: string[] = []
  let given = 0
  for (const { path, command } of await openProgram()) {
    // The wizard is what `skein setup` runs without another name.
    const names = path.filter((name) => name !== 'wizard')
    const words = command.registeredArguments.flatMap(({ required }) => (required ? ['given'] : []))
    for (const options of roundsOf(command)) {
      const known = await openProgram()
      const target = known.find((one) => one.path.join(' ') === path.join(' '))?.command
      await rootOf(target)?.parseAsync(['node', 'skein', ...names, ...words, ...options.flatMap(wordsOf)])
      for (const option of options)
        if (target?.getOptionValueSource(option.attributeName()) !== 'cli') lost.push([...names, option.long].join(' '))
      given += options.length
    }
  }
  expect(lost).toEqual([])
  expect(given).toBeGreaterThan(80)
})

/** All options together, except that those that exclude another one are given apart. */
function roundsOf({ options }: Command): Option[][] {
  const excludes = (option: Option) => (option as Option & { conflictsWith: string[] }).conflictsWith.length > 0
  const needed = options.filter(({ mandatory }) => mandatory)
  return [options.filter((one) => !excludes(one)), ...options.filter(excludes).map((one) => [...needed, one])]
}

function rootOf(command: Command | undefined): Command | undefined {
  return command?.parent ? rootOf(command.parent) : command
}
