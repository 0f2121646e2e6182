import { endOfComment } from './addresses.ts'

/** The verdict of one server about a mail (RFC 8601). */
export interface AuthenticationResults {
  /** The server that says so, in lower case. */
  authservId: string
  results: MethodResult[]
}

export interface MethodResult {
  method: string
  result: string
  /** Such as `header.from`, in lower case. Each occurs only once. */
  properties: Map<string, string>
}

/**
 * Undefined for anything outside the grammar: some servers copy text of the sender into this header, so unexpected text
 * may come from the sender. Properties without a dot are allowed, because Microsoft writes them.
 */
export function parseAuthenticationResults(value: string): AuthenticationResults | undefined {
  const items = itemsOf(value)
  const [head, ...rest] = items ?? []
  const authservId = head?.[0]?.key
  // The name of the server and optionally the version, which can only be 1.
  if (head === undefined || !authservId || head.some(({ value }) => value !== undefined)) return undefined
  if (head.length > 2 || (head[1] && head[1].key !== '1')) return undefined
  const results: MethodResult[] = []
  for (const item of rest) {
    const [first, ...pairs] = item
    if (first === undefined || (first.key === 'none' && first.value === undefined && pairs.length === 0)) continue
    const [, method] = /^([a-z\d](?:[a-z\d_-]*[a-z\d])?)(?:\/1)?$/.exec(first.key) ?? []
    if (method === undefined || first.value === undefined || !/^[\w-]+$/.test(first.value)) return undefined
    const properties = new Map<string, string>()
    for (const { key, value } of pairs) {
      if (value === undefined || !/^[a-z\d][\w.-]*$/.test(key) || properties.has(key)) return undefined
      properties.set(key, value)
    }
    results.push({ method, result: first.value.toLowerCase(), properties })
  }
  return { authservId, results }
}

interface Pair {
  key: string
  value?: string
}

const MAX_HEADER_CHARS = 16 * 1024

/** Splits into words and `key=value` pairs between semicolons. Comments may occur anywhere. */
function itemsOf(text: string): Pair[][] | undefined {
  if (text.length > MAX_HEADER_CHARS) return undefined
  const items: Pair[][] = [[]]
  let at = skipBlank(text, 0)
  while (at !== undefined && at < text.length) {
    if (text[at] === ';') {
      items.push([])
      at = skipBlank(text, at + 1)
      continue
    }
    const key = readWord(text, at, '=')
    const equals: number | undefined = key && skipBlank(text, key.end)
    if (key === undefined || key.text === '' || equals === undefined) return undefined
    const pair: Pair = { key: key.text.toLowerCase() }
    at = equals
    if (text[equals] === '=') {
      const start = skipBlank(text, equals + 1)
      const value = start === undefined ? undefined : readWord(text, start, '')
      if (value === undefined || value.end === start) return undefined
      pair.value = value.text
      at = skipBlank(text, value.end)
    }
    items.at(-1)?.push(pair)
  }
  return at === undefined ? undefined : items
}

/**
 * Skips blanks and comments. Undefined if a comment does not end, or contains quotes: servers write the sender's
 * address into comments, and quoting is the only way to end a comment early.
 */
function skipBlank(text: string, start: number): number | undefined {
  let at = start
  for (;;) {
    while (/[ \t]/.test(text.charAt(at))) at += 1
    if (text[at] !== '(') return at
    const end = endOfComment(text, at)
    if (end === text.length || /["\\]/.test(text.slice(at, end))) return undefined
    at = end + 1
  }
}

/**
 * Reads a word, without the quotes of quoted strings. Undefined if a quoted string does not end or contains control
 * characters.
 */
function readWord(text: string, start: number, stop: string): { text: string; end: number } | undefined {
  let word = ''
  let at = start
  while (at < text.length && !/[ \t;()]/.test(text.charAt(at)) && text[at] !== stop) {
    if (text[at] === '"') {
      at += 1
      while (at < text.length && text[at] !== '"') {
        if (text[at] === '\\') at += 1
        word += text.charAt(at)
        at += 1
      }
      if (at >= text.length) return undefined
    } else word += text.charAt(at)
    at += 1
  }
  return /\p{Cc}/u.test(word) || text[at] === ')' ? undefined : { text: word, end: at }
}
