import type MarkdownIt from 'markdown-it'

type Parser = InstanceType<typeof MarkdownIt>

/** The footnotes of one text: what each label says, and the numbers of those that the text refers to. */
export interface Footnotes {
  texts: Map<string, string>
  /** From the label to the number. */
  cited: Map<string, number>
}

export type FootnoteScope = {
  footnotes: Footnotes
  /** A footnote has no footnotes of its own below it, but it may refer to others. */
  isNote?: true
}

/** "[^1]: The text". A label has no spaces or brackets. */
const definition = /^\[\^([^\s[\]]{1,50})\]:[ \t]*/
const reference = /^\[\^([^\s[\]]{1,50})\]/
const MAX_REFERENCE_CHARS = 60

/**
 * Teaches a parser footnotes: the definitions are taken out of the text, and "[^1]" becomes a token with its number if
 * there is such a definition.
 */
export function addFootnoteRules(parser: Parser): void {
  parser.block.ruler.before(
    'reference',
    'footnote',
    (state, from, to, silent) => {
      const scope = state.env as Partial<FootnoteScope>
      if (!scope.footnotes || scope.isNote || (state.sCount[from] ?? 0) - state.blkIndent >= 4) return false
      const lineAt = (line: number) =>
        state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
      const [mark, label] = definition.exec(lineAt(from)) ?? []
      if (mark === undefined || label === undefined) return false
      if (silent) return true
      const lines = [lineAt(from).slice(mark.length)]
      let next = from + 1
      for (; next < to && belongsTo(next); next++) lines.push(lineAt(next))
      if (!scope.footnotes.texts.has(label)) scope.footnotes.texts.set(label, lines.join('\n').trim())
      state.line = next
      return true

      /** The lines of its paragraph, and indented ones after an empty line. */
      function belongsTo(line: number): boolean {
        if (state.isEmpty(line)) return line + 1 < to && (state.sCount[line + 1] ?? 0) - state.blkIndent >= 2
        if (definition.test(lineAt(line))) return false
        return !state.isEmpty(line - 1) || (state.sCount[line] ?? 0) - state.blkIndent >= 2
      }
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  )
  parser.inline.ruler.before('link', 'footnote', (state, silent) => {
    const { footnotes } = state.env as Partial<FootnoteScope>
    if (!footnotes || state.src[state.pos] !== '[') return false
    const [mark, label] = reference.exec(state.src.slice(state.pos, state.pos + MAX_REFERENCE_CHARS)) ?? []
    if (mark === undefined || label === undefined || !footnotes.texts.has(label)) return false
    if (!silent) {
      const number = footnotes.cited.get(label) ?? footnotes.cited.size + 1
      footnotes.cited.set(label, number)
      state.push('footnote', '', 0).content = String(number)
    }
    state.pos += mark.length
    return true
  })
}
