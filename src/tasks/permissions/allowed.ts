import type { Person, Role } from '../../domain/person.ts'
import { type AnyText, joinTexts, type LocalizedText } from '../../messages/localized.ts'
import { permissionMessages } from '../../messages/permission-messages.ts'
import { dayAndTimeText } from '../../messages/times.ts'
import type { OwnTools } from '../../spawner/spawner.ts'
import type { Database } from '../../store/database.ts'
import { listAllowances, removeAllowance } from '../../store/work/approvals.ts'
import { inline } from './action-effect.ts'
import { ruleWords } from './rule-words.ts'

/** What needs no question any more, and who said so. */
export interface Allowed {
  /** What people answered with "always". */
  given: Given[]
  /** What the configuration says, which only its file can change. */
  file: { key: string; role: Role; rules: string[] }[]
}

export interface Given {
  /** What it is taken back by. */
  id: number
  name: string
  rule: string
  /** What the rule allows, in Markdown. */
  words: LocalizedText
  at: Date
}

type Reader = Pick<Person, 'id' | 'role'>

/** The owner sees and takes back everybody's, anybody else their own. */
export function takeAllowed(db: Database, own: readonly OwnTools[], reader: Reader): Allowed {
  const kinds = new Map(own.flatMap((tools) => [...tools.kinds]))
  const given = listAllowances(db, whoseOf(reader)).map(({ id, name, rule, at }) => {
    return { id, name, rule, words: ruleWords(rule, kinds), at }
  })
  const roles = reader.role === 'owner' ? (['owner', 'member'] as const) : reader.role === 'member' ? [reader.role] : []
  // Several models may share the tools of one table, such as every native provider.
  const tables = new Map(own.map((tools) => [tools.allowKey, tools]))
  const file = [...tables.values()].flatMap(({ allowKey: key, rights }) =>
    roles.map((role) => ({ key, role, rules: [...rights(role).allow] })),
  )
  return { given, file }
}

/** False when there is none of this number for them to take back. */
export function takeBack(db: Database, id: number, reader: Reader): boolean {
  return removeAllowance(db, id, whoseOf(reader))
}

/** Both for one reader. */
export function createAllowedDesk(db: Database, own: readonly OwnTools[], reader: Reader) {
  return { list: () => takeAllowed(db, own, reader), remove: (id: number) => takeBack(db, id, reader) }
}

/** The list as a person reads it, in Markdown. `hint` says how to take one back where they are. */
export function describeAllowed({ given, file }: Allowed, hint: AnyText, timezone: string): LocalizedText {
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

function ruleLine({ role, rules }: Allowed['file'][number]): LocalizedText {
  const listed = rules.length === 0 ? permissionMessages.noRules : rules.map(inline).join(', ')
  return role === 'owner' ? permissionMessages.allowedForOwner(listed) : permissionMessages.allowedForMembers(listed)
}

function whoseOf({ id, role }: Reader): number | undefined {
  return role === 'owner' ? undefined : id
}
