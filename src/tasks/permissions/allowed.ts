import type { Config } from '../../config/config.ts'
import type { Person, Role } from '../../domain/person.ts'
import { dayAndTime } from '../../lib/time/calendar.ts'
import type { Database } from '../../store/database.ts'
import { listAllowances, removeAllowance } from '../../store/work/allowances.ts'
import { inline } from './action-effect.ts'
import { ruleWords } from './rule-words.ts'

/** What needs no question any more, and who said so. */
export interface Allowed {
  /** What people answered with "always". */
  given: Given[]
  /** What the configuration says, which only its file can change. */
  file: { role: Role; rules: string[] }[]
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
export function takeAllowed(db: Database, { brain }: Pick<Config, 'brain'>, reader: Reader): Allowed {
  const given = listAllowances(db, whoseOf(reader)).map(({ id, name, rule, at }) => {
    return { id, name, rule, words: ruleWords(rule), at }
  })
  const roles = reader.role === 'owner' ? (['owner', 'member'] as const) : reader.role === 'member' ? [reader.role] : []
  return { given, file: roles.map((role) => ({ role, rules: [...brain.claude.allow[role]] })) }
}

/** False when there is none of this number for them to take back. */
export function takeBack(db: Database, id: number, reader: Reader): boolean {
  return removeAllowance(db, id, whoseOf(reader))
}

/** Both for one reader, with the configuration as it is at the time. */
export function createAllowedDesk(db: Database, config: () => Pick<Config, 'brain'>, reader: Reader) {
  return { list: () => takeAllowed(db, config(), reader), remove: (id: number) => takeBack(db, id, reader) }
}

/** The list as a person reads it, in Markdown. `hint` says how to take one back where they are. */
export function describeAllowed({ given, file }: Allowed, hint: string, timezone: string): string {
  const lines = given.map(
    ({ id, name, words, at }) => `- ${id}: ${inline(name)} allowed ${words} (${dayAndTime(at, timezone)})`,
  )
  const rules = file.map(
    ({ role, rules }) =>
      `- for ${role === 'owner' ? 'the owner' : `a ${role}`}: ${rules.length === 0 ? 'nothing' : rules.map(inline).join(', ')}`,
  )
  return [
    given.length === 0 ? 'Nobody has answered a question with "always".' : 'Allowed with "always":',
    ...lines,
    ...(given.length === 0 ? [] : [hint]),
    '',
    'Allowed by the configuration, [brain.claude.allow]:',
    ...rules,
  ].join('\n')
}

function whoseOf({ id, role }: Reader): number | undefined {
  return role === 'owner' ? undefined : id
}
