import { readKey, spellKey } from '../key-path.ts'
import { nearestKey } from '../keys.ts'
import { isTable, valueAt } from '../problems/problems.ts'
import { runtimeKeys } from '../settings.ts'
import type { HereValue, SetHere } from './kept.ts'
import { markOf } from './overlay.ts'
import type { Saved } from './saved.ts'
import { type Place, placeAt } from './schema-tree.ts'
import { readTyped } from './typed.ts'

/** What is to be kept instead, before anybody has looked whether all of it fits together. */
export type Change = { setHere: SetHere } | { problem: string }

export function withKey(saved: Saved, name: string, text: string): Change {
  const path = readKey(name) ?? []
  const place = placeAt(path)
  const isNow = runtimeKeys.some((key) => key === name)
  if (place?.kind !== 'key' || isNow || !isThere(saved, path)) return { problem: noKey(name) }
  const typed = readTyped(place.key, name, text)
  return 'problem' in typed ? typed : { setHere: kept(saved, [[path, typed.value]]) }
}

/** Back to what the file says, or to the default; an entry of the file that was left out is back with it. */
export function withoutKey(saved: Saved, name: string): Change {
  return { setHere: new Map([...saved.setHere].filter(([key]) => key !== name)) }
}

/** `values` are what was typed, by the names of the keys inside the entry. What is empty was not given. */
export function withEntry(saved: Saved, table: string, title: string, values: Record<string, string>): Change {
  const path = readKey(table) ?? []
  const place = placeAt(path)
  if (place?.kind !== 'entries' || !isThere(saved, path)) return { problem: `There is no table ${table} to add to.` }
  const known = valueAt(saved.whole, path)
  const names = isTable(known) ? Object.keys(known) : []
  const name = place.naming.by === 'number' ? String(Math.max(0, ...names.map(Number)) + 1) : title.trim()
  const wrong = nameProblem(place, name, names)
  if (wrong !== undefined) return { problem: wrong }
  const rows: Row[] = []
  for (const [inner, text] of Object.entries(values)) {
    const at = [...path, name, ...(readKey(inner) ?? [''])]
    const to = placeAt(at)
    if (text.trim() === '') continue
    if (to?.kind !== 'key') return { problem: `There is no key ${inner} in ${table}.` }
    const typed = readTyped(to.key, inner, text)
    if ('problem' in typed) return typed
    rows.push([at, typed.value])
  }
  return rows.length > 0
    ? { setHere: kept(saved, rows) }
    : { problem: `${spellKey([...path, name])} says nothing yet.` }
}

/** What was added here goes; what the file has stays in the file, and is left out. */
export function withoutEntry(saved: Saved, name: string): Change {
  const path = readKey(name) ?? []
  const above = placeAt(path.slice(0, -1))
  if (above?.kind !== 'entries' || !isTable(valueAt(saved.whole, path))) return { problem: `There is no ${name}.` }
  const isInside = (key: string) => path.every((part, at) => readKey(key)?.[at] === part)
  const others = new Map([...saved.setHere].filter(([key]) => !isInside(key)))
  const isInFile = valueAt(saved.file, path) !== undefined
  return { setHere: isInFile ? kept({ ...saved, setHere: others }, [[path, false]]) : others }
}

type Row = [path: string[], value: unknown]

function kept({ setHere, file }: Saved, rows: Row[]): SetHere {
  const made = rows.map(([path, value]): [string, HereValue] => [spellKey(path), { value, file: markOf(file, path) }])
  return new Map([...setHere, ...made])
}

function noKey(name: string): string {
  const near = nearestKey(name)
  return `There is no key ${name}${near ? `; did you mean ${near}?` : ' to be set here.'}`
}

/** Every entry on the way is there: what has no table yet is added, not set key by key. */
function isThere({ whole }: Saved, path: string[]): boolean {
  return path.every((_, at) => {
    return placeAt(path.slice(0, at))?.kind !== 'entries' || isTable(valueAt(whole, path.slice(0, at + 1)))
  })
}

function nameProblem(
  { naming }: Extract<Place, { kind: 'entries' }>,
  name: string,
  taken: string[],
): string | undefined {
  if (taken.includes(name)) return `"${name}" is there already.`
  // In a list a name may be anything; a model's has slashes and colons.
  const isFine = naming.by === 'key' ? /^[^\p{C}]{1,100}$/u : /^[\p{L}\p{N}](?:[\p{L}\p{N} .-]{0,58}[\p{L}\p{N}])?$/u
  return isFine.test(name) ? undefined : 'Its name is letters, digits and hyphens, 60 of them at most.'
}
