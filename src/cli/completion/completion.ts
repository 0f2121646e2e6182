import { Argument, type Command } from 'commander'
import { bashScript } from './bash.ts'
import { wordsOf } from './command-words.ts'
import { fishScript } from './fish.ts'
import { zshScript } from './zsh.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }
type Shell = keyof typeof scripts

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'for which').choices(Object.keys(scripts)))
    .description('print what makes a shell complete the commands, their options and your chats')
    .addHelpText(
      'after',
      '\nExamples:\n  echo \'eval "$(skein completion bash)"\' >> ~/.bashrc\n  echo \'eval "$(skein completion zsh)"\' >> ~/.zshrc\n  skein completion fish > ~/.config/fish/completions/skein.fish',
    )
    .action((shell: Shell) => console.log(scripts[shell](wordsOf(program))))
}
