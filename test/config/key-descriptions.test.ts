import { expect, test } from 'vitest'
import type { z } from 'zod'
import { descriptionAt, germanDescriptions } from '../../src/config/key-descriptions.ts'
import { ANY } from '../../src/config/key-paths.ts'
import { schema } from '../../src/config/schema/schema.ts'
import { schemaNodeAt, schemaNodeOf } from '../../src/config/schema/schema-tree.ts'

const described = placesIn(schema, []).filter((path) => schemaNodeAt(path)?.note !== '')

test('every key and table is described in German, and nothing else is', () => {
  const inSchema = described.map((path) => path.filter((name) => name !== ANY).join('.'))
  expect(pathsIn(germanDescriptions, []).toSorted()).toEqual(inSchema.toSorted())
})

test('a description has both languages, also in a table that people name', () => {
  const whole = { en: expect.any(String), de: expect.stringMatching(/^[A-ZÄÖÜ"].{5,}[./]$/s) }
  expect(described.map(descriptionAt)).toEqual(described.map(() => whole))
  expect(descriptionAt(['mcp', 'calendar', 'env', 'TOKEN', 'value'])).toEqual({ en: 'Its value.', de: 'Ihr Wert.' })
})

/** The paths of all keys and tables. A star stands for a name that people choose. */
function placesIn(type: z.ZodType, path: string[]): string[][] {
  const node = schemaNodeOf(type, path)
  const own = path.length > 0 && path.at(-1) !== ANY ? [path] : []
  if (node.kind === 'key') return own
  const inner = node.kind === 'entries' ? { [ANY]: node.entry } : node.parts
  return [...own, ...Object.entries(inner).flatMap(([name, part]) => placesIn(part, [...path, name]))]
}

/** The paths in the German tree, where a table has its own text under `note`. */
function pathsIn(tree: typeof germanDescriptions, path: string[]): string[] {
  return Object.entries(tree).flatMap(([name, inner]) => {
    if (typeof inner !== 'string') return pathsIn(inner, [...path, name])
    return [(name === 'note' ? path : [...path, name]).join('.')]
  })
}
