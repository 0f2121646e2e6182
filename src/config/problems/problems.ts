import type { z } from 'zod'
import { isSecret, nearestKey } from '../keys.ts'
import { tomlLines } from '../toml-lines.ts'

/** A problem of one key. Its line in the file is looked up later. */
export interface KeyProblem {
  path: readonly PropertyKey[]
  says: string
}

/** The problems that the schema found, in words. `raw` is the content of the file, to quote wrong values. */
export function schemaProblems(issues: readonly z.core.$ZodIssue[], raw: unknown): KeyProblem[] {
  return issues.flatMap((issue): KeyProblem[] => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey([...issue.path, key]))
    const name = issue.path.join('.')
    const value = valueAt(raw, issue.path)
    const shown = isSecret(issue.path) ? kindOf(value) : show(value)
    return [{ path: issue.path, says: `${name} must be ${issue.message}, but ${shown} stands there` }]
  })
}

/** One line per problem, in the order of the file. */
export function report(file: string, text: string, problems: readonly KeyProblem[]): string {
  const lineOf = tomlLines(text)
  return problems
    .map(({ path, says }) => ({ line: lineOf(path) ?? 0, says }))
    .sort((a, b) => a.line - b.line)
    .map(({ line, says }) => [`${file}${line ? ` line ${line}` : ''}: `, says.replace(/\p{Cc}/gu, '?')].join(''))
    .join('\n')
}

export function valueAt(tree: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (isTable(node) || Array.isArray(node) ? (node as Record<string, unknown>)[String(key)] : undefined),
    tree,
  )
}

export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

function unknownKey(path: PropertyKey[]): KeyProblem {
  const name = path.map((key) => printable(String(key))).join('.')
  const near = nearestKey(name)
  return { path, says: `unknown key ${name}${near ? `; did you mean ${near}?` : '; "skein config --help" lists all'}` }
}

function show(value: unknown): string {
  if (typeof value === 'string') return printable(JSON.stringify(value))
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : kindOf(value)
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (isTable(value)) return 'a table'
  if (value instanceof Date) return 'a date'
  return { string: 'a text', number: 'a number', boolean: 'true or false' }[typeof value as string] ?? 'nothing'
}

function printable(text: string): string {
  const clean = text.replace(/\p{C}/gu, '?')
  return clean.length > 60 ? `${clean.slice(0, 60)}...` : clean
}
