import { basename } from 'node:path'
import { truncate } from '../lib/text/text.ts'
import { printable } from '../lib/text/visible.ts'

// All brains work in the same folder of a chat: what one of them writes, another one reads.

/** Names by which the claude CLI would take a file for settings of its own. */
export function isObeyed(path: string): boolean {
  return path.split('/').some((part) => /^\.(claude|mcp\.json|git)$|^claude(\.local)?\.md$/i.test(part))
}

/** Why such a file is not written. */
export const notToBeWritten = 'Files that would set me up are not written.'

/** A file as people read it in a line. */
export function fileName(path: unknown): string {
  return typeof path === 'string' ? truncate(printable(basename(path)).replaceAll('\n', ' '), 80) : 'a file'
}
