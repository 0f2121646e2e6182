import { basename } from 'node:path'
import { serverOf } from '../domain/other-tools.ts'
import { truncate } from '../lib/text/text.ts'
import { printable } from '../lib/text/visible.ts'

/** The input of a tool for people: a single text as it is, several fields with their names. */
export function describeInput(input: Record<string, unknown>): string {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined)
  const [onlyField] = fields
  if (fields.length === 1 && typeof onlyField?.[1] === 'string') return onlyField[1]
  return fields.map(([name, value]) => `${name}: ${describeValue(value)}`).join('\n')
}

function describeValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Whether a turn may use this tool. Tools are granted by name; those of a server together as `server__*`, because their
 * names are unknown until the server is asked.
 */
export function isGranted({ name, kind }: { name: string; kind: string }, granted: readonly string[]): boolean {
  return granted.includes(name) || (kind === 'use' && granted.includes(`${serverOf(name)}__*`))
}

// All brains share the folder of a chat, so what one of them writes, another one reads.

/** Names that the claude CLI would read as settings. */
export function isSettingsFile(path: string): boolean {
  return path.split('/').some((part) => /^\.(claude|mcp\.json|git)$|^claude(\.local)?\.md$/i.test(part))
}

export const settingsFileRefusal = 'A file with this name would be read as settings, so it cannot be written.'

/** A file name for display on one line. */
export function fileName(path: unknown): string {
  return typeof path === 'string' ? truncate(printable(basename(path)).replaceAll('\n', ' '), 80) : 'a file'
}
