import { createHash } from 'node:crypto'
import { readKey } from '../key-path.ts'
import { isTable, valueAt } from '../problems/problems.ts'
import type { HereValue, SetHere } from './kept.ts'
import { closed, opened, placeAt } from './schema-tree.ts'

/** What a tree says at a place, to be compared with what it says another time; no secret can be read from it. */
export function markOf(tree: unknown, path: readonly string[]): string | null {
  const value = valueAt(tree, path)
  return value === undefined ? null : createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}

/** The later change wins: what was set here stands until the file says something else of it than it did then. */
export function standing(raw: unknown, setHere: SetHere): { standing: SetHere; overtaken: string[] } {
  const tree = opened(raw)
  const isOver = ([key, { file }]: [string, HereValue]) => markOf(tree, readKey(key) ?? []) !== file
  const [over, others] = [[...setHere].filter(isOver), [...setHere].filter((row) => !isOver(row))]
  return { standing: new Map(others), overtaken: over.map(([key]) => key) }
}

/** What the file says with what was set here laid over it. */
export function laidOver(raw: unknown, setHere: SetHere): Record<string, unknown> {
  return closed(openLaidOver(raw, setHere)) as Record<string, unknown>
}

/** The same with its lists opened, where `false` stands for an entry that is left out. */
export function openLaidOver(raw: unknown, setHere: SetHere): unknown {
  let tree = opened(raw)
  for (const [key, { value }] of setHere) tree = placed(tree, readKey(key) ?? [], value)
  return tree
}

/** The entry that a key is in, or the key itself where it is in none: what stands or falls together. */
export function unitOf(key: string): string[] {
  const path = readKey(key) ?? []
  const at = path.findIndex((_, index) => placeAt(path.slice(0, index))?.kind === 'entries')
  return at < 0 ? path : path.slice(0, at + 1)
}

function placed(tree: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const table = isTable(tree) ? tree : {}
  const next = placed(Object.hasOwn(table, name) ? table[name] : undefined, rest, value)
  return { ...table, [name]: next }
}
