import type { FormKey } from '../form.ts'
import { expectedOf, kindOf } from '../key-kind.ts'
import { spellKey } from '../key-path.ts'
import { isTable, valueAt } from '../problems/problems.ts'
import type { Sourced } from '../sources.ts'
import { differsAt, type Saved, sourcedAt } from './saved.ts'
import { entriesIn, keysOfEntry, type Place, placeAt } from './schema-tree.ts'

/** What a new table is asked for. */
type AskedTable = Pick<FormTable, 'name' | 'isNumbered' | 'titleKey' | 'asks'>

/** Tables of one shape, each under a name of its own or in a list, with what is to be known to fill in one more. */
export interface FormTable {
  /** As the file spells it: `mcp`, `mcp.calendar.env`. */
  name: string
  /** Where they have no names. */
  isNumbered: boolean
  /** The key that holds the name of each, where that is one of its keys. */
  titleKey?: string
  /** What a new one is asked for; their names begin at the entry. */
  asks: (FormKey & { sourced: Sourced; isNeeded: boolean })[]
  /** Lists that each of them has. */
  lists: AskedTable[]
  entries: FormEntry[]
}

export interface FormEntry {
  /** What it is called among the others. */
  title: string
  name: string
  /** Whether the file has it, or it was added here. */
  isInFile: boolean
  /** The file has it, and it was left out here. */
  isLeftOut: boolean
  /** Whether it changes with the next start. */
  isWaiting: boolean
  keys: (FormKey & { sourced: Sourced; isWaiting: boolean })[]
  tables: FormTable[]
}

/** All of them, as they stand in what was saved. */
export function formTables(saved: Saved, running: Saved): FormTable[] {
  return entriesIn().map((path) => tableAt(path, saved, running))
}

function tableAt(path: string[], saved: Saved, running: Saved): FormTable {
  const place = placeAt(path)
  if (place?.kind !== 'entries') throw new Error(`${spellKey(path)} has no entries`)
  const [inFile, whole] = [tableIn(saved.file, path), tableIn(saved.whole, path)]
  const titles = [...new Set([...Object.keys(inFile), ...Object.keys(whole)])]
  return {
    ...asked(place, spellKey(path)),
    lists: listsOf(place).map(([name, inner]) => asked(inner, name)),
    entries: titles.map((title) => {
      const at = [...path, title]
      return {
        title,
        name: spellKey(at),
        isInFile: Object.hasOwn(inFile, title),
        isLeftOut: whole[title] === false,
        isWaiting: differsAt(saved, running, at),
        keys: keysOfEntry(place).map((key) => {
          const keyPath = [...at, ...key.name.split('.')]
          const sourced = sourcedAt(saved, keyPath, key)
          return { ...formKeyOf(key, spellKey(keyPath)), sourced, isWaiting: differsAt(saved, running, keyPath) }
        }),
        tables: listsOf(place).map(([name]) => tableAt([...at, name], saved, running)),
      }
    }),
  }
}

type Entries = Extract<Place, { kind: 'entries' }>

function asked(place: Entries, name: string): AskedTable {
  const asks = keysOfEntry(place).map((key) => {
    const usual = key.check.safeParse(undefined)
    const value = Array.isArray(usual.data) ? usual.data.join('\n') : ((usual.data ?? null) as Sourced['value'])
    return { ...formKeyOf(key, key.name), sourced: { value, source: 'default' as const }, isNeeded: !usual.success }
  })
  const { naming } = place
  return { name, isNumbered: naming.by === 'number', ...(naming.by === 'key' && { titleKey: naming.key }), asks }
}

/** What is called by one of its keys in a list is asked for that name as well. */
function listsOf({ entry }: Entries): [string, Entries][] {
  return entriesIn(entry).flatMap((path) => {
    const place = placeAt(path, entry)
    return place?.kind === 'entries' ? [[spellKey(path), place] as [string, Entries]] : []
  })
}

function formKeyOf(key: Parameters<typeof kindOf>[0], name: string): FormKey {
  return { ...kindOf(key), name, expected: expectedOf(key), isSecret: key.secret, isSettable: false }
}

function tableIn(tree: unknown, path: string[]): Record<string, unknown> {
  const value = valueAt(tree, path)
  return isTable(value) ? value : {}
}
