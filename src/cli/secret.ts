import type { Command } from 'commander'
import { configMessages } from '../config/config-messages.ts'
import { checkSecret } from '../config/secret.ts'
import { storedSecretUses } from '../config/secrets/secret-uses.ts'
import {
  changeStoredSecrets,
  isSecretName,
  readStoredSecrets,
  type StoredSecrets,
} from '../config/secrets/stored-secrets.ts'
import { ConfigError, UsageError } from '../domain/errors.ts'
import { nearestWord } from '../lib/text/text-matching.ts'
import { textIn } from '../messages/localized.ts'
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
      const isNew = !stored(env).has(name)
      const value = checked(await readValue(name))
      changeStoredSecrets(env, (secrets) => secrets.set(name, value))
      const keys = usesOf(globals, env).get(name) ?? []
      if (globals.json) return console.log(toJson({ name, isNew, keys }))
      console.log(`${isNew ? 'Saved' : 'Replaced'} ${name}.`)
      if (keys.length === 0) console.log(`Refer to it in the configuration with "secret:${name}".`)
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
