import type { LocalizedText } from '../messages/localized.ts'
import { permissionMessages } from '../messages/permission-messages.ts'
import { isLessTrusted, type Role, type Trust } from './person.ts'

/** Text of others that a model has read: in what form, whose it is, and how far it is trusted. */
export interface Foreign {
  kind: Exclude<keyof typeof permissionMessages.sources, 'somebody'>
  /** The name of a person, file, page or server, chosen by somebody else; empty if there is none. */
  name: string
  trust: Trust
}

/** Enough to say whose words are involved; the rest is combined into one entry. */
const MAX_ENTRIES = 20
const MAX_NAME_CHARS = 120

/** A phrase for people. The caller decides how `name` is displayed. */
export function foreignWords({ kind, name }: Foreign, draw: (name: string) => string): LocalizedText {
  const { sources } = permissionMessages
  const phrase = sources[kind]
  return typeof phrase === 'function' ? phrase(name === '' ? sources.somebody : draw(name)) : phrase
}

/** One entry if the author may not request actions; empty for members and the owner. */
export function foreignOf(kind: Foreign['kind'], name: string, trust: Trust): Foreign[] {
  return isLessTrusted(trust, 'member') ? [{ kind, name, trust }] : []
}

/** Adds entries without duplicates. */
export function withForeign(all: readonly Foreign[], added: readonly Foreign[]): Foreign[] {
  const entries = [...all, ...added.map(shortenName)]
  const unique = [...new Map(entries.map((entry) => [`${entry.kind} ${entry.name} ${entry.trust}`, entry])).values()]
  if (unique.length <= MAX_ENTRIES) return unique
  return withForeign(unique.slice(0, MAX_ENTRIES - 1), [{ kind: 'more', name: '', trust: 'untrusted' }])
}

/** The texts of authors who may not request actions and are trusted less than this role. */
export function foreignTo(role: Role, all: readonly Foreign[]): Foreign[] {
  return all.filter(({ trust }) => isLessTrusted(trust, role) && isLessTrusted(trust, 'member'))
}

function shortenName(entry: Foreign): Foreign {
  const { name } = entry
  return name.length <= MAX_NAME_CHARS ? entry : { ...entry, name: `${name.slice(0, MAX_NAME_CHARS - 1)}…` }
}
