import type { FormKey, FormSection } from '../../../config/form.ts'
import type { FormEntry, FormTable } from '../../../config/overrides/table-form.ts'
import type { Sourced } from '../../../config/sources.ts'
import type * as wire from '../../page/wire/settings-wire.ts'

/** The value of a key, and whether it can be changed. */
export interface Standing {
  sourced: Sourced | undefined
  isSettable: boolean
  isWaiting: boolean
}

export function sectionsOnWire(form: FormSection[], standingOf: (key: FormKey) => Standing): wire.SettingsSection[] {
  return form.map(({ name, groups }) => ({
    name,
    groups: groups.map(({ note, keys }) => ({ note, keys: keys.map((key) => keyOnWire(key, standingOf(key))) })),
  }))
}

/** The value of a secret never leaves the daemon. */
export function keyOnWire(
  { isSecret, ...key }: FormKey,
  { sourced, isSettable, isWaiting }: Standing,
): wire.SettingsKey {
  const { value = null, source = 'default', otherwise } = sourced ?? {}
  const stands = { ...key, isSettable, needsStart: !key.isSettable, source, ...(isWaiting && { isWaiting }) }
  if (isSecret) {
    const without = otherwise && { ...otherwise, value: otherwise.value !== null }
    return { ...stands, kind: 'secret', value: value !== null, ...(without && { otherwise: without }) }
  }
  const without = otherwise && { ...otherwise, value: withoutPassword(otherwise.value) }
  return { ...stands, value: withoutPassword(value), ...(without && { otherwise: without }) }
}

export function tableOnWire(table: FormTable, isSettable: boolean): wire.SettingsTable {
  return {
    ...askedOnWire(table),
    note: table.note,
    lists: table.lists.map(askedOnWire),
    entries: table.entries.map((entry) => entryOnWire(entry, isSettable)),
  }
}

function entryOnWire({ keys, tables, ...entry }: FormEntry, isSettable: boolean): wire.SettingsEntry {
  return {
    ...entry,
    keys: keys.map(({ sourced, isWaiting, ...key }) => keyOnWire(key, { sourced, isSettable, isWaiting })),
    tables: tables.map((table) => tableOnWire(table, isSettable)),
  }
}

function askedOnWire({ name, isNumbered, titleKey, asks }: FormTable['lists'][number]): wire.SettingsAsked {
  return {
    name,
    isNumbered,
    ...(titleKey !== undefined && { titleKey }),
    asks: asks.map(({ sourced, isNeeded, ...key }) => ({
      ...keyOnWire(key, { sourced, isSettable: true, isWaiting: false }),
      isNeeded,
    })),
  }
}

/** Hides the password in an address such as https://user:password@host. */
function withoutPassword<T>(value: T): T | string {
  return typeof value === 'string' ? value.replace(/^(\w+:\/\/[^/@:\s]*):[^/\s]*@/, '$1:…@') : value
}
