import { existsSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import { UsageError } from '../../domain/errors.ts'
import { type GlobalOptions, globalOptions } from '../global-options.ts'
import type { Terminal } from '../prompts.ts'
import type { BrainFlags } from './brain.ts'
import { type ClaudeFlags, setUpClaude } from './claude.ts'
import type { EmailFlags } from './email.ts'
import { setUpName } from './owner-name.ts'
import { setUpTalk, type TalkFlags } from './talk.ts'

type SetUp<Flags> = (globals: GlobalOptions, flags: Flags, env: NodeJS.ProcessEnv, terminal: Terminal) => Promise<void>

export function addSetup(program: Command, env: NodeJS.ProcessEnv): void {
  // With --json the questions go to stderr, so that stdout holds nothing but the JSON.
  const terminalFor = (globals: GlobalOptions) => ({
    input: process.stdin,
    output: globals.json ? process.stderr : process.stdout,
  })
  const run =
    <Flags>(setUp: SetUp<Flags>) =>
    (flags: Flags, command: Command) => {
      const globals = globalOptions(command, env)
      refuseForeignFolder(globals.dataDir)
      return setUp(globals, flags, env, terminalFor(globals))
    }
  const setup = program
    .command('setup')
    .description('connect models and channels')
    .addHelpText(
      'after',
      '\nExamples:\n  skein setup claude\n  skein setup brain\n  skein setup talk\n  skein setup email\n  skein setup name Ana',
    )
  setup
    .command('claude')
    .description('connect the claude CLI: give it an API key or a long-lived token, or sign in')
    .option('--api-key-file <file>', 'read an API key from this file')
    .option('--oauth-token-file <file>', 'read the long-lived token of "claude setup-token" from this file')
    .option('--login', 'sign in with the CLI itself')
    .option('--yes', 'check it with one small call to the model without asking')
    .addHelpText('after', '\nExamples:\n  skein setup claude\n  skein setup claude --api-key-file ./key --yes')
    .action(run<ClaudeFlags>(setUpClaude))
  setup
    .command('brain')
    .description('connect another model: Anthropic, OpenRouter, an OpenAI-compatible server or Ollama')
    .option('--kind <kind>', 'anthropic, openrouter, openai-compatible or ollama')
    .option('--url <address>', 'its address (default: the usual one of its kind)')
    .option('--api-key-file <file>', 'read its API key from this file')
    .option('--model <name>', 'the model that answers')
    .option('--name <name>', 'its name in Skein, such as "local"')
    .option('--default', 'use it as the default model')
    .option('--yes', 'check it with one small call to the model without asking')
    .addHelpText(
      'after',
      '\nExamples:\n  skein setup brain --kind ollama --model qwen3:8b\n  skein setup brain --kind openrouter --api-key-file ./key --model maker/model --yes --default',
    )
    .action(
      run<BrainFlags>(async (...args) => {
        const { setUpBrain } = await import('./brain.ts')
        await setUpBrain(...args)
      }),
    )
  setup
    .command('talk')
    .description('connect Nextcloud Talk: sign the bot in and send a first message')
    .option('--url <address>', 'the address of the server')
    .option('--user <id>', "the bot's own account there")
    .option(
      '--password-file <file>',
      'read its password or app password from this file (default: sign in with a browser)',
    )
    .option('--owner <id>', 'your own user id there')
    .option('--yes', 'send you a first message without asking')
    .addHelpText('after', '\nExample:\n  skein setup talk --url https://cloud.example.org --owner ana')
    .action(run<TalkFlags>(setUpTalk))
  setup
    .command('email')
    .description('connect a mailbox: find its servers, sign in and send a test mail')
    .option('--address <address>', "the bot's own address")
    .option('--user <name>', 'the user name, if it is not the address')
    .option('--password-file <file>', 'read its password or app password from this file')
    .option('--imap <address>', 'the IMAP server, such as imaps://imap.example.org')
    .option('--smtp <address>', 'the SMTP server, such as smtps://smtp.example.org')
    .option('--owner <address>', 'your own email address')
    .option('--yes', 'send the test mail without asking')
    .addHelpText('after', '\nExample:\n  skein setup email --address skein@example.org --owner ana@example.org')
    .action(
      run<EmailFlags>(async (...args) => {
        // The mail libraries are loaded only for this command.
        const { setUpEmail } = await import('./email.ts')
        await setUpEmail(...args)
      }),
    )
  setup
    .command('name [name]')
    .description('set the name Skein and the model call you')
    .addHelpText('after', '\nExample:\n  skein setup name Ana')
    .action(async (name: string | undefined, _flags, command: Command) => {
      const globals = globalOptions(command, env)
      await setUpName(globals, name, env, terminalFor(globals))
    })
}

/** A file created by root in the service's folder would lock the service out. */
function refuseForeignFolder(dataDir: string): void {
  const owner = existsSync(dataDir) ? statSync(dataDir).uid : process.getuid?.()
  if (owner !== process.getuid?.())
    throw new UsageError(`${dataDir} belongs to another user; run this as that user: sudo -u '#${owner}' ...`)
}
