import { z } from 'zod'
import { parseJson } from '../lib/text/json.ts'
import { nearestWord } from '../lib/text/text-matching.ts'
import { type AnyText, parseText } from '../messages/localized.ts'
import { expectedValues } from './expected-values.ts'
import { schema } from './schema/schema.ts'

/** One key of the configuration, as the file spells it: `brain.claude.api_key`. */
export interface ConfigKey {
  name: string
  check: z.ZodType
  secret: boolean
}

/** Stands in a path for the name that a person gave to a table, or for the number of a table in a list. */
export const ANY = '*'

const allKeys: readonly ConfigKey[] = leaves(schema, [])

/** Every key of the schema, in its order, without those in tables that people name or number themselves. */
export const keys: readonly ConfigKey[] = allKeys.filter(({ name }) => !name.split('.').includes(ANY))

const secrets = allKeys.filter(({ secret }) => secret).map(({ name }) => name.split('.'))

/** Where a tree may hold a secret, also in tables that people named. `spell` writes a part of a key as the tree does. */
export function secretPaths(tree: unknown, spell = (part: string) => part): string[][] {
  return secrets.flatMap((path) => expand(tree, path, spell))
}

export function isSecret(path: readonly PropertyKey[]): boolean {
  return secrets.some((secret) => {
    return secret.length === path.length && secret.every((part, at) => part === ANY || part === String(path[at]))
  })
}

export function findKey(name: string): ConfigKey | undefined {
  return keys.find((key) => key.name === name)
}

/** The known key or table a person most likely meant; undefined when nothing is close. */
export function nearestKey(name: string): string | undefined {
  const last = name.slice(name.lastIndexOf('.') + 1)
  const sameLastPart = keys.filter((key) => key.name.endsWith(`.${last}`))
  // If the key exists in several tables, suggest the one at the top, provided there is only one.
  const least = Math.min(...sameLastPart.map(depth))
  const likely = sameLastPart.filter((key) => depth(key) === least)
  if (likely.length === 1) return likely[0]?.name
  const known = new Set(keys.flatMap(({ name: key }) => [key, ...parents(key)]))
  return nearestWord(name, known, Math.max(2, last.length / 3))
}

function depth({ name }: ConfigKey): number {
  return parents(name).length
}

/** Every key of a type; a name or number that people choose is a star in its path. */
export function leaves(type: z.ZodType, path: string[]): ConfigKey[] {
  const bare = unwrap(type)
  if (bare instanceof z.ZodObject) {
    return Object.entries(bare.shape).flatMap(([name, inner]) => leaves(inner as z.ZodType, [...path, name]))
  }
  if (bare instanceof z.ZodRecord) return leaves(bare.valueType as z.ZodType, [...path, ANY])
  if (bare instanceof z.ZodArray) return leaves(bare.element as z.ZodType, [...path, ANY])
  return [keyOf(type, path)]
}

export function keyOf(type: z.ZodType, path: readonly string[]): ConfigKey {
  return { name: path.join('.'), check: type, secret: unwrap(type).meta()?.secret === true }
}

function expand(node: unknown, [part, ...rest]: string[], spell: (part: string) => string): string[][] {
  if (part === undefined) return [[]]
  const inner = typeof node === 'object' && node !== null ? (node as Record<string, unknown>) : {}
  const names = part === ANY ? Object.keys(inner) : [spell(part)]
  return names.flatMap((name) => expand(inner[name], rest, spell).map((path) => [name, ...path]))
}

/** The type without its default, and without `optional`. */
export function unwrap(type: z.ZodType): z.ZodType {
  const wrapped = type instanceof z.ZodPrefault || type instanceof z.ZodDefault || type instanceof z.ZodOptional
  return wrapped ? unwrap(type.unwrap() as z.ZodType) : type
}

function parents(key: string): string[] {
  const parts = key.split('.')
  return parts.slice(1).map((_, end) => parts.slice(0, end + 1).join('.'))
}

/** The values a key accepts, as its problems say it: "a whole number from 1 to 64". */
export function expectedOf({ check }: ConfigKey): AnyText {
  const message = check.safeParse(null).error?.issues[0]?.message
  return message === undefined ? expectedValues.other : parseText(message)
}

/** A key as the file spells it, whatever names are in it: `schedules."Mondays, early".cron`. */
export function spellKey(path: readonly string[]): string {
  return path.map((name) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name))).join('.')
}

/** The names in a key; undefined if the text is not a key. */
export function readKey(key: string): string[] | undefined {
  const path: string[] = []
  for (let rest = key; ; ) {
    const [part, quoted] = /^(?:[\w-]+|("(?:[^"\\]|\\.)*"))(?=\.|$)/.exec(rest) ?? []
    const name =
      part === undefined ? undefined : quoted === undefined ? part : (parseJson(quoted) as string | undefined)
    if (part === undefined || name === undefined) return undefined
    path.push(name)
    if (part.length === rest.length) return path
    rest = rest.slice(part.length + 1)
  }
}
