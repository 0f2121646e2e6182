import { endOfComment } from './addresses.ts'

/** What one server found out about a mail (RFC 8601). */
export interface AuthenticationResults {
  /** In lower case; who says so. */
  authservId: string
  results: MethodResult[]
}

export interface MethodResult {
  method: string
  result: string
  /** `header.from` and the like, in lower case; each stands once. */
  properties: Map<string, string>
}

/**
 * Undefined for what does not keep to the grammar: some servers write words of the sender into it, so whatever is out of
 * place may be such words. Properties without a dot are let through, for Microsoft writes them.
 */
export function parseAuthenticationResults(value: string): AuthenticationResults | undefined {
  const items = itemsOf(value)
  const [head, ...rest] = items ?? []
  const authservId = head?.[0]?.key
  // The name of the server, and perhaps the version of the grammar, of which there is one.
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

const LONGEST = 16 * 1024

/** Words and `key=value`, between semicolons. Comments may stand between any two of its signs. */
function itemsOf(text: string): Pair[][] | undefined {
  if (text.length > LONGEST) return undefined
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
 * Behind blanks and comments; undefined where a comment never ends. Servers write the sender's address into comments, and one
 * that is to end a comment early must be quoted: no quotes, so nobody does.
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

/** A run of signs, quoted strings in it without their quotes; undefined where one never ends or what can't be seen stands in it. */
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
