import { isDeepStrictEqual } from 'node:util'
import { parse } from 'smol-toml'
import { ConfigError } from '../domain/errors.ts'
import { parseToml } from './load.ts'
import { isTable, valueAt } from './problems.ts'
import { tomlLines } from './toml-lines.ts'

/** How [brain.claude] names its one credential, as the file spells it. */
export interface CredentialLine {
  key: 'api_key' | 'oauth_token'
  value: string
}

/**
 * The text of a configuration with this as the only credential of [brain.claude], or with none: then the CLI's own
 * login counts. No other line changes. Throws a ConfigError when the file is written in a way that needs a person.
 */
export function withCredential(file: string, text: string, credential: CredentialLine | undefined): string {
  const edited = edit(parseToml(file, text), text, credential)
  if (saysTheSame(edited, text, credential)) return edited
  const line = credential ? `${credential.key} = ${JSON.stringify(credential.value)}` : 'no api_key and no oauth_token'
  throw new ConfigError(
    `[brain.claude] in ${file} is written in a way I had better not edit. Open the file and give it ${line}.`,
  )
}

const keys = ['api_key', 'oauth_token'] as const
const table = ['brain', 'claude']
const isHeader = /^\s*\[\s*brain\s*\.\s*claude\s*\]/
const isCredential = /^(\s*(?:[\w-]+\s*\.\s*)*)(?:api_key|oauth_token)\s*=.*?(\r?)$/

function edit(raw: unknown, text: string, credential: CredentialLine | undefined): string {
  const lines = text.split('\n')
  const lineOf = tomlLines(text)
  const present = keys.filter((key) => valueAt(raw, [...table, key]) !== undefined)
  const old = present.map((key) => (lineOf([...table, key]) ?? 0) - 1).toSorted((a, b) => a - b)
  const assignment = credential && `${credential.key} = ${JSON.stringify(credential.value)}`
  if (old.length > 0) {
    return lines
      .flatMap((line, index) => {
        if (!old.includes(index)) return [line]
        return assignment && index === old[0] ? [line.replace(isCredential, `$1${escapeDollars(assignment)}$2`)] : []
      })
      .join('\n')
  }
  if (!assignment) return text
  const end = text.includes('\r\n') ? '\r' : ''
  const header = lines.findIndex((line, index) => isHeader.test(line) && lineOf(table) === index + 1)
  if (header >= 0) return lines.toSpliced(header + 1, 0, assignment + end).join('\n')
  const gap = text === '' ? '' : text.endsWith('\n') ? `${end}\n` : `${end}\n${end}\n`
  return `${text}${gap}[brain.claude]${end}\n${assignment}${end}\n`
}

// The meaning is the judge: whatever the file looks like, nothing but the credential may have changed.
function saysTheSame(edited: string, text: string, credential: CredentialLine | undefined): boolean {
  try {
    const wanted: Record<string, unknown> = parse(text)
    const brain = childTable(wanted, 'brain')
    const claude = childTable(brain, 'claude')
    for (const key of keys) delete claude[key]
    if (credential) claude[credential.key] = credential.value
    const found: Record<string, unknown> = parse(edited)
    childTable(childTable(found, 'brain'), 'claude')
    return isDeepStrictEqual(plain(found), plain(wanted))
  } catch {
    return false
  }
}

function childTable(parent: Record<string, unknown>, name: string): Record<string, unknown> {
  const child = parent[name]
  const found = isTable(child) ? child : {}
  parent[name] = found
  return found
}

// Dates and prototypes of the parser are not what is compared.
function plain(tree: unknown): unknown {
  return JSON.parse(JSON.stringify(tree))
}

function escapeDollars(replacement: string): string {
  return replacement.replaceAll('$', '$$$$')
}
