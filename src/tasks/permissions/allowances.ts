import type { Person, Role } from '../../domain/person.ts'
import { type AnyText, joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import { dayAndTimeText } from '../../messages/when-messages.ts'
import type { OwnTools } from '../../spawner/spawner.ts'
import type { Database } from '../../store/database.ts'
import { listAllowances, removeAllowance } from '../../store/work/approvals.ts'
import { inline, onOneLine } from './action-effect.ts'

/** What is allowed without a question, and who allowed it. */
export interface AllowedAction {
  /** Allowed by people who answered "always". */
  given: GivenAllowance[]
  /** Allowed by the configuration file. */
  file: { key: string; role: Role; rules: string[] }[]
}

export interface GivenAllowance {
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
export function listAllowed(db: Database, own: readonly OwnTools[], reader: Reader): AllowedAction {
  const kinds = new Map(own.flatMap((tools) => [...tools.kinds]))
  const given = listAllowances(db, whoseOf(reader)).map(({ id, name, rule, at }) => {
    return { id, name, rule, words: ruleWords(rule, kinds), at }
  })
  const roles = reader.role === 'owner' ? (['owner', 'member'] as const) : reader.role === 'member' ? [reader.role] : []
  // Several brains may share the tools of one configuration table; all native providers do.
  const tables = new Map(own.map((tools) => [tools.allowKey, tools]))
  const file = [...tables.values()].flatMap(({ allowKey: key, rights }) =>
    roles.map((role) => ({ key, role, rules: [...rights(role).allow] })),
  )
  return { given, file }
}

/** Returns false if they have no allowance with this number. */
export function revokeAllowance(db: Database, id: number, reader: Reader): boolean {
  return removeAllowance(db, id, whoseOf(reader))
}

/** The two functions above for one reader. */
export function createAllowanceList(db: Database, own: readonly OwnTools[], reader: Reader) {
  return { list: () => listAllowed(db, own, reader), remove: (id: number) => revokeAllowance(db, id, reader) }
}

/** The list in Markdown. `hint` says how to take an allowance back on this channel. */
export function describeAllowed({ given, file }: AllowedAction, hint: AnyText, timezone: string): LocalizedText {
  const lines = given.map(({ id, name, words, at }) =>
    permissionMessages.allowedByPerson(id, inline(name), words, dayAndTimeText(at, timezone)),
  )
  const rules = [...new Set(file.map(({ key }) => key))].flatMap((key) => [
    '',
    permissionMessages.allowedByFile(key),
    ...file.filter((said) => said.key === key).map(ruleLine),
  ])
  const head = given.length === 0 ? permissionMessages.nothingAllowed : permissionMessages.allowedWithAlways
  return joinTexts([head, ...lines, ...(given.length === 0 ? [] : [hint]), ...rules], '\n')
}

function ruleLine({ role, rules }: AllowedAction['file'][number]): LocalizedText {
  const listed = rules.length === 0 ? permissionMessages.noRules : rules.map(inline).join(', ')
  return role === 'owner' ? permissionMessages.allowedForOwner(listed) : permissionMessages.allowedForMembers(listed)
}

function whoseOf({ id, role }: Reader): number | undefined {
  return role === 'owner' ? undefined : id
}

/** Describes in Markdown what a rule allows. */
export function ruleWords(rule: string, kinds: OwnTools['kinds']): LocalizedText {
  const { rules } = permissionMessages
  const [, tool = rule, inner] = /^([\w.-]+)(?:\(([\s\S]*)\))?$/.exec(rule) ?? []
  // The tools of a server are registered as `server__*`.
  const kind = kinds.get(tool) ?? kinds.get(tool.replace(/__.*/, '__*'))
  if (kind === 'use')
    return inner === undefined ? rules.useAny(inline(tool)) : rules.useWith(inline(tool), onOneLine(inner))
  const any = {
    command: rules.anyCommand,
    fetch: rules.anyPage,
    read: rules.anyFile,
    write: rules.anyFile,
    edit: rules.anyFile,
  }
  const target = inner === undefined ? (kind ? any[kind] : rules.anyFile) : onOneLine(inner)
  return kind ? rules[kind](target) : rules.other(tool, target)
}
