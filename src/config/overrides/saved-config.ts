import { isDeepStrictEqual } from 'node:util'
import type { ShownValue } from '../config.ts'
import { type ConfigKey, keys, spellKey } from '../key-paths.ts'
import { valueAt } from '../problems/problems.ts'
import { listsToTables } from '../schema/schema-tree.ts'
import { isFromEnvironment } from '../secret.ts'
import type { Sourced, WrittenSource } from '../sources.ts'
import { mergeOverrides } from './apply-overrides.ts'
import type { Overrides } from './override-file.ts'

/** The configuration as the next start will read it: the file, and the overrides from the page. */
export interface SavedConfig {
  overrides: Overrides
  /** What the file says, with lists as tables: see `listsToTables`. */
  file: unknown
  /** The same with the overrides. */
  merged: unknown
}

export function savedConfig(raw: unknown, overrides: Overrides): SavedConfig {
  return { overrides, file: listsToTables(raw), merged: mergeOverrides(raw, overrides) }
}

/** Whether a restart would change anything at this path. */
export function differsAt(saved: SavedConfig, running: SavedConfig, path: readonly string[]): boolean {
  return !isDeepStrictEqual(plainAt(saved.merged, path), plainAt(running.merged, path))
}

/** The value of a key and where it comes from. A secret shows only whether it is set, a list one item per line. */
export function sourcedAt({ overrides, file, merged }: SavedConfig, path: readonly string[], key: ConfigKey): Sourced {
  const written = writtenAt(file, path, key)
  if (!overrides.has(spellKey(path))) return written
  const value = shown(valueAt(merged, path), key)
  const canReset = written.source !== 'default' || key.check.safeParse(undefined).success
  return { value, source: 'page', ...(canReset && { otherwise: written }) }
}

/** Every key that is not in a table people name themselves. */
export function sourcesOf(saved: SavedConfig): Record<string, Sourced> {
  return Object.fromEntries(keys.map((key) => [key.name, sourcedAt(saved, key.name.split('.'), key)]))
}

function writtenAt(
  file: unknown,
  path: readonly string[],
  key: ConfigKey,
): { value: ShownValue; source: WrittenSource } {
  const value = valueAt(file, path)
  if (value === undefined) return { value: shown(key.check.safeParse(undefined).data, key), source: 'default' }
  const isElsewhere = key.secret && typeof value === 'string' && isFromEnvironment(value)
  return { value: shown(value, key), source: isElsewhere ? 'environment' : 'file' }
}

function shown(value: unknown, { secret }: ConfigKey): ShownValue {
  if (value === undefined) return null
  if (secret) return '(set)'
  return Array.isArray(value) ? value.join('\n') : (value as ShownValue)
}

// JSON drops the parser's own classes, which would make equal values look different.
function plainAt(tree: unknown, path: readonly string[]): unknown {
  const value = valueAt(tree, path)
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
