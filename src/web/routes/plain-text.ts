import { type Block, type Inline, parseLine, parseMarkdown, withoutControls } from '../../lib/markdown.ts'
import { oneLine } from '../../lib/text/text.ts'

/** The plain text of Markdown. */
export function plainTextOfMarkdown(text: string): string {
  return parseMarkdown(text).map(blockText).join(' ')
}

/** A title without Markdown. It is often the beginning of a message. */
export function plainTitle(title: string): string {
  return inlineText(parseLine(title.replace(/^\s*(#{1,6}|>|[-*+]|```\w*)\s+/, ''))).trim() || withoutControls(title)
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return inlineText(block.inlines)
    case 'list':
      return block.items.flatMap((item) => item.map(blockText)).join(' ')
    case 'quote':
      return block.blocks.map(blockText).join(' ')
    case 'code':
      return block.text
    case 'table':
      return [block.head, ...block.rows].flatMap((row) => row.map(inlineText)).join(' ')
    case 'rule':
      return ''
  }
}

function inlineText(inlines: Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'break') return ' '
      return 'text' in inline ? inline.text : inlineText(inline.inlines)
    })
    .join('')
}

const MAX_GLIMPSE_CHARS = 120

/** The beginning of a text on one line. */
export function glimpse(text: string): string {
  return oneLine(withoutControls(text), MAX_GLIMPSE_CHARS)
}
