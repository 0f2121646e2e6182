import { basename } from 'node:path'
import { truncate } from '../lib/text/text.ts'
import { printable } from '../lib/text/visible.ts'

/** What a tool was given, as a person reads it: one field as it is, several by their names. */
export function describeInput(input: Record<string, unknown>): string {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined)
  const [only] = fields
  if (fields.length === 1 && typeof only?.[1] === 'string') return only[1]
  return fields.map(([name, value]) => `${name}: ${shown(value)}`).join('\n')
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

// All brains work in the same folder of a chat: what one of them writes, another one reads.

/** Names by which the claude CLI would take a file for settings of its own. */
export function isSettingsFile(path: string): boolean {
  return path.split('/').some((part) => /^\.(claude|mcp\.json|git)$|^claude(\.local)?\.md$/i.test(part))
}

/** Why such a file is not written. */
export const settingsFileRefusal = 'Files that would set me up are not written.'

/** A file as people read it in a line. */
export function fileName(path: unknown): string {
  return typeof path === 'string' ? truncate(printable(basename(path)).replaceAll('\n', ' '), 80) : 'a file'
}
