import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and what is missing above it, and returns what it made, the outermost first. One step at a time: Node's
 * `recursive` goes round for ever where a folder can neither be found nor made (in /proc, behind a link to nowhere).
 */
export function makeFolder(path: string, mode = 0o700): string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return []
  const above = dirname(path) === path ? [] : makeFolder(dirname(path), mode)
  mkdirSync(path, { mode })
  return [...above, path]
}
