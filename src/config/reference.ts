import type { z } from 'zod'
import { ANY } from './key-paths.ts'
import { isTable } from './problems/problems.ts'
import { schema } from './schema/schema.ts'
import { type Entries, schemaNodeOf } from './schema/schema-tree.ts'

// The documentation of every key, generated from the descriptions in the schema.

const EXAMPLE_WIDTH = 120
/** Entries are indented by four characters. */
const ENTRY_WIDTH = EXAMPLE_WIDTH - 4

const header = `# Skein's configuration: ~/.config/skein/config.toml, or the file named by --config or SKEIN_CONFIG.
# This file is generated from the schema and lists every key with its default value. No key has to be set, and an unknown
# key is an error.
# Some keys can also be set while Skein runs; "skein config" shows every value and where it comes from. If a key is set in
# both ways, the later change wins.
# A secret is either the value itself, "env:NAME" for an environment variable, "file:path" for the content of a file, or
# "secret:NAME" for one that "skein secret set NAME" keeps.`

/** The text of config.example.toml: every key, commented out, with its default or an example value. */
export function exampleConfig(): string {
  return `${[header, '', ...tableLines(schema, [])].join('\n')}\n`
}

function tableLines(type: z.ZodType, path: string[]): string[] {
  const parts = partsOf(type)
  const keyParts = parts.filter(([, part]) => schemaNodeOf(part, []).kind === 'key')
  const inner = parts.filter(([, part]) => schemaNodeOf(part, []).kind !== 'key')
  return [
    ...(path.length === 0 ? [] : ['', ...wrap(type.description, '# '), `[${path.join('.')}]`]),
    ...keyParts.flatMap(([name, part]) => [...wrap(part.description, '# '), `# ${name} = ${toml(exampleOf(part))}`]),
    ...inner.flatMap(([name, part]) => {
      const node = schemaNodeOf(part, [])
      return node.kind === 'entries' ? entriesLines(part, node, [...path, name]) : tableLines(part, [...path, name])
    }),
  ]
}

/** Tables that people name themselves: their description, and one of them as an example. */
function entriesLines(type: z.ZodType, node: Entries, path: string[]): string[] {
  const { keysAs } = type.meta() ?? {}
  const [name, item] = firstEntry(exampleOf(type))
  const entryPath = node.naming.by === 'table' ? [...path, name] : path
  const lines = entryLines(node, item, entryPath, keysAs === undefined)
  return ['', ...wrap(type.description, '# '), ...lines.map((line) => `#   ${line}`)]
}

/** The keys of the example item are shown plain; all other keys, if wanted, are commented out once more. */
function entryLines({ entry, naming }: Entries, item: unknown, path: string[], withAll: boolean): string[] {
  const title = naming.by === 'table' ? `[${path.join('.')}]` : `[[${path.join('.')}]]`
  const lists: string[] = []
  const keyLines = (type: z.ZodType, example: unknown, prefix: string): string[] =>
    partsOf(type).flatMap(([name, part]) => {
      const node = schemaNodeOf(part, [])
      const value = isTable(example) ? example[name] : undefined
      if (node.kind === 'table') return keyLines(part, value, `${prefix}${name}.`)
      if (node.kind === 'entries') {
        if (withAll) lists.push(...wrap(node.note, '# ', ENTRY_WIDTH))
        if (Array.isArray(value)) lists.push(...entryLines(node, value[0], [...path, name], withAll))
        return []
      }
      const note = withAll ? wrap(node.note, '# ', ENTRY_WIDTH) : []
      if (value !== undefined) return [...note, `${prefix}${name} = ${toml(value)}`]
      return withAll ? [...note, `# ${prefix}${name} = ${toml(exampleOf(part))}`] : []
    })
  return [title, ...keyLines(entry, item, ''), ...lists]
}

/** The help of "skein config": the keys that begin with `start`, with their defaults and descriptions. */
export function keyHelp(width: number, start = ''): string {
  const lines = helpLines(schema, [], start, width)
  return lines.length === 0 ? `No key begins with "${start}".` : lines.join('\n')
}

function helpLines(type: z.ZodType, path: string[], start: string, width: number): string[] {
  const node = schemaNodeOf(type, path)
  const name = path.join('.')
  const isSelected = path.length > 0 && (name === start || name.startsWith(start === '' ? '' : `${start}.`))
  const note = isSelected && node.note !== '' ? wrap(node.note, '      ', width) : []
  if (node.kind === 'key') {
    const defaultValue = type.meta()?.examples === undefined ? type.safeParse(undefined).data : undefined
    return isSelected
      ? [`  ${name}${defaultValue === undefined ? '' : ` (default: ${toml(defaultValue)})`}`, ...note]
      : []
  }
  const head = note.length > 0 ? [`  [${name}${node.kind === 'entries' ? `.${ANY}` : ''}]`, ...note] : []
  if (node.kind === 'table')
    return [...head, ...partsOf(type).flatMap(([part, inner]) => helpLines(inner, [...path, part], start, width))]
  return type.meta()?.keysAs === undefined ? [...head, ...helpLines(node.entry, [...path, ANY], start, width)] : head
}

function partsOf(type: z.ZodType): [string, z.ZodType][] {
  const node = schemaNodeOf(type, [])
  return node.kind === 'table' ? Object.entries(node.parts) : []
}

/** The example of a key, else its default. */
function exampleOf(type: z.ZodType): unknown {
  const { examples } = type.meta() ?? {}
  return Array.isArray(examples) ? examples[0] : type.safeParse(undefined).data
}

function firstEntry(example: unknown): [string, unknown] {
  if (Array.isArray(example)) return ['', example[0]]
  return (isTable(example) ? Object.entries(example)[0] : undefined) ?? ['', undefined]
}

function toml(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(toml).join(', ')}]` : JSON.stringify(value)
}

/** The text in lines of at most this width, each of which begins with `indent`. */
function wrap(text: string | undefined, indent: string, width = EXAMPLE_WIDTH): string[] {
  const lines: string[] = []
  for (const paragraph of text?.split('\n') ?? []) {
    let line = indent
    for (const word of paragraph.split(' ')) {
      const extended = line === indent ? indent + word : `${line} ${word}`
      if (extended.length > width && line !== indent) lines.push(line)
      line = extended.length > width ? indent + word : extended
    }
    lines.push(line)
  }
  return lines
}
