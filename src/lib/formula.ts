import type MarkdownIt from 'markdown-it'

type Parser = InstanceType<typeof MarkdownIt>

/** A formula in a line of text, or one that stands by itself. */
export type FormulaPlace = 'inline' | 'display'

/** What a formula is written between. */
const formulaMarks = [
  ['$$', '$$', 'display'],
  ['\\(', '\\)', 'inline'],
  ['\\[', '\\]', 'display'],
  ['$', '$', 'inline'],
] as const

/** So far its end is looked for: a text of nothing but beginnings costs no more than its length. */
const LONGEST_FORMULA = 2_000
const MOST_LINES = 60

/** Teaches a parser to see formulas as they are written: their backslashes, underscores and stars are their own. */
export function knowFormulas(parser: Parser): void {
  parser.inline.ruler.before('escape', 'formula', (state, silent) => {
    const found = formulaAt(state.src, state.pos)
    if (!found) return false
    if (!silent) Object.assign(state.push('formula', '', 0), { content: found.source, info: found.place })
    state.pos += found.source.length
    return true
  })
  // On lines of its own a formula is a block: a "=" or a "-" that begins a line in it makes no heading and no list.
  parser.block.ruler.before(
    'fence',
    'formula',
    (state, from, to, silent) => {
      if ((state.sCount[from] ?? 0) - state.blkIndent >= 4) return false
      const begin = (state.bMarks[from] ?? 0) + (state.tShift[from] ?? 0)
      const close = { $$: '$$', '\\[': '\\]' }[state.src.slice(begin, begin + 2)]
      const length = close ? state.src.slice(begin + 2, begin + LONGEST_FORMULA).indexOf(close) : -1
      if (length === -1) return false
      const count = state.src.slice(begin, begin + 2 + length).split('\n').length
      if (count > MOST_LINES || from + count > to) return false
      const lines = state.getLines(from, from + count, state.blkIndent, false).trim()
      const found = formulaAt(lines, 0)
      if (found?.source !== lines || /\n\s*\n/.test(lines)) return false
      if (silent) return true
      Object.assign(state.push('formula', '', 0), { content: lines, info: found.place, map: [from, from + count] })
      state.line = from + count
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  )
}

/** What stands between the marks. */
export function texOf(source: string): string {
  const mark = formulaMarks.find(([open]) => source.startsWith(open))?.[0].length ?? 0
  return source.slice(mark, -mark).trim()
}

/** A formula that begins here. "$5 and $6" are prices, `$HOME/$NAME` are a program's. */
function formulaAt(text: string, at: number): { source: string; place: FormulaPlace } | undefined {
  const [open, close, place] = formulaMarks.find(([mark]) => text.startsWith(mark, at)) ?? []
  if (open === undefined || close === undefined) return undefined
  const begin = at + open.length
  const length = text.slice(begin, begin + LONGEST_FORMULA).indexOf(close)
  const inner = text.slice(begin, begin + Math.max(length, 0))
  if (!looksLikeOne(inner.trim())) return undefined
  if (open === '$' && !fitsSingle(inner, text[at - 1] ?? '', text[begin + length + 1] ?? '')) return undefined
  return { source: text.slice(at, begin + length + close.length), place }
}

/** Signs of TeX, or numbers and single letters with what can be between them; other words are somebody's sentence. */
function looksLikeOne(inner: string): boolean {
  if (inner === '') return false
  return /[\\^_{}=]/.test(inner) || (/^[\w\s+\-*/()[\]<>|,.:!'±·×÷≤≥≠]+$/.test(inner) && !/[A-Za-z]{3}/.test(inner))
}

/** A dollar is money and a variable as often: nothing may hang on the outer sides of the two, nor be left open inside. */
function fitsSingle(inner: string, before: string, after: string): boolean {
  return /^\S(.*\S)?$/.test(inner) && !/[/*:+-]$/.test(inner) && !/[\w$]/.test(before) && !/[\d{]/.test(after)
}
