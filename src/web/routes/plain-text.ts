import { type Block, type Inline, parseLine, parseMarkdown, withoutControls } from '../../lib/markdown.ts'
import { oneLine } from '../../lib/text/text.ts'

/** The plain text of Markdown. */
export function plainTextOfMarkdown(text: string): string {
  return parseMarkdown(text).map(wordsOf).join(' ')
}

/** A title without Markdown. It is often the beginning of a message. */
export function plainTitle(title: string): string {
  return said(parseLine(title.replace(/^\s*(#{1,6}|>|[-*+]|```\w*)\s+/, ''))).trim() || withoutControls(title)
}

function wordsOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return said(block.inlines)
    case 'list':
      return block.items.flatMap((item) => item.map(wordsOf)).join(' ')
    case 'quote':
      return block.blocks.map(wordsOf).join(' ')
    case 'code':
      return block.text
    case 'table':
      return [block.head, ...block.rows].flatMap((row) => row.map(said)).join(' ')
    case 'rule':
      return ''
  }
}

function said(inlines: Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'break') return ' '
      return 'text' in inline ? inline.text : said(inline.inlines)
    })
    .join('')
}

const glimpseChars = 120

/** The beginning of a text on one line. */
export function glimpse(text: string): string {
  return oneLine(withoutControls(text), glimpseChars)
}
