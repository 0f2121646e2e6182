// The setup edits the configuration as text. Where the file cannot be changed, that is the text of the whole saved
// configuration, and each key in which the edited text differs from the file becomes an override.
import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'smol-toml'
import { ConfigError } from '../../domain/errors.ts'
import { findConfigFile, parseToml } from '../config-file.ts'
import type { ConfigDraft, ConfigPlace } from '../config-place.ts'
import { readKey, spellKey } from '../key-paths.ts'
import { checkConfig } from '../load.ts'
import { isTable, report } from '../problems/problems.ts'
import { listsToTables, schemaNodeAt, tablesToLists } from '../schema/schema-tree.ts'
import { checkWithOverrides, dropOutdated, hashAt, mergeOverrides } from './apply-overrides.ts'
import { type Overrides, readOverrides, saveOverrides } from './override-file.ts'

/** The file with the overrides in it, as text without its comments. Throws a ConfigError if the file is not valid. */
export function overriddenText(place: ConfigPlace): string {
  const { file, accepted } = readSaved(place)
  return stringify(tablesToLists(mergeOverrides(file.tree(), accepted)))
}

/** Throws a ConfigError and saves nothing if the text is not a valid configuration. */
export function draftOverrides(place: ConfigPlace, edited: string): ConfigDraft {
  const { file, accepted, rejected } = readSaved(place)
  const raw = listsToTables(file.tree())
  const rows = differences(raw, listsToTables(parseToml(place.file, edited)), [])
  const wanted: Overrides = new Map(
    rows.map(([path, value]) => [spellKey(path), { value, file: hashAt(raw, path) }] as const),
  )
  const { problems } = checkWithOverrides(file, place.env, wanted)
  if (problems.length > 0) throw new ConfigError(report(place.file, '', problems))
  // What did not fit stays for the person to correct, unless the setup has just set the same table again.
  const tables = new Set([...wanted.keys()].filter((key) => !accepted.has(key)).map(tableOf))
  const others = [...rejected].filter(([key]) => !tables.has(tableOf(key)))
  return {
    config: checkConfig(file, place.env, wanted),
    commit() {
      saveOverrides(place.dataDir, new Map([...others, ...wanted]))
      return undefined
    },
  }
}

function readSaved({ file: path, dataDir, env }: ConfigPlace) {
  // A damaged file must not be overwritten.
  const { overrides, problem } = readOverrides(dataDir)
  if (problem !== undefined) throw new ConfigError(problem)
  const file = findConfigFile(path)
  const { current } = dropOutdated(file.tree(), overrides)
  const { overrides: accepted } = checkConfig(file, env, current)
  return { file, accepted, rejected: [...current].filter(([key]) => !accepted.has(key)) }
}

type Row = [path: string[], value: unknown]

/** The keys that differ: with their new value, `null` for a key that was removed and `false` for such an entry. */
function differences(before: unknown, after: unknown, path: string[]): Row[] {
  if (isDeepStrictEqual(plain(before), plain(after))) return []
  const node = schemaNodeAt(path)
  const isTableWithKeys = node !== undefined && node.kind !== 'key' && isTable(after)
  if (!isTableWithKeys) return [[path, after ?? removedValue(path)]]
  const [old, edited] = [isTable(before) ? before : {}, after]
  const names = new Set([...Object.keys(old), ...Object.keys(edited)])
  return [...names].flatMap((name) => differences(old[name], edited[name], [...path, name]))
}

function removedValue(path: string[]): unknown {
  return schemaNodeAt(path.slice(0, -1))?.kind === 'entries' ? false : null
}

function tableOf(key: string): string {
  return spellKey((readKey(key) ?? []).slice(0, -1))
}

/** JSON drops the parser's own classes, which would make equal values look different. */
function plain(tree: unknown): unknown {
  return tree === undefined ? undefined : JSON.parse(JSON.stringify(tree))
}
