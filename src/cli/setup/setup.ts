import { existsSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import {
  checkClaude,
  credentialProblem,
  demoWords,
  describeCheck,
  findClaude,
  keepSecret,
} from '../../app/connect/claude.ts'
import { logInClaude } from '../../app/connect/claude-login.ts'
import { savedWords } from '../../app/connect/connecting.ts'
import { readConfigText } from '../../app/connect/settings-file.ts'
import { draftConfig } from '../../config/config-draft.ts'
import { withCredential } from '../../config/toml-edit.ts'
import { UsageError } from '../../domain/errors.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { confirm, type Terminal } from '../chat/ask.ts'
import { type Place, placeOf } from '../place.ts'
import type { BrainFlags } from './brain-questions.ts'
import { type CredentialFlags, chooseCredential } from './claude-credential.ts'
import { loginTerminal } from './claude-login.ts'
import type { EmailFlags } from './email.ts'
import { interruptible } from './interruptible.ts'
import { setUpName, withNames } from './owner-name.ts'
import { setUpTalk, type TalkFlags } from './talk.ts'

interface Flags extends CredentialFlags {
  yes?: boolean
}

const never = new AbortController().signal

export function addSetup(program: Command, env: NodeJS.ProcessEnv): void {
  const setup = program
    .command('setup')
    .description('connect what Skein works with')
    .addHelpText(
      'after',
      '\nExamples:\n  skein setup claude\n  skein setup brain\n  skein setup talk\n  skein setup email\n  skein setup name Ana',
    )
  setup
    .command('claude')
    .description('connect the claude CLI: give it an API key or a long-lived token, or sign in')
    .option('--api-key-file <file>', 'take an API key from this file')
    .option('--oauth-token-file <file>', 'take the long-lived token that "claude setup-token" made from this file')
    .option('--login', 'sign in with the CLI itself')
    .option('--yes', 'check it with one small call to the model, without asking')
    .addHelpText('after', '\nExamples:\n  skein setup claude\n  skein setup claude --api-key-file ./key --yes')
    .action(async (flags: Flags, command: Command) => {
      const place = placeOf(command, env)
      const terminal = { input: process.stdin, output: place.json ? process.stderr : process.stdout }
      await setUpClaude(place, flags, env, terminal)
    })
  setup
    .command('brain')
    .description('connect a provider of models: Anthropic, OpenRouter or what speaks like it, Ollama')
    .option('--kind <kind>', 'anthropic, openrouter, openai-compatible or ollama')
    .option('--url <address>', 'where it is; the usual address of its kind where there is one')
    .option('--api-key-file <file>', 'take its API key from this file')
    .option('--model <name>', 'the model that answers')
    .option('--name <name>', 'what you call it, such as "local"')
    .option('--default', 'let it answer wherever nobody chose another')
    .option('--yes', 'check it with one small call to the model, without asking')
    .addHelpText(
      'after',
      '\nExamples:\n  skein setup brain --kind ollama --model qwen3:8b\n  skein setup brain --kind openrouter --api-key-file ./key --model maker/model --yes --default',
    )
    .action(async (flags: BrainFlags, command: Command) => {
      const place = placeOf(command, env)
      const terminal = { input: process.stdin, output: place.json ? process.stderr : process.stdout }
      refuseForeign(place.dataDir)
      const { setUpBrain } = await import('./brain.ts')
      await setUpBrain(place, flags, env, terminal)
    })
  setup
    .command('talk')
    .description('connect a Nextcloud: sign the bot in, and say hello in Talk')
    .option('--url <address>', 'the address of the server')
    .option('--user <id>', "the bot's own account there")
    .option(
      '--password-file <file>',
      'take its password, or an app password, from this file; else you sign in with a browser',
    )
    .option('--owner <id>', 'your own user id there')
    .option('--yes', 'write a first message to you, without asking')
    .addHelpText('after', '\nExample:\n  skein setup talk --url https://cloud.example.org --owner ana')
    .action(async (flags: TalkFlags, command: Command) => {
      const place = placeOf(command, env)
      const terminal = { input: process.stdin, output: place.json ? process.stderr : process.stdout }
      refuseForeign(place.dataDir)
      await setUpTalk(place, flags, env, terminal)
    })
  setup
    .command('email')
    .description('connect a mailbox: find its servers, sign in, and send a mail out and back')
    .option('--address <address>', "the bot's own address")
    .option('--user <name>', 'the name to log in with, where it is not the address')
    .option('--password-file <file>', 'take its password, or an app password, from this file')
    .option('--imap <address>', 'where mail is read, such as imaps://imap.example.org')
    .option('--smtp <address>', 'where mail is sent, such as smtps://smtp.example.org')
    .option('--owner <address>', 'the address you write from yourself')
    .option('--yes', 'send the mail to itself without asking')
    .addHelpText('after', '\nExample:\n  skein setup email --address skein@example.org --owner ana@example.org')
    .action(async (flags: EmailFlags, command: Command) => {
      const place = placeOf(command, env)
      const terminal = { input: process.stdin, output: place.json ? process.stderr : process.stdout }
      refuseForeign(place.dataDir)
      // Its libraries are read only by whoever has mail.
      const { setUpEmail } = await import('./email.ts')
      await setUpEmail(place, flags, env, terminal)
    })
  setup
    .command('name [name]')
    .description('what Skein and the model call you')
    .addHelpText('after', '\nExample:\n  skein setup name Ana')
    .action(async (name: string | undefined, _flags, command: Command) => {
      const place = placeOf(command, env)
      const terminal = { input: process.stdin, output: place.json ? process.stderr : process.stdout }
      await setUpName(place, name, env, terminal)
    })
}

async function setUpClaude(place: Place, flags: Flags, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<void> {
  const say = (text: string) => terminal.output.write(`${text}\n`)
  refuseForeign(place.dataDir)
  const { file, text } = readConfigText(place, env)
  const bare = await findClaude({ ...place, env }, { file, text }, never)
  say('The claude CLI is here.')

  const problemOf = credentialProblem(bare)
  const credential = await chooseCredential(flags, env, { terminal, problemOf })
  if (!credential) {
    process.exitCode = 1
    return void say('Nothing was changed.')
  }
  if (credential.kind === 'login') {
    const desk = loginTerminal(env, terminal.output)
    await interruptible((signal) => logInClaude(bare, { ...place, env }, desk, signal))
  }
  const line = credential.kind === 'login' ? undefined : keepSecret(place.dataDir, credential)
  const isHere = process.stdin.isTTY && flags.yes !== true
  const edited = await withNames(withCredential(file, text, line), { file, config: bare, isHere, terminal })
  const draft = draftConfig(file, edited, env)
  const backup = edited === text ? undefined : draft.commit()
  draft.discard()
  say(line ? savedWords(file) : 'Signed in.')
  if (backup) say(`Its old text is in ${backup}.`)
  demoWords(draft.config).forEach(say)

  const wanted = flags.yes === true || (process.stdin.isTTY && (await confirm(question, terminal)))
  const from = { ...place, env, clock: systemClock }
  const check = wanted ? await interruptible((signal) => checkClaude(draft.config, from, signal)) : undefined
  if (check) say(describeCheck(check))
  if (check?.ok === false) process.exitCode = 1
  say('A daemon that is running takes it up when it is started again.')
  if (place.json) console.log(JSON.stringify({ credential: credential.kind, config: file, backup, check }))
}

const question = 'Check it with one small call to the model? It costs less than a cent.'

/** A file of root's in a folder of the service's would lock the service out. */
function refuseForeign(dataDir: string): void {
  const owner = existsSync(dataDir) ? statSync(dataDir).uid : process.getuid?.()
  if (owner !== process.getuid?.())
    throw new UsageError(`${dataDir} belongs to another user; run this as that user: sudo -u '#${owner}' ...`)
}
