import type { Person, Role } from '../../domain/person.ts'
import { type AnyText, dayAndTimeText, joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import type { OwnTools } from '../../spawner/spawner.ts'
import type { Database } from '../../store/database.ts'
import { listAllowances, removeAllowance } from '../../store/work/approvals.ts'
import { inline, inlineShort } from './action-effect.ts'

/** What is allowed without a question, and who allowed it. */
export interface AllowedActions {
  /** Allowed by people who answered "always". */
  given: PersonAllowance[]
  /** Allowed by the configuration file. */
  file: { key: string; role: Role; rules: string[] }[]
}

export interface PersonAllowance {
  /** The number by which it can be taken back. */
  id: number
  name: string
  rule: string
  /** Describes in Markdown what the rule allows. */
  words: LocalizedText
  at: Date
}

type Reader = Pick<Person, 'id' | 'role'>

/** The owner sees and can take back everybody's allowances, other people their own. */
export function listAllowed(db: Database, ownTools: readonly OwnTools[], reader: Reader): AllowedActions {
  const kinds = new Map(ownTools.flatMap((tools) => [...tools.kinds]))
  const given = listAllowances(db, ownerFilter(reader)).map(({ id, name, rule, at }) => {
    return { id, name, rule, words: describeRule(rule, kinds), at }
  })
  const roles = reader.role === 'owner' ? (['owner', 'member'] as const) : reader.role === 'member' ? [reader.role] : []
  // Several brains may share the tools of one configuration table; all native providers do.
  const tables = new Map(ownTools.map((tools) => [tools.allowKey, tools]))
  const file = [...tables.values()].flatMap(({ allowKey: key, rights }) =>
    roles.map((role) => ({ key, role, rules: [...rights(role).allow] })),
  )
  return { given, file }
}

/** Returns false if they have no allowance with this number. */
export function revokeAllowance(db: Database, id: number, reader: Reader): boolean {
  return removeAllowance(db, id, ownerFilter(reader))
}

/** The two functions above for one reader. */
export function createAllowanceList(db: Database, ownTools: () => readonly OwnTools[], reader: Reader) {
  return { list: () => listAllowed(db, ownTools(), reader), remove: (id: number) => revokeAllowance(db, id, reader) }
}

/** The list in Markdown. `hint` says how to take an allowance back on this channel. */
export function describeAllowed({ given, file }: AllowedActions, hint: AnyText, timezone: string): LocalizedText {
  const lines = given.map(({ id, name, words, at }) =>
    permissionMessages.allowedByPerson(id, inline(name), words, dayAndTimeText(at, timezone)),
  )
  const rules = [...new Set(file.map(({ key }) => key))].flatMap((key) => [
    '',
    permissionMessages.allowedByFile(key),
    ...file.filter((entry) => entry.key === key).map(ruleLine),
  ])
  const head = given.length === 0 ? permissionMessages.nothingAllowed : permissionMessages.allowedWithAlways
  return joinTexts([head, ...lines, ...(given.length === 0 ? [] : [hint]), ...rules], '\n')
}

function ruleLine({ role, rules }: AllowedActions['file'][number]): LocalizedText {
  const list = rules.length === 0 ? permissionMessages.noRules : rules.map(inline).join(', ')
  return role === 'owner' ? permissionMessages.allowedForOwner(list) : permissionMessages.allowedForMembers(list)
}

function ownerFilter({ id, role }: Reader): number | undefined {
  return role === 'owner' ? undefined : id
}

/** Describes in Markdown what a rule allows. */
export function describeRule(rule: string, kinds: OwnTools['kinds']): LocalizedText {
  const { rules } = permissionMessages
  const [, tool = rule, argument] = /^([\w.-]+)(?:\(([\s\S]*)\))?$/.exec(rule) ?? []
  // The tools of a server are registered as `server__*`.
  const kind = kinds.get(tool) ?? kinds.get(tool.replace(/__.*/, '__*'))
  if (kind === 'use')
    return argument === undefined ? rules.useAny(inline(tool)) : rules.useWith(inline(tool), inlineShort(argument))
  const anyTarget = {
    command: rules.anyCommand,
    fetch: rules.anyPage,
    read: rules.anyFile,
    write: rules.anyFile,
    edit: rules.anyFile,
  }
  const target = argument === undefined ? (kind ? anyTarget[kind] : rules.anyFile) : inlineShort(argument)
  return kind ? rules[kind](target) : rules.other(tool, target)
}
