import type { CommandWords } from './command-words.ts'

/** What behind the name of an option is a file, bash knows best. */
export function bashScript(commands: CommandWords[]): string {
  const paths = commands.map(({ path }) => path.join('/')).filter(Boolean)
  const taking = new Set(
    commands.flatMap(({ options }) => options.filter((one) => one.takes === 'other').map((one) => one.name)),
  )
  return `# Completion of skein for bash.
_skein() {
  local line="\${COMP_LINE:0:COMP_POINT}" path="" word="" before="" one
  local -a words
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] || { word="\${words[-1]}"; unset 'words[-1]'; }
  before="\${words[-1]}"
  for one in "\${words[@]:1}"; do
    case " ${paths.join(' ')} " in *" \${path:+$path/}$one "*) path="\${path:+$path/}$one" ;; esac
  done
  COMPREPLY=()
  case "$before" in
    --chat)
      COMPREPLY=($(compgen -W "$(skein chats --ids 2>/dev/null)" -- "$word"))
      # A colon ends a word here: what stands before it is on the line already.
      [[ $COMP_WORDBREAKS == *:* && $word == *:* ]] && COMPREPLY=("\${COMPREPLY[@]#"\${word%:*}:"}")
      return ;;
    ${[...taking].join('|')})
      compopt -o default
      return ;;
  esac
  local known=""
  case "$path" in
${commands.map(({ path, subcommands, options }) => `    ${JSON.stringify(path.join('/'))}) known="${[...subcommands, ...options].map(({ name }) => name).join(' ')}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$known" -- "$word"))
  [[ \${#COMPREPLY[@]} -gt 0 ]] || compopt -o default
}
complete -F _skein skein`
}
