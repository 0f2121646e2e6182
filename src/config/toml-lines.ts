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
        table = addListNumbers(segments(header), lists, brackets === '[[')
        remember(found, table, index + 1)
      }
    }
    quotes = quotesAfter(line, quotes)
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
function addListNumbers(path: string[], lists: Map<string, number>, isListHeader: boolean): string[] {
  const numbered: string[] = []
  for (const [depth, name] of path.entries()) {
    numbered.push(name)
    const key = numbered.join('\0')
    if (isListHeader && depth === path.length - 1) lists.set(key, (lists.get(key) ?? -1) + 1)
    const count = lists.get(key)
    if (count !== undefined) numbered.push(String(count))
  }
  return numbered
}

function remember(found: Map<string, number>, path: string[], line: number) {
  for (let length = 1; length <= path.length; length++) {
    const key = path.slice(0, length).join('\0')
    if (!found.has(key)) found.set(key, line)
  }
}

/** The quotes of a multi-line text that is still open after this line. The lines in such a text may look like keys. */
function quotesAfter(line: string, openBefore: string | undefined): string | undefined {
  const outside = /\\.|"""|'''|"(?:[^"\\]|\\.)*"|'[^']*'|#/g
  const basicText = /\\.|"{3,5}/g
  const literalText = /'{3,5}/g
  let open = openBefore
  let index = 0
  for (;;) {
    const pattern = open === undefined ? outside : open === '"""' ? basicText : literalText
    pattern.lastIndex = index
    const [token] = pattern.exec(line) ?? []
    if (token === undefined || token === '#') return open
    index = pattern.lastIndex
    if (open !== undefined) open = token.startsWith(open) ? undefined : open
    else if (token === '"""' || token === "'''") open = token
  }
}
