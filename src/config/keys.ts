import { z } from 'zod'
import { nearest } from '../lib/text/nearest.ts'
import { schema } from './schema.ts'

/** One key a person can write, as the file spells it: `brain.claude.api_key`. */
export interface Key {
  name: string
  check: z.ZodType
  secret: boolean
}

/** Stands in a path for the name that a person gave to a table, or the number of one in a list. */
const ANY = '*'

const everywhere: readonly Key[] = leaves(schema, [])

/** Every key of the schema, in its order; of tables that people name themselves there is none that everybody has. */
export const keys: readonly Key[] = everywhere.filter(({ name }) => !name.split('.').includes(ANY))

const secrets = everywhere.filter(({ secret }) => secret).map(({ name }) => name.split('.'))

/** Where a tree may hold a secret, in tables that people named as well. `spell` writes the parts of a key as the tree does. */
export function secretPaths(tree: unknown, spell = (part: string) => part): string[][] {
  return secrets.flatMap((path) => expand(tree, path, spell))
}

export function isSecret(path: readonly PropertyKey[]): boolean {
  return secrets.some((secret) => {
    return secret.length === path.length && secret.every((part, at) => part === ANY || part === String(path[at]))
  })
}

export function findKey(name: string): Key | undefined {
  return keys.find((key) => key.name === name)
}

/** The known key or table a person most likely meant; undefined when nothing is close. */
export function nearestKey(name: string): string | undefined {
  const last = name.slice(name.lastIndexOf('.') + 1)
  const moved = keys.filter((key) => key.name.endsWith(`.${last}`))
  // Of several the one that lies nearest, if it is one.
  const least = Math.min(...moved.map(depth))
  const likely = moved.filter((key) => depth(key) === least)
  if (likely.length === 1) return likely[0]?.name
  const known = new Set(keys.flatMap(({ name: key }) => [key, ...parents(key)]))
  return nearest(name, known, Math.max(2, last.length / 3))
}

function depth({ name }: Key): number {
  return parents(name).length
}

/** Every key of a type; what people name or number themselves is a star in its path. */
export function leaves(type: z.ZodType, path: string[]): Key[] {
  const bare = unwrap(type)
  if (bare instanceof z.ZodObject) {
    return Object.entries(bare.shape).flatMap(([name, inner]) => leaves(inner as z.ZodType, [...path, name]))
  }
  if (bare instanceof z.ZodRecord) return leaves(bare.valueType as z.ZodType, [...path, ANY])
  if (bare instanceof z.ZodArray) return leaves(bare.element as z.ZodType, [...path, ANY])
  return [{ name: path.join('.'), check: type, secret: bare.meta()?.secret === true }]
}

function expand(node: unknown, [part, ...rest]: string[], spell: (part: string) => string): string[][] {
  if (part === undefined) return [[]]
  const inner = typeof node === 'object' && node !== null ? (node as Record<string, unknown>) : {}
  const names = part === ANY ? Object.keys(inner) : [spell(part)]
  return names.flatMap((name) => expand(inner[name], rest, spell).map((path) => [name, ...path]))
}

/** Without what gives it a default or lets it be missing. */
export function unwrap(type: z.ZodType): z.ZodType {
  const wrapped = type instanceof z.ZodPrefault || type instanceof z.ZodDefault || type instanceof z.ZodOptional
  return wrapped ? unwrap(type.unwrap() as z.ZodType) : type
}

function parents(key: string): string[] {
  const parts = key.split('.')
  return parts.slice(1).map((_, end) => parts.slice(0, end + 1).join('.'))
}
