import type MarkdownIt from 'markdown-it'

type Parser = InstanceType<typeof MarkdownIt>

/** A formula within a line of text, or in a block of its own. */
export type FormulaPlace = 'inline' | 'display'

/** The delimiters of a formula. */
const formulaMarks = [
  ['$$', '$$', 'display'],
  ['\\(', '\\)', 'inline'],
  ['\\[', '\\]', 'display'],
  ['$', '$', 'inline'],
] as const

/** The longest formula we search the end of, so that a text full of opening delimiters takes linear time. */
const MAX_FORMULA_CHARS = 2_000
const MAX_FORMULA_LINES = 60

/**
 * Teaches a parser to recognize formulas, so that their backslashes, underscores and stars are not read as Markdown.
 */
export function addFormulaRules(parser: Parser): void {
  parser.inline.ruler.before('escape', 'formula', (state, silent) => {
    const formula = formulaAt(state.src, state.pos)
    if (!formula) return false
    if (!silent) Object.assign(state.push('formula', '', 0), { content: formula.source, info: formula.place })
    state.pos += formula.source.length
    return true
  })
  // A formula on its own lines is a block, so that a line in it that begins with "=" or "-" makes no heading or list.
  parser.block.ruler.before(
    'fence',
    'formula',
    (state, from, to, silent) => {
      if ((state.sCount[from] ?? 0) - state.blkIndent >= 4) return false
      const begin = (state.bMarks[from] ?? 0) + (state.tShift[from] ?? 0)
      const close = { $$: '$$', '\\[': '\\]' }[state.src.slice(begin, begin + 2)]
      const length = close ? state.src.slice(begin + 2, begin + MAX_FORMULA_CHARS).indexOf(close) : -1
      if (length === -1) return false
      const count = state.src.slice(begin, begin + 2 + length).split('\n').length
      if (count > MAX_FORMULA_LINES || from + count > to) return false
      const lines = state.getLines(from, from + count, state.blkIndent, false).trim()
      const formula = formulaAt(lines, 0)
      if (formula?.source !== lines || /\n\s*\n/.test(lines)) return false
      if (silent) return true
      Object.assign(state.push('formula', '', 0), { content: lines, info: formula.place, map: [from, from + count] })
      state.line = from + count
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  )
}

/** The text between the delimiters. */
export function texOf(source: string): string {
  const mark = formulaMarks.find(([open]) => source.startsWith(open))?.[0].length ?? 0
  return source.slice(mark, -mark).trim()
}

/** The formula that begins here. "$5 and $6" are prices, and `$HOME/$NAME` are variables of a program. */
function formulaAt(text: string, at: number): { source: string; place: FormulaPlace } | undefined {
  const [open, close, place] = formulaMarks.find(([mark]) => text.startsWith(mark, at)) ?? []
  if (open === undefined || close === undefined) return undefined
  const begin = at + open.length
  const length = text.slice(begin, begin + MAX_FORMULA_CHARS).indexOf(close)
  const inner = text.slice(begin, begin + Math.max(length, 0))
  if (!looksLikeFormula(inner.trim())) return undefined
  if (open === '$' && !isDollarFormula(inner, text[at - 1] ?? '', text[begin + length + 1] ?? '')) return undefined
  return { source: text.slice(at, begin + length + close.length), place }
}

/** TeX commands, or numbers and single letters with operators between them. Other words belong to a sentence. */
function looksLikeFormula(inner: string): boolean {
  if (inner === '') return false
  return /[\\^_{}=]/.test(inner) || (/^[\w\s+\-*/()[\]<>|,.:!'±·×÷≤≥≠]+$/.test(inner) && !/[A-Za-z]{3}/.test(inner))
}

/**
 * A dollar sign is often money or a variable: nothing may touch the outside of the pair, and nothing may be left open
 * inside.
 */
function isDollarFormula(inner: string, before: string, after: string): boolean {
  return /^\S(.*\S)?$/.test(inner) && !/[/*:+-]$/.test(inner) && !/[\w$]/.test(before) && !/[\d{]/.test(after)
}
