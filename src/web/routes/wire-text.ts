import { type Block, type Inline, parseMarkdown } from '../../lib/markdown.ts'
import type * as wire from '../page/wire/wire.ts'
import { drawFormula } from './math.ts'

/** No text has more to draw; the rest is shown as it is written, so that no text can hold up the daemon. */
const mostFormulas = 300

/** A text in Markdown as the page draws it: its tree, with the formulas as MathML. */
export function toWireText(text: string): wire.Block[] {
  let drawn = 0
  return parseMarkdown(text).map(withMath)

  function withMath(block: Block): wire.Block {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return { ...block, inlines: block.inlines.map(inlineWithMath) }
      case 'list':
        return { ...block, items: block.items.map((item) => item.map(withMath)) }
      case 'quote':
        return { ...block, blocks: block.blocks.map(withMath) }
      case 'table': {
        const cells = (row: Inline[][]) => row.map((cell) => cell.map(inlineWithMath))
        return { ...block, head: cells(block.head), rows: block.rows.map(cells) }
      }
      case 'code':
      case 'rule':
        return block
    }
  }

  function inlineWithMath(inline: Inline): wire.Inline {
    if ('inlines' in inline) return { ...inline, inlines: inline.inlines.map(inlineWithMath) }
    if (inline.kind !== 'code' || !inline.formula || drawn++ >= mostFormulas) return inline
    const math = drawFormula(inline.text, inline.formula)
    return math ? { ...inline, math } : inline
  }
}
