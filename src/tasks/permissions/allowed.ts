import type { Person, Role } from '../../domain/person.ts'
import { dayAndTime } from '../../lib/time/calendar.ts'
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
  words: string
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
export function describeAllowed({ given, file }: Allowed, hint: string, timezone: string): string {
  const lines = given.map(
    ({ id, name, words, at }) => `- ${id}: ${inline(name)} allowed ${words} (${dayAndTime(at, timezone)})`,
  )
  const rules = [...new Set(file.map(({ key }) => key))].flatMap((key) => [
    '',
    `Allowed by the configuration, [${key}]:`,
    ...file.filter((said) => said.key === key).map(ruleLine),
  ])
  return [
    given.length === 0 ? 'Nobody has answered a question with "always".' : 'Allowed with "always":',
    ...lines,
    ...(given.length === 0 ? [] : [hint]),
    ...rules,
  ].join('\n')
}

function ruleLine({ role, rules }: Allowed['file'][number]): string {
  const who = role === 'owner' ? 'the owner' : `a ${role}`
  return `- for ${who}: ${rules.length === 0 ? 'nothing' : rules.map(inline).join(', ')}`
}

function whoseOf({ id, role }: Reader): number | undefined {
  return role === 'owner' ? undefined : id
}
