import { Argument, type Command } from 'commander'
import { printable } from '../lib/text/visible.ts'
import { listChats } from '../store/messages/lines.ts'
import { globalOptions } from './global-options.ts'
import { withStoreToRead } from './store.ts'

// The scripts only pass on the words of the line. "skein __complete" prints one candidate per line, with its description
// after a tab, and nothing where file names are the best candidates.

const bash = `# Completion of skein for bash.
_skein() {
  local line="\${COMP_LINE:0:COMP_POINT}" word
  local -a words
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  word="\${words[-1]}"
  COMPREPLY=($(compgen -W "$(skein __complete -- "\${words[@]:1}" 2>/dev/null | cut -f1)" -- "$word"))
  # If bash splits words at a colon, the part before it is on the line already.
  [[ $COMP_WORDBREAKS == *:* && $word == *:* ]] && COMPREPLY=("\${COMPREPLY[@]#"\${word%:*}:"}")
  [[ \${#COMPREPLY[@]} -gt 0 ]] || compopt -o default
}
complete -F _skein skein`

const zsh = `#compdef skein
# Completion of skein for zsh.
_skein() {
  local tab=$'\\t'
  local -a lines names
  lines=(\${(f)"$(skein __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  names=("\${(@)lines%%$tab*}")
  lines=("\${(@)lines/$tab/  -- }")
  if (( $#names )); then compadd -l -d lines -a names; else _files; fi
}
compdef _skein skein`

const fish = `# Completion of skein for fish.
function __skein_complete
  set -l word (commandline -ct)
  set -l words (commandline -opc) "$word"
  skein __complete -- $words[2..-1] 2>/dev/null
end
complete -c skein -f -a '(__skein_complete)'
complete -c skein -F -n 'test (count (__skein_complete)) -eq 0'`

const scripts = { bash, zsh, fish }

export function addCompletion(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)))
    .description('print a script that lets your shell complete commands, options and chats')
    .addHelpText(
      'after',
      '\nExamples:\n  echo \'eval "$(skein completion bash)"\' >> ~/.bashrc\n  echo \'eval "$(skein completion zsh)"\' >> ~/.zshrc\n  skein completion fish > ~/.config/fish/completions/skein.fish',
    )
    .action((shell: keyof typeof scripts) => console.log(scripts[shell]))
  program
    .command('__complete [words...]', { hidden: true })
    .action((words: string[], _options: object, command: Command) => {
      const chats = () => chatIds(globalOptions(command, env).dataDir)
      for (const { name, summary } of listCandidates(program, words, chats)) console.log(`${name}\t${summary}`)
    })
}

interface Candidate {
  name: string
  summary: string
}

/** Lists what can replace the last word. The global options can appear anywhere. */
function listCandidates(program: Command, words: string[], chats: () => string[]): Candidate[] {
  const [word = '', ...reversed] = words.toReversed()
  const command = reversed.reduceRight(
    (parent, name) => parent.commands.find((child) => child.name() === name) ?? parent,
    program,
  )
  const options = command === program ? program.options : [...command.options, ...program.options]
  const previousOption = options.find(({ long }) => long === reversed[0])
  if (previousOption && (previousOption.required || previousOption.optional))
    return previousOption.long === '--chat' ? startingWith(word, chats().map(withoutSummary)) : []
  return startingWith(word, [
    ...command.commands
      .filter((child) => child.name() !== '__complete')
      .map((child) => ({ name: child.name(), summary: child.description() })),
    ...(command.registeredArguments[0]?.argChoices ?? []).map(withoutSummary),
    ...options.map(({ long, description }) => ({ name: long ?? '', summary: description })),
  ])
}

function startingWith(word: string, candidates: Candidate[]): Candidate[] {
  return candidates.filter(({ name }) => name !== '' && name.startsWith(word))
}

function withoutSummary(name: string): Candidate {
  return { name, summary: '' }
}

const MAX_CHATS = 50

/** Without a readable store there is nothing to complete. */
function chatIds(dataDir: string): string[] {
  try {
    return withStoreToRead(dataDir, (db) => listChats(db, { limit: MAX_CHATS }).map(({ id }) => printable(id)))
  } catch {
    return []
  }
}
