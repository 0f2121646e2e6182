import type { Command } from 'commander'
import type { z } from 'zod'
import { configMessages } from '../config/config-messages.ts'
import { readConfig } from '../config/load.ts'
import { checkSecret } from '../config/secret.ts'
import { storedSecretUses } from '../config/secrets/secret-uses.ts'
import {
  changeStoredSecrets,
  isSecretName,
  readStoredSecrets,
  type StoredSecrets,
} from '../config/secrets/stored-secrets.ts'
import { ConfigError, TryLaterError, UsageError } from '../domain/errors.ts'
import { nearestWord } from '../lib/text/text-matching.ts'
import { textIn } from '../messages/localized.ts'
import { calls } from '../web/control/calls.ts'
import { connectDaemon } from './daemon.ts'
import { type GlobalOptions, globalOptions, toJson } from './global-options.ts'
import { askSecret } from './prompts.ts'

export function addSecret(program: Command, env: NodeJS.ProcessEnv): void {
  const secret = program
    .command('secret')
    .description('keep passwords, keys and tokens encrypted, for "secret:NAME" in the configuration')
    .addHelpText(
      'after',
      '\nExamples:\n  skein secret set claude-key\n  skein secret set mail-password < password.txt\n  skein secret list',
    )
  secret
    .command('set <name>')
    .description('keep a secret under this name, or replace it; it is read from the terminal or standard input')
    .action(async (name: string, _options: object, command: Command) => {
      const globals = globalOptions(command, env)
      if (!isSecretName(name)) throw new UsageError(configMessages.badSecretName)
      const old = stored(env).get(name)
      const isNew = old === undefined
      const hadProblem = configProblem(globals, env) !== undefined
      const value = checked(await readValue(name))
      changeStoredSecrets(env, (secrets) => secrets.set(name, value))
      const problem = configProblem(globals, env)
      if (problem !== undefined && !hadProblem) {
        changeStoredSecrets(env, (secrets) => (isNew ? secrets.delete(name) : secrets.set(name, old)))
        throw new ConfigError(`${name} was not changed: ${problem}`)
      }
      const keys = usesOf(globals, env).get(name) ?? []
      const state = await takeUp(globals, `${name} was saved, but the running Skein keeps the old value`)
      if (globals.json) return console.log(toJson({ name, isNew, keys, running: state }))
      console.log(`${isNew ? 'Saved' : 'Replaced'} ${name}.`)
      if (keys.length === 0) console.log(`Refer to it in the configuration with "secret:${name}".`)
      else console.log(described[state])
    })
  secret
    .command('reload')
    .description('have the running Skein take up secrets that changed, such as those in files')
    .action(async (_options: object, command: Command) => {
      const globals = globalOptions(command, env)
      const state = await takeUp(globals, 'The running Skein keeps the old secrets')
      console.log(globals.json ? toJson({ running: state }) : described[state])
    })
  secret
    .command('list')
    .description('list the names, and which keys of the configuration use them')
    .action((_options: object, command: Command) => {
      const globals = globalOptions(command, env)
      const uses = usesOf(globals, env)
      const secrets = [...stored(env).keys()].toSorted().map((name) => ({ name, keys: uses.get(name) ?? [] }))
      if (globals.json) return console.log(toJson(secrets))
      if (secrets.length === 0) console.log('No secrets yet. "skein secret set NAME" keeps one.')
      for (const { name, keys } of secrets) console.log(`${name}  ${keys.length > 0 ? keys.join(', ') : '(not used)'}`)
    })
  secret
    .command('rm <name>')
    .description('remove a secret that no key of the configuration uses')
    .action((name: string, _options: object, command: Command) => {
      const globals = globalOptions(command, env)
      const secrets = stored(env)
      if (!secrets.has(name)) throw new UsageError(describeMissing(name, secrets))
      const keys = storedSecretUses(globals, env).get(name)
      if (keys) throw new UsageError(`${name} is used by ${keys.join(', ')}. Change the configuration first.`)
      changeStoredSecrets(env, (all) => void all.delete(name))
      console.log(globals.json ? toJson({ name }) : `Removed ${name}.`)
    })
}

/** A value that the configuration does not accept would prevent the next start. */
function configProblem(globals: GlobalOptions, env: NodeJS.ProcessEnv): string | undefined {
  try {
    readConfig(globals, env)
    return undefined
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

type Running = z.output<typeof calls.takeUpSecrets.answer>['state'] | 'stopped'

const described: Record<Running, string> = {
  now: 'The running Skein takes up the change now.',
  waiting: 'The running Skein takes up the change when what it is working on is done, in two minutes at the latest.',
  unchanged: 'Nothing changed for the running Skein.',
  stopped: 'Skein is not running; the next start reads it.',
}

/** The daemon opens everything again that uses a changed secret. */
async function takeUp({ dataDir }: GlobalOptions, failure: string): Promise<Running> {
  try {
    const { state } = await connectDaemon(dataDir).ask(calls.takeUpSecrets, {})
    return state
  } catch (error) {
    if (error instanceof TryLaterError) return 'stopped'
    if (error instanceof UsageError) throw new ConfigError(`${failure}: ${error.message}`)
    throw error
  }
}

function stored(env: NodeJS.ProcessEnv): StoredSecrets {
  const found = readStoredSecrets(env)
  if ('problem' in found) throw new ConfigError(configMessages.sentence(found.problem))
  return found.secrets
}

function describeMissing(name: string, secrets: StoredSecrets): string {
  const near = nearestWord(name, secrets.keys(), Math.max(2, name.length / 3))
  return `There is no secret ${name}${near === undefined ? '; "skein secret list" shows all' : `; did you mean ${near}?`}`
}

/** A broken configuration does not prevent setting the secret that it misses. */
function usesOf(globals: GlobalOptions, env: NodeJS.ProcessEnv): Map<string, string[]> {
  try {
    return storedSecretUses(globals, env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(`skein: which keys use it is unknown: ${error.message}`)
    return new Map()
  }
}

const MAX_VALUE_BYTES = 64 * 1024

/** Never from the command line, which every user of the machine can read. */
async function readValue(name: string): Promise<string> {
  if (process.stdin.isTTY) {
    const typed = await askSecret(`Secret for ${name}: `, { input: process.stdin, output: process.stderr })
    if (typed === undefined) throw new UsageError('Nothing was changed.')
    return typed
  }
  let text = ''
  for await (const piece of process.stdin.setEncoding('utf8') as AsyncIterable<string>) {
    text += piece
    if (text.length > MAX_VALUE_BYTES) throw new UsageError('That is over 64 KB and so cannot be a secret.')
  }
  return text
}

/** The same rules as for a secret in the configuration. */
function checked(text: string): string {
  const secret = checkSecret(text, configMessages.secretEmpty)
  if ('says' in secret) throw new UsageError(`The secret ${textIn(secret.says, 'en')}.`)
  return secret.value
}
