import { lstatSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { AnyText } from '../messages/localized.ts'
import { configMessages } from './config-messages.ts'
import { secretPaths } from './key-paths.ts'
import { talkProblems, telegramProblems, webProblems } from './problems/channel-problems.ts'
import { mailProblems } from './problems/mail-problems.ts'
import { nativeProblems } from './problems/native-problems.ts'
import { isTable, type KeyProblem, schemaProblems, valueAt } from './problems/problems.ts'
import { scheduleProblems } from './problems/schedule-problems.ts'
import { schema } from './schema/schema.ts'
import { expandPath, isFromEnvironment, isOpenToOthers, readSecret } from './secret.ts'
import { configWarnings } from './warning-messages.ts'

type Checked = ReturnType<typeof schema.parse>

// The schema is used once per start, and compiling it would take longer than interpreting it once.
const parseOptions = { jitless: true }

/** The file that a tree was read from. */
export interface TreeOrigin {
  file: string
  /** The file mode, which says who can read it. */
  mode: number
  env: NodeJS.ProcessEnv
  /** Whether a secret comes from somewhere else than the file. */
  isElsewhere?(secret: string): boolean
}

/** All problems and warnings of a tree. Changes the tree: references to secrets are replaced by the secrets. */
export function checkTree(raw: Record<string, unknown>, origin: TreeOrigin) {
  const { problems, warnings, fromEnvironment } = resolveSecrets(raw, origin)
  const result = schema.safeParse(raw, parseOptions)
  if (result.success) {
    // A secret that could not be read is a problem already; its placeholder needs no second one.
    const known = new Set(problems.map(({ path }) => path.join('.')))
    problems.push(...combinedProblems(result.data, origin).filter(({ path }) => !known.has(path.join('.'))))
  } else problems.push(...schemaProblems(result.error.issues, raw))
  return { problems, warnings, fromEnvironment, checked: result.data }
}

/** A shorter token could be guessed. */
const MIN_TOKEN_CHARS = 16

/** Problems that show only when several keys are looked at together, or when a secret was read. */
function combinedProblems(checked: Checked, { file, env }: TreeOrigin): KeyProblem[] {
  const { disk, recall, brain, metrics } = checked
  const problems: KeyProblem[] = []
  if (disk.full_mb > disk.low_mb) {
    problems.push({ path: ['disk', 'full_mb'], says: configMessages.atMost('disk.full_mb', 'disk.low_mb') })
  }
  if (metrics.token !== undefined && metrics.token.length < MIN_TOKEN_CHARS) {
    problems.push({ path: ['metrics', 'token'], says: configMessages.shortMetricsToken(MIN_TOKEN_CHARS) })
  }
  for (const key of ['url', 'model'] as const) {
    if (recall.vectors !== 'endpoint' || recall[key] !== undefined) continue
    problems.push({ path: ['recall', 'vectors'], says: configMessages.vectorsNeed(`recall.${key}`) })
  }
  const folder = brain.claude.config_dir
  if (folder !== undefined && !canBeFolder(expandPath(folder, env, dirname(file)))) {
    problems.push({
      path: ['brain', 'claude', 'config_dir'],
      says: configMessages.notFolder('brain.claude.config_dir'),
    })
  }
  return [
    ...problems,
    ...talkProblems(checked.talk),
    ...webProblems(checked.web),
    ...telegramProblems(checked.telegram),
    ...mailProblems(checked.email),
    ...scheduleProblems(checked),
    ...nativeProblems(checked),
  ]
}

/** A missing folder will be created. A file or a dangling link is in the way. */
function canBeFolder(path: string): boolean {
  try {
    const exists = lstatSync(path, { throwIfNoEntry: false }) !== undefined
    return !exists || statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Replaces `env:`, `file:` and `secret:` by the secret before the schema checks the tree. */
function resolveSecrets(raw: Record<string, unknown>, { file, mode, env, isElsewhere }: TreeOrigin) {
  const problems: KeyProblem[] = []
  const warnings: AnyText[] = []
  const fromEnvironment = new Set<string>()
  for (const path of secretPaths(raw)) {
    const name = path.join('.')
    const parent = valueAt(raw, path.slice(0, -1))
    const leaf = path.at(-1) ?? ''
    const text = isTable(parent) ? parent[leaf] : undefined
    if (!isTable(parent) || typeof text !== 'string') continue
    const secret = readSecret(text, env, dirname(file))
    if ('says' in secret) problems.push({ path, says: configMessages.problemOf(name, secret.says) })
    else if (secret.openFile !== undefined) warnings.push(configWarnings.openSecret(name, secret.openFile))
    else if (secret.value === text && isOpenToOthers(mode) && !isElsewhere?.(text)) {
      warnings.push(configWarnings.openSecret(name, file))
    }
    if (isFromEnvironment(text)) fromEnvironment.add(name)
    parent[leaf] = 'value' in secret ? secret.value : 'unreadable'
  }
  return { problems, warnings, fromEnvironment }
}
