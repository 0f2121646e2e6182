import { lstatSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { ConfigError } from '../domain/errors.ts'
import { camelKeys } from './camel-keys.ts'
import type { Config } from './config.ts'
import { keys, secretPaths } from './keys.ts'
import { isLoopback } from './loopback.ts'
import { mailProblems } from './mail-problems.ts'
import { nativeProblems } from './native-problems.ts'
import { defaultPaths } from './paths.ts'
import { isTable, type Problem, report, schemaProblems, valueAt } from './problems.ts'
import { scheduleProblems } from './schedule-problems.ts'
import { schema } from './schema.ts'
import { expandPath, isOpenToOthers, readSecret } from './secret.ts'

// Read once: to compile what reads it would take longer than the reading.
const once = { jitless: true }

/** Throws a ConfigError with one line per problem. Without a file at the default place the defaults hold. */
export function loadConfig(file: string | undefined, env: NodeJS.ProcessEnv): Config {
  const paths = defaultPaths(env)
  const place = file ?? paths.config
  const found = readText(place, file !== undefined || paths.configNamed)
  if (found === undefined) {
    return Object.freeze({
      ...camelKeys(schema.parse({}, once)),
      file: undefined,
      named: new Set<string>(),
      warnings: [],
    })
  }

  const raw = parseToml(place, found.text)
  const { problems, warnings } = followSecrets(raw, env, place, found.mode)
  const checked = schema.safeParse(raw, once)
  if (!checked.success) problems.push(...schemaProblems(checked.error.issues, raw))
  if (checked.data && checked.data.disk.full_mb > checked.data.disk.low_mb) {
    problems.push({ path: ['disk', 'full_mb'], says: 'disk.full_mb must be at most disk.low_mb' })
  }
  for (const key of ['url', 'model'] as const) {
    if (checked.data?.recall.vectors !== 'endpoint' || checked.data.recall[key] !== undefined) continue
    problems.push({ path: ['recall', 'vectors'], says: `recall.vectors = "endpoint" needs recall.${key} too` })
  }
  problems.push(...(checked.data ? talkProblems(checked.data.talk) : []))
  problems.push(...(checked.data ? mailProblems(checked.data.email) : []))
  problems.push(...(checked.data ? scheduleProblems(checked.data) : []))
  problems.push(...(checked.data ? nativeProblems(checked.data) : []))
  const bell = ['talk', 'webhook', 'secret']
  const isShort = (checked.data?.talk.webhook.secret?.length ?? SHORTEST_BELL) < SHORTEST_BELL
  if (isShort && !problems.some(({ path }) => path.join('.') === bell.join('.'))) {
    const says = `talk.webhook.secret must have at least ${SHORTEST_BELL} characters, as "occ talk:bot:install" wants them`
    problems.push({ path: bell, says })
  }
  if (checked.data?.telegram.local_server && !isLoopback(checked.data.telegram.api_root)) {
    const says = 'telegram.local_server needs telegram.api_root at this machine, such as "http://127.0.0.1:8081"'
    problems.push({ path: ['telegram', 'local_server'], says })
  }
  const folder = checked.data?.brain.claude.config_dir
  if (folder !== undefined && !canBeFolder(expandPath(folder, env, dirname(place)))) {
    problems.push({ path: ['brain', 'claude', 'config_dir'], says: 'brain.claude.config_dir is not a folder' })
  }
  if (!checked.success || problems.length > 0) throw new ConfigError(report(place, found.text, problems))

  const { claude } = checked.data.brain
  if (claude.config_dir) claude.config_dir = expandPath(claude.config_dir, env, dirname(place))
  const named = new Set(keys.map(({ name }) => name).filter((name) => valueAt(raw, name.split('.')) !== undefined))
  return Object.freeze({ ...camelKeys(checked.data), file: place, named, warnings: Object.freeze(warnings) })
}

/** A shorter one could be guessed by whoever reaches the port. */
const SHORTEST_BELL = 40

/** The three that belong together, and an address that shows the password to nobody on the way. */
function talkProblems(talk: {
  url?: string | undefined
  user?: string | undefined
  password?: string | undefined
}): Problem[] {
  const together = ['url', 'user', 'password'] as const
  const missing = together.filter((key) => talk[key] === undefined)
  if (missing.length === together.length) return []
  const gaps = missing.map((key) => ({
    path: ['talk', key],
    says: `talk.${key} is missing; url, user and password belong together`,
  }))
  const isOpen = talk.url !== undefined && new URL(talk.url).protocol === 'http:' && !isLoopback(talk.url)
  const says = 'talk.url must begin with https, or everybody on the way could read the password'
  return isOpen ? [...gaps, { path: ['talk', 'url'], says }] : gaps
}

/** What is not there yet will be made; a file or a link to nowhere is in the way. */
function canBeFolder(path: string): boolean {
  try {
    const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined
    return !isThere || statSync(path).isDirectory()
  } catch {
    return false
  }
}

function readText(file: string, named: boolean): { text: string; mode: number } | undefined {
  try {
    const stat = statSync(file)
    if (!stat.isFile()) throw new ConfigError(`${file} is not a plain file; name the TOML file itself`)
    if (stat.size > 1_048_576) throw new ConfigError(`${file} is over 1 MB; that is no configuration of ours`)
    return { text: decode(file, readFileSync(file)), mode: stat.mode }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && !named) return undefined
    const says =
      code === 'ENOENT' ? 'is not there; create it or leave it unnamed for the defaults' : `cannot be read (${code})`
    throw new ConfigError(`${file} ${says}`, { cause: error })
  }
}

// Also drops the byte order mark that some editors put in front.
function decode(file: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new ConfigError(`${file} is not UTF-8 text; save it as UTF-8`, { cause: error })
  }
}

/** Throws a ConfigError that quotes nothing of the file. */
export function parseToml(file: string, text: string): Record<string, unknown> {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    // Its full message quotes the lines around the mistake, and one of them may hold a secret.
    const says = (error.message.split('\n')[0] ?? '').replace('Invalid TOML document: ', '')
    throw new ConfigError(`${file} line ${error.line} column ${error.column}: not valid TOML: ${says}`)
  }
}

/** Puts the secret in the place of `env:` and `file:` before the schema looks. */
function followSecrets(raw: Record<string, unknown>, env: NodeJS.ProcessEnv, file: string, mode: number) {
  const problems: Problem[] = []
  const warnings: string[] = []
  for (const path of secretPaths(raw)) {
    const name = path.join('.')
    const parent = valueAt(raw, path.slice(0, -1))
    const leaf = path.at(-1) ?? ''
    const text = isTable(parent) ? parent[leaf] : undefined
    if (!isTable(parent) || typeof text !== 'string') continue
    const secret = readSecret(text, env, dirname(file))
    if ('says' in secret) problems.push({ path, says: `${name} ${secret.says}` })
    else if (secret.warning) warnings.push(`${name} ${secret.warning}`)
    else if (secret.value === text && isOpenToOthers(mode)) {
      warnings.push(`${name} is in ${file}, which other users can read; chmod 600 ${file}`)
    }
    parent[leaf] = 'value' in secret ? secret.value : 'unreadable'
  }
  return { problems, warnings }
}
