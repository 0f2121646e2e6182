import { isDeepStrictEqual } from 'node:util'
import { parse } from 'smol-toml'
import { ConfigError } from '../domain/errors.ts'
import { parseToml } from './config-file.ts'
import { configMessages } from './config-messages.ts'
import { isTable, valueAt } from './problems/problems.ts'
import { tomlLines } from './toml-lines.ts'

export type AssignedValue = string | string[] | number[]

/** A change to one key of a table. Names are spelled as in the file. */
export interface Assignment {
  /** Empty for keys above all tables. */
  table: string[]
  /** Keys of the table that are removed. */
  replaces: string[]
  set: { key: string; value: AssignedValue } | undefined
}

/**
 * The text of a configuration with one key changed; all other lines stay as they are. Throws a ConfigError if the file is
 * written in a way that only a person should edit.
 */
export function withAssignment(file: string, text: string, assignment: Assignment): string {
  const edited = edit(parseToml(file, text), text, assignment)
  if (changesOnlyAssignment(edited, text, assignment)) return edited
  const { table, replaces, set } = assignment
  const line = set ? formatAssignment(set) : replaces.map((key) => `no ${key}`).join(' and ')
  throw new ConfigError(configMessages.cannotEdit(table.join('.'), file, line))
}

/**
 * The text of a configuration without a table and the tables in it; all other lines stay as they are. Throws a ConfigError
 * if the file is written in a way that only a person should edit.
 */
export function withoutTable(file: string, text: string, table: string[]): string {
  if (valueAt(parseToml(file, text), table) === undefined) return text
  let isInTable = false
  const kept = text.split('\n').filter((line) => {
    const header = headerOf(line)
    if (header) isInTable = table.every((name, index) => header[index] === name)
    return !isInTable
  })
  const edited = kept.join('\n')
  if (lacksOnlyTable(edited, text, table)) return edited
  throw new ConfigError(configMessages.cannotEdit(table.slice(0, -1).join('.'), file, `no [${table.join('.')}]`))
}

/** The names in the header of a table, such as [a.b] or [[a.b]]. */
function headerOf(line: string): string[] | undefined {
  const [, names] = /^\s*\[\[?([^\]]+)\]/.exec(line) ?? []
  return names?.split('.').map((name) => name.trim().replace(/^["']|["']$/g, ''))
}

function lacksOnlyTable(edited: string, text: string, table: string[]): boolean {
  try {
    const expected: Record<string, unknown> = parse(text)
    delete tableAt(expected, table.slice(0, -1))[table.at(-1) ?? '']
    const actual: Record<string, unknown> = parse(edited)
    tableAt(actual, table.slice(0, -1))
    return isDeepStrictEqual(plain(actual), plain(expected))
  } catch {
    return false
  }
}

function edit(raw: unknown, text: string, { table, replaces, set }: Assignment): string {
  const lines = text.split('\n')
  const lineNumberOf = tomlLines(text)
  const present = replaces.filter((key) => valueAt(raw, [...table, key]) !== undefined)
  const oldLines = present.map((key) => (lineNumberOf([...table, key]) ?? 0) - 1).toSorted((a, b) => a - b)
  const line = set && formatAssignment(set)
  if (oldLines.length > 0) {
    const oldAssignment = new RegExp(String.raw`^(\s*(?:[\w-]+\s*\.\s*)*)(?:${replaces.join('|')})\s*=.*?(\r?)$`)
    return lines
      .flatMap((before, index) => {
        if (!oldLines.includes(index)) return [before]
        return line && index === oldLines[0] ? [before.replace(oldAssignment, `$1${escapeDollars(line)}$2`)] : []
      })
      .join('\n')
  }
  if (!line) return text
  const carriageReturn = text.includes('\r\n') ? '\r' : ''
  const isTableNext = /^\s*\[/.test(text)
  if (table.length === 0) return `${line}${carriageReturn}\n${isTableNext ? `${carriageReturn}\n` : ''}${text}`
  const headerPattern = new RegExp(String.raw`^\s*\[\s*${table.join(String.raw`\s*\.\s*`)}\s*\]`)
  const header = lines.findIndex((before, index) => headerPattern.test(before) && lineNumberOf(table) === index + 1)
  if (header >= 0) return lines.toSpliced(header + 1, 0, line + carriageReturn).join('\n')
  const gap = text === '' ? '' : text.endsWith('\n') ? `${carriageReturn}\n` : `${carriageReturn}\n${carriageReturn}\n`
  return `${text}${gap}[${table.join('.')}]${carriageReturn}\n${line}${carriageReturn}\n`
}

// Whatever the file looks like, the edit is correct only if the parsed result differs in nothing but the changed key.
function changesOnlyAssignment(edited: string, text: string, { table, replaces, set }: Assignment): boolean {
  try {
    const expected: Record<string, unknown> = parse(text)
    const changed = tableAt(expected, table)
    for (const key of replaces) delete changed[key]
    if (set) changed[set.key] = set.value
    const actual: Record<string, unknown> = parse(edited)
    tableAt(actual, table)
    return isDeepStrictEqual(plain(actual), plain(expected))
  } catch {
    return false
  }
}

/** Creates the table if it is missing, so that an empty table and no table are the same. */
function tableAt(tree: Record<string, unknown>, path: string[]): Record<string, unknown> {
  return path.reduce((parent, name) => {
    const child = parent[name]
    const table = isTable(child) ? child : {}
    parent[name] = table
    return table
  }, tree)
}

function formatAssignment({ key, value }: { key: string; value: AssignedValue }): string {
  const items = [value]
    .flat()
    .map((item) => JSON.stringify(item))
    .join(', ')
  return `${key} = ${Array.isArray(value) ? `[${items}]` : items}`
}

// JSON drops the parser's own classes, which would make equal values look different.
function plain(tree: unknown): unknown {
  return JSON.parse(JSON.stringify(tree))
}

function escapeDollars(replacement: string): string {
  return replacement.replaceAll('$', '$$$$')
}

/** The line with the credential of [brain.claude]. */
export interface CredentialLine {
  key: 'api_key' | 'oauth_token'
  value: string
}

/** The text with this credential as the only one of [brain.claude]. Without one, the CLI uses its own sign-in. */
export function withCredential(file: string, text: string, credential: CredentialLine | undefined): string {
  return withAssignment(file, text, {
    table: ['brain', 'claude'],
    replaces: ['api_key', 'oauth_token'],
    set: credential,
  })
}
