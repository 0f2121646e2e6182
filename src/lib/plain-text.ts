import { type Block, type Inline, parseMarkdown } from './markdown.ts'

/** Converts Markdown to plain text, for places that would show the markup. */
export function plainText(markdown: string): string {
  return blocksText(parseMarkdown(markdown))
}

function blocksText(blocks: Block[]): string {
  return blocks.map(blockText).join('\n\n')
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return inlineText(block.inlines)
    case 'code':
      return block.text.replace(/\n$/, '')
    case 'quote':
      return indent(blocksText(block.blocks), '> ', '> ')
    case 'list':
      return block.items.map((item, index) => listItem(item, block.start, index)).join('\n')
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(inlineText).join(' | ')).join('\n')
    case 'rule':
      return '---'
  }
}

function listItem(item: Block[], start: number | undefined, index: number): string {
  const mark = start === undefined ? '- ' : `${start + index}. `
  return indent(item.map(blockText).join('\n'), mark, ' '.repeat(mark.length))
}

function indent(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : rest}${line}`)
    .join('\n')
}

export function inlineText(inlines: Inline[]): string {
  return inlines.map(inlineItemText).join('')
}

function inlineItemText(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
    case 'code':
      return inline.text
    case 'break':
      return '\n'
    case 'link': {
      const text = inlineText(inline.inlines)
      return text === inline.href ? text : `${text} (${inline.href})`
    }
    case 'strong':
    case 'em':
    case 'strike':
      return inlineText(inline.inlines)
  }
}
