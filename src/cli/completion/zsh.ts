import type { CommandWords, Described } from './command-words.ts'

export function zshScript(commands: CommandWords[]): string {
  const paths = commands.map(({ path }) => path.join('/')).filter(Boolean)
  const taking = new Set(
    commands.flatMap(({ options }) => options.filter((one) => one.takes === 'other').map((one) => one.name)),
  )
  const cases = commands.map(
    ({ path, subcommands, options }) =>
      `    ${quoted(path.join('/'))}) known=(${[...subcommands, ...options].map(described).join(' ')}) ;;`,
  )
  return `#compdef skein
# Completion of skein for zsh.
_skein() {
  local one at=""
  local -a known paths chats
  paths=(${paths.map(quoted).join(' ')})
  for one in "\${(@)words[2,CURRENT-1]}"; do
    (( \${paths[(Ie)\${at:+$at/}$one]} )) && at="\${at:+$at/}$one"
  done
  case "\${words[CURRENT-1]}" in
    --chat)
      chats=(\${(f)"$(skein chats --ids 2>/dev/null)"})
      compadd -a chats
      return ;;
    ${[...taking].join('|')}) _files; return ;;
  esac
  case "$at" in
${cases.join('\n')}
  esac
  _describe skein known || _files
}
compdef _skein skein`
}

function described({ name, summary }: Described): string {
  return quoted(`${name.replaceAll(':', '\\:')}${summary === '' ? '' : `:${summary}`}`)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
