import type { Block, Inline } from '../wire/wire.ts'

/** The words of a text, without what only shows how they look. */
export function wordsOf(blocks: Block[]): string {
  return blocks
    .map(wordsOfBlock)
    .filter((words) => words !== '')
    .join(' ')
}

function wordsOfBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return wordsOfInlines(block.inlines)
    case 'list':
      return block.items.map(wordsOf).join(' ')
    case 'quote':
      return wordsOf(block.blocks)
    case 'code':
      return block.text
    case 'table':
      return [block.head, ...block.rows].flatMap((row) => row.map(wordsOfInlines)).join(' ')
    case 'rule':
      return ''
  }
}

function wordsOfInlines(inlines: Inline[]): string {
  return inlines
    .map((inline) => {
      if ('text' in inline) return inline.text
      return inline.kind === 'break' ? ' ' : wordsOfInlines(inline.inlines)
    })
    .join('')
}
