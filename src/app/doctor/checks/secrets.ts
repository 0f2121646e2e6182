import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Config, secretsOf } from '../../../config/config.ts'
import { machineKeyFile } from '../../../config/secrets/machine-key.ts'
import { storedSecretUses } from '../../../config/secrets/secret-uses.ts'
import { readStoredSecrets, storedSecretsFile } from '../../../config/secrets/stored-secrets.ts'
import { bad, check, configCheck, note, ok, shellCommand } from '../check.ts'
import { secretReferences } from '../secret-references.ts'
import { secretMessages as texts } from '../words/secret-messages.ts'

/** A file in a checkout is easily committed and pushed. */
const checkout = configCheck('secrets.checkout', texts.checkout, (_config, { configPath, env }) => {
  const files = secretReferences(configPath, env).flatMap(({ kind, file }) =>
    kind === 'value' || kind === 'file' ? [file] : [],
  )
  const inCheckout = [...new Set(files)].filter((file) => checkoutAround(dirname(file)) !== undefined)
  if (inCheckout.length === 0) return ok(texts.checkout.none)
  return note(texts.checkout.found(inCheckout), texts.checkout.move)
})

function checkoutAround(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder
  return dirname(folder) === folder ? undefined : checkoutAround(dirname(folder))
}

/** Runs even if the configuration cannot be read, because a missing secret may be the reason for that. */
const stored = check('secrets.stored', texts.stored, ({ configPath, dataDir, env }) => {
  const places = { ...env, SKEIN_DATA: dataDir }
  const found = readStoredSecrets(places)
  if ('problem' in found)
    return bad(found.problem, texts.stored.restore(storedSecretsFile(places), machineKeyFile(env)))
  const uses = storedUses({ configFile: configPath, dataDir }, env)
  const missing = [...uses].filter(([name]) => !found.secrets.has(name))
  if (missing.length > 0)
    return missing.map(([name, keys]) =>
      bad(texts.stored.missing(name, keys.join(', ')), shellCommand('skein', 'secret', 'set', name)),
    )
  return found.secrets.size === 0 ? undefined : ok(texts.stored.kept(found.secrets.size))
})

/** Empty if the configuration is not TOML at all, which is a finding of its own. */
function storedUses(...args: Parameters<typeof storedSecretUses>): ReturnType<typeof storedSecretUses> {
  try {
    return storedSecretUses(...args)
  } catch {
    return new Map()
  }
}

const backups = configCheck('secrets.backups', texts.backups, ({ backup }) => {
  if (!backup.secrets) return ok(texts.backups.without)
  if (backup.passphrase !== undefined || backup.recipient !== undefined) return ok(texts.backups.encrypted)
  return bad(texts.backups.open, texts.backups.encrypt)
})

const MIN_SECRET_CHARS = 8

/** The shortest secret that is removed from logs, as in lib/text/secrets.ts. */
const short = configCheck('secrets.short', texts.short, (config, { configPath, env }) => {
  const secrets = secretsOf(config)
  if (secrets.length === 0) return undefined
  const count = secrets.filter((secret) => secret.length < MIN_SECRET_CHARS).length
  const keys = secretReferences(configPath, env).map(({ key }) => key)
  return count === 0 ? ok(texts.short.none) : note(texts.short.found(count, MIN_SECRET_CHARS), texts.short.change(keys))
})

const addresses = configCheck('secrets.addresses', texts.addresses, (config) => {
  const hosts = stringsIn(config).flatMap((text) => (holdsSecret(text) ? [new URL(text).host] : []))
  return hosts.length === 0 ? ok(texts.addresses.none) : note(texts.addresses.found(hosts), texts.addresses.move)
})

function holdsSecret(text: string): boolean {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return false
  const { password, searchParams } = new URL(text)
  return password !== '' || [...searchParams.keys()].some((name) => /key|token|secret|passw/i.test(name))
}

/** Every user of the machine can read the arguments of every process. */
const commandLines = configCheck('secrets.command-lines', texts.commandLines, (config) => {
  const secrets = secretsOf(config).filter((secret) => secret.length >= MIN_SECRET_CHARS)
  const telling = commandsOf(config).filter((words) =>
    words.some((word) => isTelling(word) || secrets.some((secret) => word.includes(secret))),
  )
  const programs = telling.flatMap(([program]) => program ?? [])
  return programs.length === 0
    ? ok(texts.commandLines.none)
    : bad(texts.commandLines.found(programs), texts.commandLines.move)
})

/** Such as --api-key=… */
function isTelling(word: string): boolean {
  return /^-{1,2}[\w-]*(?:key|token|secret|password)=./i.test(word)
}

function commandsOf({ mcp, backup, web, telegram, talk }: Config): (readonly string[])[] {
  const servers = Object.values(mcp).flatMap(({ command }) => (command ? [command] : []))
  return [...servers, backup.command, ...[web, telegram, talk].map(({ voice }) => voice.command)]
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || value instanceof Map || value instanceof Set) return []
  return Object.values(value).flatMap(stringsIn)
}

export const secretChecks = [checkout, stored, backups, short, addresses, commandLines]
