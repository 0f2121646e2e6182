import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { fileName } from '../../tool-input.ts'
import { defineNativeTool } from './native-tool.ts'
import { inFolder, inInner, type OpenFolder } from './workspace.ts'

const MAX_LISTED_FILES = 300
const MAX_VISITED_ENTRIES = 5000
const MAX_FOLDER_DEPTH = 30

export const listFiles = defineNativeTool({
  name: 'list_files',
  description:
    'Lists a folder in the workspace. With a pattern, such as "*.md" or "src/**/*.ts", it searches all folders below it for matching files.',
  kind: 'read',
  input: z.object({
    path: z.string().default('.').describe('A folder, relative to the workspace.'),
    pattern: z.string().max(500).optional().describe('* matches anything within a name, ** matches any folders.'),
  }),
  action: ({ path }, { workspace }) => ({ kind: 'read', path: resolve(workspace, path), namesOnly: true }),
  line: ({ path, pattern }) =>
    typeof pattern === 'string' ? `looking for ${fileName(pattern)}` : `listing ${fileName(path ?? '.')}`,
  run({ path, pattern }, { workspace }) {
    const paths = inFolder(workspace, path, (folder) =>
      pattern === undefined ? listEntries(folder) : search(folder, pattern),
    )
    const lines = paths.slice(0, MAX_LISTED_FILES)
    const remainder =
      paths.length > lines.length ? [`[${paths.length - lines.length} more among the entries that were checked.]`] : []
    return lines.length === 0 ? '[Nothing found.]' : [...lines, ...remainder].join('\n')
  },
})

function listEntries(folder: OpenFolder): string[] {
  return sortedEntries(folder).map((entry) => describeEntry(folder, entry, entry.name))
}

function search(top: OpenFolder, pattern: string): string[] {
  const paths: string[] = []
  let visited = 0
  const visit = (folder: OpenFolder, prefix: string, depth: number): void => {
    for (const entry of sortedEntries(folder)) {
      if (++visited > MAX_VISITED_ENTRIES) return
      const path = prefix + entry.name
      if (entry.isDirectory()) {
        if (depth < MAX_FOLDER_DEPTH) tryInner(folder, entry.name, (inner) => visit(inner, `${path}/`, depth + 1))
      } else if (matchesGlob(pattern, path)) paths.push(describeEntry(folder, entry, path))
    }
  }
  visit(top, '', 0)
  return paths
}

/** A folder that has disappeared or cannot be opened is skipped. */
function tryInner(folder: OpenFolder, name: string, use: (inner: OpenFolder) => void): void {
  try {
    inInner(folder, name, use)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

function sortedEntries(folder: OpenFolder): Dirent[] {
  return readdirSync(folder.at('.'), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function describeEntry(folder: OpenFolder, entry: Dirent, path: string): string {
  const displayPath = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(path) ? path : JSON.stringify(path)
  if (entry.isDirectory()) return `${displayPath}/`
  if (entry.isSymbolicLink()) return `${displayPath} (a link)`
  const size = lstatSync(folder.at(entry.name), { throwIfNoEntry: false })?.size ?? 0
  return `${displayPath} (${size} bytes)`
}

/**
 * Whether a path matches a pattern: * stands for anything within a name, ? for one character, ** for any folders. A
 * pattern without a slash matches names in any folder. The time is at most the product of both lengths.
 */
export function matchesGlob(pattern: string, path: string): boolean {
  const parts = pattern.includes('/') ? pattern.split('/') : ['**', pattern]
  return matchesAll(parts, path.split('/'), '**', (part, name) =>
    matchesAll(Array.from(part), Array.from(name), '*', (sign, letter) => sign === '?' || sign === letter),
  )
}

/** On a mismatch the last star takes one more item; earlier stars need not be tried again. */
function matchesAll(
  pattern: string[],
  items: string[],
  star: string,
  matchesItem: (part: string, item: string) => boolean,
): boolean {
  let [patternIndex, itemIndex] = [0, 0]
  let lastStar = -1
  let starEnd = 0
  while (itemIndex < items.length) {
    const part = pattern[patternIndex]
    if (part === star) {
      lastStar = patternIndex++
      starEnd = itemIndex
    } else if (part !== undefined && matchesItem(part, items[itemIndex] ?? '')) {
      patternIndex++
      itemIndex++
    } else if (lastStar >= 0) {
      patternIndex = lastStar + 1
      itemIndex = ++starEnd
    } else return false
  }
  return pattern.slice(patternIndex).every((part) => part === star)
}
