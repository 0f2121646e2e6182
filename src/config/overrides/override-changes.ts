import type { AnyText } from '../../messages/localized.ts'
import { configMessages } from '../config-messages.ts'
import { fieldKindOf } from '../form.ts'
import { type ConfigKey, expectedOf, nearestKey, readKey, spellKey } from '../key-paths.ts'
import { isTable, valueAt } from '../problems/problems.ts'
import { type Entries, schemaNodeAt } from '../schema/schema-tree.ts'
import { readSecret, storedName } from '../secret.ts'
import { readings, runtimeKeys } from '../settings.ts'
import { hashAt } from './apply-overrides.ts'
import type { Override, Overrides } from './override-file.ts'
import type { SavedConfig } from './saved-config.ts'

/** The overrides after a change. Whether they fit together is checked by the caller. */
export type OverrideChange = { overrides: Overrides } | { problem: AnyText }

export function setKey(saved: SavedConfig, name: string, text: string): OverrideChange {
  const path = readKey(name) ?? []
  const place = schemaNodeAt(path)
  const isRuntimeKey = runtimeKeys.some((key) => key === name)
  if (place?.kind !== 'key' || isRuntimeKey || !hasEntries(saved, path)) return { problem: noSuchKey(name) }
  const typed = parseTyped(place.key, name, text)
  return 'problem' in typed ? typed : { overrides: withOverrides(saved, [[path, typed.value]]) }
}

/** Back to the value in the file, or to the default. An entry of the file that was left out comes back. */
export function resetKey(saved: SavedConfig, name: string): OverrideChange {
  return { overrides: new Map([...saved.overrides].filter(([key]) => key !== name)) }
}

/** `values` are the typed texts, by the name of the key within the entry. Empty texts are ignored. */
export function addEntry(
  saved: SavedConfig,
  table: string,
  title: string,
  values: Record<string, string>,
): OverrideChange {
  const path = readKey(table) ?? []
  const place = schemaNodeAt(path)
  if (place?.kind !== 'entries' || !hasEntries(saved, path)) return { problem: configMessages.noSuchTable(table) }
  const known = valueAt(saved.merged, path)
  const names = isTable(known) ? Object.keys(known) : []
  const name = place.naming.by === 'number' ? String(Math.max(0, ...names.map(Number)) + 1) : title.trim()
  const problem = nameProblem(place, name, names)
  if (problem !== undefined) return { problem }
  const rows: Row[] = []
  for (const [inner, text] of Object.entries(values)) {
    const at = [...path, name, ...(readKey(inner) ?? [''])]
    const to = schemaNodeAt(at)
    if (text.trim() === '') continue
    if (to?.kind !== 'key') return { problem: configMessages.noKeyInTable(inner, table) }
    const typed = parseTyped(to.key, inner, text)
    if ('problem' in typed) return typed
    rows.push([at, typed.value])
  }
  return rows.length > 0
    ? { overrides: withOverrides(saved, rows) }
    : { problem: configMessages.emptyEntry(spellKey([...path, name])) }
}

/** An entry that was added on the page is deleted. An entry of the file stays there and is left out. */
export function removeEntry(saved: SavedConfig, name: string): OverrideChange {
  const path = readKey(name) ?? []
  const above = schemaNodeAt(path.slice(0, -1))
  if (above?.kind !== 'entries' || !isTable(valueAt(saved.merged, path)))
    return { problem: configMessages.noSuchEntry(name) }
  const isInside = (key: string) => path.every((part, at) => readKey(key)?.[at] === part)
  const others = new Map([...saved.overrides].filter(([key]) => !isInside(key)))
  const isInFile = valueAt(saved.file, path) !== undefined
  return { overrides: isInFile ? withOverrides({ ...saved, overrides: others }, [[path, false]]) : others }
}

type Row = [path: string[], value: unknown]

function withOverrides({ overrides, file }: SavedConfig, rows: Row[]): Overrides {
  const added = rows.map(([path, value]): [string, Override] => [spellKey(path), { value, file: hashAt(file, path) }])
  return new Map([...overrides, ...added])
}

function noSuchKey(name: string): AnyText {
  const near = nearestKey(name)
  return near ? configMessages.noSuchKeyNear(name, near) : configMessages.noSuchKey(name)
}

/** Whether every entry on the path exists: new entries are added as a whole, not key by key. */
function hasEntries({ merged }: SavedConfig, path: string[]): boolean {
  return path.every((_, at) => {
    return schemaNodeAt(path.slice(0, at))?.kind !== 'entries' || isTable(valueAt(merged, path.slice(0, at + 1)))
  })
}

function nameProblem({ naming }: Entries, name: string, taken: string[]): AnyText | undefined {
  if (taken.includes(name)) return configMessages.nameTaken(name)
  // In a list the name may be anything: model names contain slashes and colons.
  const validName = naming.by === 'key' ? /^[^\p{C}]{1,100}$/u : /^[\p{L}\p{N}](?:[\p{L}\p{N} .-]{0,58}[\p{L}\p{N}])?$/u
  return validName.test(name) ? undefined : configMessages.badName
}

/** What a person typed for a key, as the file would say it. A list has one item per line. */
function parseTyped(key: ConfigKey, name: string, text: string): { value: unknown } | { problem: AnyText } {
  if (key.secret) return parseTypedSecret(name, text)
  // The page hides the password of an address as "…". Saving that back would lose the password.
  if (/:…@/.test(text)) return { problem: configMessages.needsPassword(name) }
  const candidates = fieldKindOf(key).kind === 'list' ? listReadings(text) : readings(text.trim())
  const value = candidates.find((candidate) => key.check.safeParse(candidate).success)
  if (value !== undefined) return { value }
  return { problem: configMessages.sentence(configMessages.mustBe(name, expectedOf(key))) }
}

/**
 * "env:" and "file:" are refused, because they would read files of this machine for anybody on the page. Whether a stored
 * secret exists is checked with the whole configuration.
 */
function parseTypedSecret(name: string, text: string): { value: string } | { problem: AnyText } {
  if (/^\s*(env|file):/.test(text)) return { problem: configMessages.enterItself(name) }
  const stored = storedName(text.trim())
  if (stored !== undefined) return { value: `secret:${stored}` }
  const secret = readSecret(text, {}, '')
  if ('value' in secret) return { value: secret.value }
  return { problem: configMessages.sentence(configMessages.problemOf(name, secret.says)) }
}

function listReadings(text: string): unknown[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const numbers = lines.every((line) => /^-?\d+$/.test(line)) ? [lines.map(Number)] : []
  return [lines, ...numbers]
}
