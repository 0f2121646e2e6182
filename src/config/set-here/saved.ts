import { isDeepStrictEqual } from 'node:util'
import type { ShownValue } from '../config.ts'
import { spellKey } from '../key-path.ts'
import { type Key, keys } from '../keys.ts'
import { valueAt } from '../problems/problems.ts'
import { isFromEnvironment } from '../secret.ts'
import type { Sourced, WrittenSource } from '../sources.ts'
import type { SetHere } from './kept.ts'
import { openLaidOver } from './overlay.ts'
import { opened } from './schema-tree.ts'

/** The configuration as the next start will find it: what the file says, and what was set here over it. */
export interface Saved {
  setHere: SetHere
  /** With their lists opened: see `opened`. */
  file: unknown
  whole: unknown
}

export function savedOf(raw: unknown, setHere: SetHere): Saved {
  return { setHere, file: opened(raw), whole: openLaidOver(raw, setHere) }
}

/** Whether a start would change anything at this place. */
export function differsAt(saved: Saved, running: Saved, path: readonly string[]): boolean {
  return !isDeepStrictEqual(plainAt(saved.whole, path), plainAt(running.whole, path))
}

/** How a key stands, by its place: what it holds, and why. Of a secret only whether it is there, of a list its lines. */
export function sourcedAt({ setHere, file, whole }: Saved, path: readonly string[], key: Key): Sourced {
  const written = writtenAt(file, path, key)
  if (!setHere.has(spellKey(path))) return written
  const value = shown(valueAt(whole, path), key)
  const canGo = written.source !== 'default' || key.check.safeParse(undefined).success
  return { value, source: 'page', ...(canGo && { otherwise: written }) }
}

/** Every key that everybody has. */
export function sourcesOf(saved: Saved): Record<string, Sourced> {
  return Object.fromEntries(keys.map((key) => [key.name, sourcedAt(saved, key.name.split('.'), key)]))
}

function writtenAt(file: unknown, path: readonly string[], key: Key): { value: ShownValue; source: WrittenSource } {
  const value = valueAt(file, path)
  if (value === undefined) return { value: shown(key.check.safeParse(undefined).data, key), source: 'default' }
  const isElsewhere = key.secret && typeof value === 'string' && isFromEnvironment(value)
  return { value: shown(value, key), source: isElsewhere ? 'environment' : 'file' }
}

function shown(value: unknown, { secret }: Key): ShownValue {
  if (value === undefined) return null
  if (secret) return '(set)'
  return Array.isArray(value) ? value.join('\n') : (value as ShownValue)
}

// What the parser made it of is not what is compared.
function plainAt(tree: unknown, path: readonly string[]): unknown {
  const value = valueAt(tree, path)
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
