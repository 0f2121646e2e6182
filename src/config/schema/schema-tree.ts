import { z } from 'zod'
import { ANY, type ConfigKey, keyOf, leaves, unwrap } from '../key-paths.ts'
import { isTable } from '../problems/problems.ts'
import { schema } from './schema.ts'

/** What is at a place of the schema: a table, entries (tables of one shape) or a key. `note` is its description. */
export type SchemaNode = { note: string } & (
  | { kind: 'table'; parts: Record<string, z.ZodType> }
  | { kind: 'entries'; entry: z.ZodType; naming: Naming }
  | { kind: 'key'; key: ConfigKey }
)

export type Entries = Extract<SchemaNode, { kind: 'entries' }>

/** How entries are told apart: by the name of the table, by one of its keys, or by its position in the list. */
export type Naming = { by: 'table' } | { by: 'key'; key: string } | { by: 'number' }

export function schemaNodeAt(path: readonly string[], type: z.ZodType = schema): SchemaNode | undefined {
  let node = schemaNodeOf(type, [])
  for (const [depth, name] of path.entries()) {
    if (node.kind === 'key') return undefined
    if (node.kind === 'table' && !Object.hasOwn(node.parts, name)) return undefined
    const inner = node.kind === 'table' ? node.parts[name] : node.entry
    if (!inner) return undefined
    node = schemaNodeOf(inner, path.slice(0, depth + 1))
  }
  return node
}

export function schemaNodeOf(type: z.ZodType, path: readonly string[]): SchemaNode {
  const bare = unwrap(type)
  const note = type.description ?? ''
  if (bare instanceof z.ZodObject) return { kind: 'table', note, parts: bare.shape as Record<string, z.ZodType> }
  if (bare instanceof z.ZodRecord)
    return { kind: 'entries', note, entry: bare.valueType as z.ZodType, naming: { by: 'table' } }
  if (bare instanceof z.ZodArray) {
    const entry = bare.element as z.ZodType
    return { kind: 'entries', note, entry, naming: detectNaming(entry) }
  }
  return { kind: 'key', note, key: keyOf(type, path) }
}

/** Tables in a list are told apart by the name that each must have, otherwise by their number. */
function detectNaming(entry: z.ZodType): Naming {
  const key = ['name', 'model'].find((name) => {
    const check = entry instanceof z.ZodObject ? (entry.shape[name] as z.ZodType | undefined) : undefined
    return check !== undefined && !check.safeParse(undefined).success
  })
  return key === undefined ? { by: 'number' } : { by: 'key', key }
}

/** The keys of an entry, without its name and without the keys in lists of its own. */
export function keysOfEntry({ entry, naming }: Pick<Entries, 'entry' | 'naming'>): ConfigKey[] {
  const entryKeys = leaves(entry, []).filter(({ name }) => !name.split('.').includes(ANY))
  return naming.by === 'key' ? entryKeys.filter(({ name }) => name !== naming.key) : entryKeys
}

/** The paths under which people name tables themselves; entries inside other entries are not listed. */
export function entriesIn(type: z.ZodType = schema, path: string[] = []): string[][] {
  const node = schemaNodeOf(type, path)
  if (node.kind === 'entries') return [path]
  if (node.kind === 'key') return []
  return Object.entries(node.parts).flatMap(([name, inner]) => entriesIn(inner, [...path, name]))
}

/** The tree with every list of tables turned into a table, keyed by the name of each item or by its number from 1 on. */
export function listsToTables(tree: unknown, type: z.ZodType = schema): unknown {
  const node = schemaNodeOf(type, [])
  if (node.kind === 'entries' && Array.isArray(tree)) {
    const items = tree.map(
      (item, index) => [entryName(item, index, node.naming), listsToTables(item, node.entry)] as const,
    )
    return Object.fromEntries(items)
  }
  return mapTree(tree, node, listsToTables)
}

/** The inverse of listsToTables. Entries that are `false` are left out. */
export function tablesToLists(tree: unknown, type: z.ZodType = schema): unknown {
  const node = schemaNodeOf(type, [])
  if (node.kind !== 'entries' || !isTable(tree)) return mapTree(tree, node, tablesToLists)
  const { naming, entry } = node
  const items = Object.entries(tree)
    .filter(([, item]) => item !== false)
    .map(([name, item]) => [name, tablesToLists(item, entry)] as const)
  if (naming.by === 'table') return Object.fromEntries(items)
  return items.map(([name, item]) => (naming.by === 'key' && isTable(item) ? { [naming.key]: name, ...item } : item))
}

function mapTree(tree: unknown, node: SchemaNode, mapInner: (tree: unknown, type: z.ZodType) => unknown): unknown {
  if (!isTable(tree) || node.kind === 'key') return tree
  const typeOf = (name: string) =>
    node.kind === 'entries' ? node.entry : Object.hasOwn(node.parts, name) ? node.parts[name] : undefined
  return Object.fromEntries(
    Object.entries(tree).map(([name, inner]) => {
      const type = typeOf(name)
      return [name, type ? mapInner(inner, type) : inner]
    }),
  )
}

function entryName(item: unknown, index: number, naming: Naming): string {
  const name = naming.by === 'key' && isTable(item) ? item[naming.key] : undefined
  return typeof name === 'string' ? name : String(index + 1)
}
