import { z } from 'zod'
import type { AnyText } from '../messages/localized.ts'
import { descriptionAt } from './key-descriptions.ts'
import { type ConfigKey, expectedOf, keys, unwrap } from './key-paths.ts'
import { runtimeKey } from './settings.ts'

/** The keys of one table at the top of the file, with everything a form needs to show them. */
export interface FormSection {
  /** The name of the table; empty for keys that are in no table. */
  name: string
  groups: FormGroup[]
}

/** The keys of one table. */
export interface FormGroup {
  /** The description of the table. */
  note: AnyText
  keys: FormKey[]
}

export type FormKey = FieldKind & {
  name: string
  /** The description of the key. */
  note: AnyText
  /** The values it accepts, in words: "a whole number from 1 to 64". */
  expected: AnyText
  isSecret: boolean
  /** Whether it can be set without a restart. */
  isSettable: boolean
}

/** The kind of input field that a key needs. */
export type FieldKind =
  | { kind: 'boolean' }
  | { kind: 'choice'; choices: string[] }
  | { kind: 'number'; isWhole: boolean; min?: number; max?: number }
  | { kind: 'text'; isLong?: boolean }
  | { kind: 'list' }

/** Every key, by its table. */
export function configForm(): FormSection[] {
  const tables = [...new Set(keys.map(tableOf))]
  const sections = [...new Set(tables.map(sectionOf))]
  return sections.map((name) => ({
    name,
    groups: tables
      .filter((table) => sectionOf(table) === name)
      .map((table) => ({
        note: descriptionAt(table === '' ? [] : table.split('.')),
        keys: keys.filter((key) => tableOf(key) === table).map(settingFormKey),
      })),
  }))
}

function tableOf({ name }: ConfigKey): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')))
}

function sectionOf(table: string): string {
  return table.split('.')[0] ?? ''
}

function settingFormKey(key: ConfigKey): FormKey {
  return { ...formKey(key, key.name.split('.')), isSettable: !('error' in runtimeKey(key.name)) }
}

/** `path` leads to the key from the top. `name` is how the form calls the key. */
export function formKey(key: ConfigKey, path: readonly string[], name = key.name): FormKey {
  const note = descriptionAt(path)
  return { ...fieldKindOf(key), name, note, expected: expectedOf(key), isSecret: key.secret, isSettable: false }
}

export function fieldKindOf({ check }: ConfigKey): FieldKind {
  const bare = unwrap(check)
  if (bare instanceof z.ZodBoolean) return { kind: 'boolean' }
  if (bare instanceof z.ZodEnum) return { kind: 'choice', choices: bare.options.map(String) }
  if (bare instanceof z.ZodUnion) return { kind: 'choice', choices: bare.options.flatMap(choicesOf) }
  if (bare instanceof z.ZodNumber) return numberKind(bare)
  if (bare instanceof z.ZodCustom) return { kind: 'list' }
  return { kind: 'text', ...(bare.meta()?.long === true && { isLong: true }) }
}

function choicesOf(option: unknown): string[] {
  if (option instanceof z.ZodBoolean) return ['true', 'false']
  return option instanceof z.ZodLiteral ? [...option.values].map(String) : []
}

/** Where a number has no bound, zod reports the largest safe integer. */
function numberKind({ minValue, maxValue, isInt }: z.ZodNumber): FieldKind {
  const isBound = (value: number | null) => value !== null && Math.abs(value) < Number.MAX_SAFE_INTEGER
  return {
    kind: 'number',
    isWhole: isInt,
    ...(isBound(minValue) && { min: minValue ?? 0 }),
    ...(isBound(maxValue) && { max: maxValue ?? 0 }),
  }
}
