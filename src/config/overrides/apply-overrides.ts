import { createHash } from 'node:crypto'
import type { AnyText } from '../../messages/localized.ts'
import { checkTree } from '../check-tree.ts'
import type { ConfigFile } from '../config-file.ts'
import { readKey, spellKey } from '../key-paths.ts'
import { isTable, valueAt } from '../problems/problems.ts'
import { listsToTables, schemaNodeAt, tablesToLists } from '../schema/schema-tree.ts'
import { configWarnings } from '../warning-messages.ts'
import type { Override, Overrides } from './override-file.ts'

type CheckedTree = ReturnType<typeof checkTree>

/**
 * The overrides applied to a valid file. An override is dropped with a warning if the file changed after it was set, or
 * if it no longer fits the file.
 */
export function applyOverrides(file: ConfigFile, env: NodeJS.ProcessEnv, overrides: Overrides) {
  const { current, outdated } = dropOutdated(file.tree(), overrides)
  const outdatedWarnings = outdated.map((key) => configWarnings.fileIsNewer(key))
  const all = checkWithOverrides(file, env, current)
  if (isValid(all)) return { ...all, overrides: current, warnings: [...all.warnings, ...outdatedWarnings] }

  let [accepted, tree]: [Overrides, CheckedTree] = [new Map(), checkWithOverrides(file, env, new Map())]
  const rejectedWarnings: AnyText[] = []
  for (const unit of new Set([...current.keys()].map((key) => spellKey(unitOf(key))))) {
    const more = new Map([...accepted, ...[...current].filter(([key]) => spellKey(unitOf(key)) === unit)])
    const tried = checkWithOverrides(file, env, more)
    if (isValid(tried)) [accepted, tree] = [more, tried]
    else {
      rejectedWarnings.push(configWarnings.overridesLeftOut(unit, tried.problems[0]?.says ?? ''))
    }
  }
  if (!isValid(tree)) throw new Error('the file must be valid without overrides')
  return { ...tree, overrides: accepted, warnings: [...tree.warnings, ...outdatedWarnings, ...rejectedWarnings] }
}

/** The problems and warnings of the file with these overrides. */
export function checkWithOverrides(
  { path, mode, tree }: ConfigFile,
  env: NodeJS.ProcessEnv,
  overrides: Overrides,
): CheckedTree {
  const values = new Set([...overrides.values()].map(({ value }) => value))
  const merged = tablesToLists(mergeOverrides(tree(), overrides)) as Record<string, unknown>
  return checkTree(merged, { file: path, mode, env, isElsewhere: (text) => values.has(text) })
}

function isValid(tree: CheckedTree): tree is CheckedTree & { checked: NonNullable<CheckedTree['checked']> } {
  return tree.checked !== undefined && tree.problems.length === 0
}

/** A hash of the value at a path, to notice later that it changed. It does not reveal secrets. */
export function hashAt(tree: unknown, path: readonly string[]): string | null {
  const value = valueAt(tree, path)
  return value === undefined ? null : createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}

/** The later change wins: an override is outdated when the value of its key in the file has changed since. */
export function dropOutdated(raw: unknown, overrides: Overrides): { current: Overrides; outdated: string[] } {
  const tree = listsToTables(raw)
  const isOutdated = ([key, { file }]: [string, Override]) => hashAt(tree, readKey(key) ?? []) !== file
  return {
    current: new Map([...overrides].filter((entry) => !isOutdated(entry))),
    outdated: [...overrides].filter(isOutdated).map(([key]) => key),
  }
}

/** The tree with the overrides in it, and with lists as tables, where `false` stands for an entry that is left out. */
export function mergeOverrides(raw: unknown, overrides: Overrides): unknown {
  let tree = listsToTables(raw)
  for (const [key, { value }] of overrides) tree = withValue(tree, readKey(key) ?? [], value)
  return tree
}

/** Overrides of one entry are accepted or rejected together; a key outside of entries is a unit of its own. */
function unitOf(key: string): string[] {
  const path = readKey(key) ?? []
  const at = path.findIndex((_, index) => schemaNodeAt(path.slice(0, index))?.kind === 'entries')
  return at < 0 ? path : path.slice(0, at + 1)
}

function withValue(tree: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const { [name]: before, ...others } = isTable(tree) ? tree : {}
  if (rest.length === 0 && value === null) return others
  return { ...(isTable(tree) ? tree : {}), [name]: withValue(before, rest, value) }
}
