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
import type { WizardFlags } from './wizard/wizard-context.ts'

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
    .description('set everything up, step by step: model, channels, name, time zone, briefing, service')
    .addHelpText(
      'after',
      '\nExamples:\n  skein setup\n  skein setup claude\n  skein setup telegram\n  skein setup --model ollama --model-name qwen3:8b --channel none --name Ana',
    )
  // A command of its own: options of `setup` itself would swallow those of the same name in the commands below.
  const wizard = setup
    .command('wizard', { isDefault: true, hidden: true })
    .allowExcessArguments()
    .option('--model <kind>', 'claude, anthropic, openrouter, openai-compatible, ollama or none')
    .option('--model-key-file <file>', 'read its API key from this file')
    .option('--model-url <address>', 'its address (default: the usual one of its kind)')
    .option('--model-name <name>', 'the model that answers')
    .option('--channel <none>', 'connect no channel')
    .option('--telegram-token-file <file>', 'read the token of the Telegram bot from this file')
    .option('--no-pair', 'do not wait for the code that shows which Telegram account is yours')
    .option('--talk-url <address>', 'the address of the Nextcloud')
    .option('--talk-user <id>', "the bot's own account there")
    .option('--talk-password-file <file>', 'read its password from this file (default: sign in with a browser)')
    .option('--talk-owner <id>', 'your own user id there')
    .option('--email-address <address>', "the bot's own address")
    .option('--email-user <name>', 'the user name, if it is not the address')
    .option('--email-password-file <file>', 'read its password from this file')
    .option('--email-owner <address>', 'your own email address')
    .option('--email-imap <address>', 'the IMAP server, such as imaps://imap.example.org')
    .option('--email-smtp <address>', 'the SMTP server, such as smtps://smtp.example.org')
    .option('--name <name>', 'your name')
    .option('--timezone <zone>', 'your time zone, such as Europe/Berlin')
    .option('--briefing <time>', 'a daily briefing at this time, such as 7:00, or none')
    .option('--service <answer>', 'install, so that Skein starts with this machine, or none')
    .action(async (flags: WizardFlags, command: Command) => {
      const [unknown] = command.args
      if (unknown !== undefined) setup.error(`error: unknown command '${unknown}'`)
      const globals = globalOptions(command, env)
      refuseForeignFolder(globals.dataDir)
      // Loaded only here, because the prompts need a library of their own.
      const { runWizard } = await import('./wizard/wizard.ts')
      await runWizard(globals, flags, { env, terminal: terminalFor(globals), command: setup })
    })
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
    .command('telegram')
    .description('connect a Telegram bot, and pair your account with a code')
    .option('--token-file <file>', 'read the token of the bot from this file')
    .option('--no-pair', 'do not wait for the code that shows which account is yours')
    .addHelpText('after', '\nExample:\n  skein setup telegram --token-file ./token')
    .action(async ({ tokenFile, pair }: { tokenFile?: string; pair: boolean }, command: Command) => {
      const globals = globalOptions(command, env)
      refuseForeignFolder(globals.dataDir)
      if (tokenFile === undefined && !process.stdin.isTTY)
        throw new UsageError('The token is missing. Give it with --token-file FILE. Nothing was changed.')
      const { runChannelStep } = await import('./wizard/wizard.ts')
      const flags = { ...(tokenFile !== undefined && { telegramTokenFile: tokenFile }), pair }
      await runChannelStep(globals, 'telegram', flags, { env, terminal: terminalFor(globals), command })
    })
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
    .description('set the name by which Skein and the model address you')
    .addHelpText('after', '\nExample:\n  skein setup name Ana')
    .action(async (name: string | undefined, _flags, command: Command) => {
      const globals = globalOptions(command, env)
      await setUpName(globals, name, env, terminalFor(globals))
    })
  // After the other commands, because they would inherit it.
  setup.configureHelp({ showGlobalOptions: true, visibleOptions: () => wizard.createHelp().visibleOptions(wizard) })
}

/** A file created by root in the service's folder would lock the service out. */
function refuseForeignFolder(dataDir: string): void {
  const owner = existsSync(dataDir) ? statSync(dataDir).uid : process.getuid?.()
  if (owner !== process.getuid?.())
    throw new UsageError(`${dataDir} belongs to another user; run this as that user: sudo -u '#${owner}' ...`)
}
