import { lstatSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { secretPaths } from './keys.ts'
import { isLoopback } from './loopback.ts'
import { mailProblems } from './problems/mail-problems.ts'
import { nativeProblems } from './problems/native-problems.ts'
import { isTable, type Problem, schemaProblems, valueAt } from './problems/problems.ts'
import { scheduleProblems } from './problems/schedule-problems.ts'
import { webProblems } from './problems/web-problems.ts'
import { schema } from './schema.ts'
import { expandPath, isFromEnvironment, isOpenToOthers, readSecret } from './secret.ts'

// Read once: to compile what reads it would take longer than the reading.
const once = { jitless: true }

/** Where a tree was read from. */
export interface Origin {
  file: string
  /** Who can read it. */
  mode: number
  env: NodeJS.ProcessEnv
  /** Whether a secret stands elsewhere than in the file. */
  isElsewhere?(secret: string): boolean
}

/** Everything that is to be said of a tree. Secrets are put in the place of what names them: the tree is changed. */
export function checkTree(raw: Record<string, unknown>, origin: Origin) {
  const { file: place, env } = origin
  const { problems, warnings, fromEnvironment } = followSecrets(raw, origin)
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
  problems.push(...(checked.data ? webProblems(checked.data.web) : []))
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
  return { problems, warnings, fromEnvironment, checked: checked.data }
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

/** Puts the secret in the place of `env:` and `file:` before the schema looks. */
function followSecrets(raw: Record<string, unknown>, { file, mode, env, isElsewhere }: Origin) {
  const problems: Problem[] = []
  const warnings: string[] = []
  const fromEnvironment = new Set<string>()
  for (const path of secretPaths(raw)) {
    const name = path.join('.')
    const parent = valueAt(raw, path.slice(0, -1))
    const leaf = path.at(-1) ?? ''
    const text = isTable(parent) ? parent[leaf] : undefined
    if (!isTable(parent) || typeof text !== 'string') continue
    const secret = readSecret(text, env, dirname(file))
    if ('says' in secret) problems.push({ path, says: `${name} ${secret.says}` })
    else if (secret.warning) warnings.push(`${name} ${secret.warning}`)
    else if (secret.value === text && isOpenToOthers(mode) && !isElsewhere?.(text)) {
      warnings.push(`${name} is in ${file}, which other users can read; chmod 600 ${file}`)
    }
    if (isFromEnvironment(text)) fromEnvironment.add(name)
    parent[leaf] = 'value' in secret ? secret.value : 'unreadable'
  }
  return { problems, warnings, fromEnvironment }
}
