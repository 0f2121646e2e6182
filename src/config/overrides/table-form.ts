import type { AnyText } from '../../messages/localized.ts'
import { type FormKey, formKey } from '../form.ts'
import { descriptionAt } from '../key-descriptions.ts'
import { ANY, spellKey } from '../key-paths.ts'
import { isTable, valueAt } from '../problems/problems.ts'
import { type Entries, entriesIn, keysOfEntry, schemaNodeAt } from '../schema/schema-tree.ts'
import type { Sourced } from '../sources.ts'
import { differsAt, type SavedConfig, sourcedAt, sourcesOf } from './saved-config.ts'

/** What the form of a new table asks for. */
type NewTable = Pick<FormTable, 'name' | 'isNumbered' | 'titleKey' | 'asks'>

/** Tables of one shape, each with a name of its own or in a list, and what it takes to add one more. */
export interface FormTable {
  /** As the file spells it: `mcp`, `mcp.calendar.env`. */
  name: string
  /** The description of the table. */
  note: AnyText
  /** Whether the tables have no names. */
  isNumbered: boolean
  /** The key that holds the name of each table, if the name is one of its keys. */
  titleKey?: string
  /** The keys of a new table, named relative to it. */
  asks: (FormKey & { sourced: Sourced; isNeeded: boolean })[]
  /** Lists inside each of the tables. */
  lists: NewTable[]
  entries: FormEntry[]
}

export interface FormEntry {
  /** The name within the table. */
  title: string
  /** The full name. */
  name: string
  /** Whether it is in the file or was added on the page. */
  isInFile: boolean
  /** Whether it is in the file but was disabled on the page. */
  isLeftOut: boolean
  /** Whether a restart would change it. */
  isWaiting: boolean
  keys: (FormKey & { sourced: Sourced; isWaiting: boolean })[]
  tables: FormTable[]
}

/** All tables that people name themselves, as they are saved. */
export function formTables(saved: SavedConfig, running: SavedConfig): FormTable[] {
  return entriesIn().map((path) => tableAt(path, saved, running))
}

/**
 * What the plain list of keys does not show: overrides from the page, and the keys of tables that people name
 * themselves.
 */
export function listOverridesAndTables(saved: SavedConfig): Record<string, Sourced> {
  const overrides = Object.entries(sourcesOf(saved)).filter(([, { source }]) => source === 'page')
  return Object.fromEntries([...overrides, ...formTables(saved, saved).flatMap(setKeysIn)].map(inOneLine))
}

function setKeysIn({ entries }: FormTable): [string, Sourced][] {
  return entries.flatMap(({ name, isLeftOut, keys, tables }): [string, Sourced][] => {
    if (isLeftOut) return [[name, { value: 'left out', source: 'page' }]]
    const set = keys.filter(({ sourced }) => sourced.source !== 'default')
    return [...set.map((key): [string, Sourced] => [key.name, key.sourced]), ...tables.flatMap(setKeysIn)]
  })
}

function inOneLine([name, sourced]: [string, Sourced]): [string, Sourced] {
  const { value } = sourced
  return [name, { ...sourced, value: typeof value === 'string' ? value.replaceAll('\n', ', ') : value }]
}

function tableAt(path: string[], saved: SavedConfig, running: SavedConfig): FormTable {
  const place = schemaNodeAt(path)
  if (place?.kind !== 'entries') throw new Error(`${spellKey(path)} has no entries`)
  const [inFile, merged] = [tableIn(saved.file, path), tableIn(saved.merged, path)]
  const titles = [...new Set([...Object.keys(inFile), ...Object.keys(merged)])]
  return {
    ...newTable(place, path, spellKey(path)),
    note: descriptionAt(path),
    lists: listsOf(place).map(([name, inner]) => newTable(inner, [...path, ANY, name], name)),
    entries: titles.map((title) => {
      const at = [...path, title]
      return {
        title,
        name: spellKey(at),
        isInFile: Object.hasOwn(inFile, title),
        isLeftOut: merged[title] === false,
        isWaiting: differsAt(saved, running, at),
        keys: keysOfEntry(place).map((key) => {
          const keyPath = [...at, ...key.name.split('.')]
          const sourced = sourcedAt(saved, keyPath, key)
          return { ...formKey(key, keyPath, spellKey(keyPath)), sourced, isWaiting: differsAt(saved, running, keyPath) }
        }),
        tables: listsOf(place).map(([name]) => tableAt([...at, name], saved, running)),
      }
    }),
  }
}

function newTable(place: Entries, path: string[], name: string): NewTable {
  const asks = keysOfEntry(place).map((key) => {
    const usual = key.check.safeParse(undefined)
    const value = Array.isArray(usual.data) ? usual.data.join('\n') : ((usual.data ?? null) as Sourced['value'])
    return {
      ...formKey(key, [...path, ANY, ...key.name.split('.')]),
      sourced: { value, source: 'default' as const },
      isNeeded: !usual.success,
    }
  })
  const { naming } = place
  return { name, isNumbered: naming.by === 'number', ...(naming.by === 'key' && { titleKey: naming.key }), asks }
}

function listsOf({ entry }: Entries): [string, Entries][] {
  return entriesIn(entry).flatMap((path) => {
    const place = schemaNodeAt(path, entry)
    return place?.kind === 'entries' ? [[spellKey(path), place] as [string, Entries]] : []
  })
}

function tableIn(tree: unknown, path: string[]): Record<string, unknown> {
  const value = valueAt(tree, path)
  return isTable(value) ? value : {}
}
