import { parse } from 'smol-toml'

/**
 * Finds the line of each key and table. The TOML parser keeps no positions, so this reads the text again. It is used only
 * on text that the parser accepted, and only to say where a problem is.
 */
export function tomlLines(text: string): (path: readonly PropertyKey[]) => number | undefined {
  const found = new Map<string, number>()
  const lists = new Map<string, number>()
  let table: string[] = []
  let quotes: string | undefined
  for (const [index, line] of text.split('\n').entries()) {
    if (quotes === undefined) {
      const [, brackets, header] = tableHeader.exec(line) ?? []
      const key = assignment.exec(line)?.[1]
      if (key !== undefined) remember(found, [...table, ...segments(key)], index + 1)
      else if (header !== undefined) {
        table = inLists(segments(header), lists, brackets === '[[')
        remember(found, table, index + 1)
      }
    }
    quotes = openQuotes(line, quotes)
  }
  // A key inside an inline table has no line of its own, so the line of the table around it is returned.
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const line = found.get(path.slice(0, length).map(String).join('\0'))
      if (line !== undefined) return line
    }
    return undefined
  }
}

const part = String.raw`(?:[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*')`
const dotted = String.raw`${part}(?:\s*\.\s*${part})*`
const assignment = new RegExp(String.raw`^\s*(${dotted})\s*=`)
const tableHeader = new RegExp(String.raw`^\s*(\[\[?)\s*(${dotted})\s*\]\]?\s*(?:#.*)?$`)

function segments(key: string): string[] {
  const path: string[] = []
  for (let node: unknown = parse(`${key} = 0`); typeof node === 'object' && node !== null; ) {
    const [name, inner]: [string, unknown] = Object.entries(node)[0] ?? ['', undefined]
    path.push(name)
    node = inner
  }
  return path
}

/** The path of a table in a list contains its number: the next number for a `[[header]]`, otherwise the last one. */
function inLists(path: string[], lists: Map<string, number>, opensOne: boolean): string[] {
  const placed: string[] = []
  for (const [depth, name] of path.entries()) {
    placed.push(name)
    const key = placed.join('\0')
    if (opensOne && depth === path.length - 1) lists.set(key, (lists.get(key) ?? -1) + 1)
    const count = lists.get(key)
    if (count !== undefined) placed.push(String(count))
  }
  return placed
}

function remember(found: Map<string, number>, path: string[], line: number) {
  for (let length = 1; length <= path.length; length++) {
    const key = path.slice(0, length).join('\0')
    if (!found.has(key)) found.set(key, line)
  }
}

// Lines inside a multi-line text may look like keys, so this tracks where such a text begins and ends.
function openQuotes(line: string, open: string | undefined): string | undefined {
  const tokens = line.match(/\\.|"""|'''|"(?:[^"\\]|\\.)*"|'[^']*'|#/g) ?? []
  let state = open
  for (const token of tokens) {
    if (state === undefined && token === '#') break
    if (token !== '"""' && token !== "'''") continue
    if (state === undefined) state = token
    else if (state === token) state = undefined
  }
  return state
}
