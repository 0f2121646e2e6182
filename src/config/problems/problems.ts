import type { z } from 'zod'
import { type AnyText, joinTexts, mapText, parseText } from '../../messages/localized.ts'
import { configMessages } from '../config-messages.ts'
import { isSecret, nearestKey } from '../key-paths.ts'
import { tomlLines } from '../toml-lines.ts'

/** A problem of one key. Its line in the file is looked up later. */
export interface KeyProblem {
  path: readonly PropertyKey[]
  says: AnyText
}

/** The problems that the schema found, in words. `raw` is the content of the file, to quote wrong values. */
export function schemaProblems(issues: readonly z.core.$ZodIssue[], raw: unknown): KeyProblem[] {
  return issues.flatMap((issue): KeyProblem[] => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey([...issue.path, key]))
    const name = issue.path.join('.')
    const expected = parseText(issue.message)
    const value = valueAt(raw, issue.path)
    if (value === undefined) return [{ path: issue.path, says: configMessages.mustBeGiven(name, expected) }]
    const shown = isSecret(issue.path) ? describeKind(value) : describeValue(value)
    return [{ path: issue.path, says: configMessages.mustBeNot(name, expected, shown) }]
  })
}

/** One line per problem, in the order of the file. */
export function report(file: string, text: string, problems: readonly KeyProblem[]): AnyText {
  const lineOf = tomlLines(text)
  const lines = problems
    .map(({ path, says }) => ({
      line: lineOf(path) ?? 0,
      says: mapText(says, (words) => words.replace(/\p{Cc}/gu, '?')),
    }))
    .sort((a, b) => a.line - b.line)
    .map(({ line, says }) => (line ? configMessages.inLine(file, line, says) : configMessages.inFile(file, says)))
  return joinTexts(lines, '\n')
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
  return { path, says: near ? configMessages.unknownKeyNear(name, near) : configMessages.unknownKey(name) }
}

function describeValue(value: unknown): AnyText {
  if (typeof value === 'string') return printable(JSON.stringify(withoutPassword(value)))
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : describeKind(value)
}

function describeKind(value: unknown): AnyText {
  const { kinds } = configMessages
  if (Array.isArray(value)) return kinds.list
  if (value instanceof Date) return kinds.date
  if (typeof value === 'string') return kinds.string
  if (typeof value === 'number') return kinds.number
  return typeof value === 'boolean' ? kinds.boolean : kinds.table
}

const MAX_QUOTED_CHARS = 60

function printable(text: string): string {
  const clean = text.replace(/\p{C}/gu, '?')
  return clean.length > MAX_QUOTED_CHARS ? `${clean.slice(0, MAX_QUOTED_CHARS)}...` : clean
}

/** An address with a password, without it. */
function withoutPassword(text: string): string {
  const [start, end] = [text.indexOf('://') + 3, text.lastIndexOf('@')]
  return start > 2 && end > start ? `${text.slice(0, start)}…${text.slice(end)}` : text
}
