import { z } from 'zod'
import { type Key, leaves, unwrap } from '../keys.ts'
import { isTable } from '../problems/problems.ts'
import { schema } from '../schema.ts'

/** What stands at a place of the schema: a table, entries of one shape, or a key. */
export type Place =
  | { kind: 'table'; parts: Record<string, z.ZodType> }
  | { kind: 'entries'; entry: z.ZodType; naming: Naming }
  | { kind: 'key'; key: Key }

/** By what an entry is told from the others: the name of its table, one of its keys, or its place in the list. */
export type Naming = { by: 'table' } | { by: 'key'; key: string } | { by: 'number' }

export function placeAt(path: readonly string[], type: z.ZodType = schema): Place | undefined {
  let place = placeOf(type, [])
  for (const [at, name] of path.entries()) {
    if (place.kind === 'key') return undefined
    if (place.kind === 'table' && !Object.hasOwn(place.parts, name)) return undefined
    const inner = place.kind === 'table' ? place.parts[name] : place.entry
    if (!inner) return undefined
    place = placeOf(inner, path.slice(0, at + 1))
  }
  return place
}

function placeOf(type: z.ZodType, path: readonly string[]): Place {
  const bare = unwrap(type)
  if (bare instanceof z.ZodObject) return { kind: 'table', parts: bare.shape as Record<string, z.ZodType> }
  if (bare instanceof z.ZodRecord)
    return { kind: 'entries', entry: bare.valueType as z.ZodType, naming: { by: 'table' } }
  if (bare instanceof z.ZodArray) {
    const entry = bare.element as z.ZodType
    return { kind: 'entries', entry, naming: namingIn(entry) }
  }
  return { kind: 'key', key: { name: path.join('.'), check: type, secret: bare.meta()?.secret === true } }
}

/** Of tables in a list: by the name that each must have, or by its number. */
function namingIn(entry: z.ZodType): Naming {
  const key = ['name', 'model'].find((name) => {
    const check = entry instanceof z.ZodObject ? (entry.shape[name] as z.ZodType | undefined) : undefined
    return check !== undefined && !check.safeParse(undefined).success
  })
  return key === undefined ? { by: 'number' } : { by: 'key', key }
}

/** The keys of an entry, its name and what is in lists of its own left out. */
export function keysOfEntry({ entry, naming }: { entry: z.ZodType; naming: Naming }): Key[] {
  const own = leaves(entry, []).filter(({ name }) => !name.split('.').includes('*'))
  return naming.by === 'key' ? own.filter(({ name }) => name !== naming.key) : own
}

/** The paths under which people name tables themselves, as far as one is not inside another. */
export function entriesIn(type: z.ZodType = schema, path: string[] = []): string[][] {
  const place = placeOf(type, path)
  if (place.kind === 'entries') return [path]
  if (place.kind === 'key') return []
  return Object.entries(place.parts).flatMap(([name, inner]) => entriesIn(inner, [...path, name]))
}

/** The tree with its lists of tables opened: what stands in one is found by its name or, from 1 on, its number. */
export function opened(tree: unknown, type: z.ZodType = schema): unknown {
  const place = placeOf(type, [])
  if (place.kind === 'entries' && Array.isArray(tree)) {
    const items = tree.map((item, index) => [nameIn(item, index, place.naming), opened(item, place.entry)] as const)
    return Object.fromEntries(items)
  }
  return mapped(tree, place, opened)
}

/** The way back, without the entries that are left out. */
export function closed(tree: unknown, type: z.ZodType = schema): unknown {
  const place = placeOf(type, [])
  if (place.kind !== 'entries' || !isTable(tree)) return mapped(tree, place, closed)
  const { naming, entry } = place
  const items = Object.entries(tree)
    .filter(([, item]) => item !== false)
    .map(([name, item]) => [name, closed(item, entry)] as const)
  if (naming.by === 'table') return Object.fromEntries(items)
  return items.map(([name, item]) => (naming.by === 'key' && isTable(item) ? { [naming.key]: name, ...item } : item))
}

function mapped(tree: unknown, place: Place, each: (tree: unknown, type: z.ZodType) => unknown): unknown {
  if (!isTable(tree) || place.kind === 'key') return tree
  const typeOf = (name: string) =>
    place.kind === 'entries' ? place.entry : Object.hasOwn(place.parts, name) ? place.parts[name] : undefined
  return Object.fromEntries(
    Object.entries(tree).map(([name, inner]) => {
      const type = typeOf(name)
      return [name, type ? each(inner, type) : inner]
    }),
  )
}

function nameIn(item: unknown, index: number, naming: Naming): string {
  const name = naming.by === 'key' && isTable(item) ? item[naming.key] : undefined
  return typeof name === 'string' ? name : String(index + 1)
}
