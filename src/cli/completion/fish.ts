import type { CommandWords } from './command-words.ts'

export function fishScript(commands: CommandWords[]): string {
  const lines = commands.flatMap(({ path, subcommands, options }) => {
    const here = `-n ${quoted(
      conditionOf(
        path,
        subcommands.map(({ name }) => name),
      ),
    )}`
    // The options of skein itself are told once, for everywhere.
    const own = path.length === 0 ? options : options.filter(({ name }) => !isEverywhere(commands, name))
    return [
      ...subcommands.map(
        ({ name, summary }) => `complete -c skein -f ${here} -a ${quoted(name)} -d ${quoted(summary)}`,
      ),
      ...own.map(({ name, summary, takes }) => {
        const value = { nothing: '', other: ' -r', chat: ' -x -a "(skein chats --ids 2>/dev/null)"' }[takes]
        const where = path.length === 0 ? '' : ` -n ${quoted(conditionOf(path, []))}`
        return `complete -c skein${where} -l ${name.replace(/^--/, '')}${value} -d ${quoted(summary)}`
      }),
    ]
  })
  return ['# Completion of skein for fish.', ...lines].join('\n')
}

/** These words stand on the line, and none of what may follow them. */
function conditionOf(path: string[], following: string[]): string {
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`)
  const first = path.length === 0 ? ['__fish_use_subcommand'] : seen
  const open =
    path.length === 0 || following.length === 0 ? [] : [`not __fish_seen_subcommand_from ${following.join(' ')}`]
  return [...first, ...open].join('; and ')
}

function isEverywhere(commands: CommandWords[], name: string): boolean {
  return commands[0]?.options.some((option) => option.name === name) === true
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
