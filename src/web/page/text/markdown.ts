import type { Block, Inline } from '../wire/wire.ts'

/** A text as somebody would write it in Markdown: what is copied keeps its lists, tables and code. */
export function asMarkdown(blocks: Block[]): string {
  return blocks.map(blockAsMarkdown).join('\n\n')
}

function blockAsMarkdown(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return lineOf(block.inlines)
    case 'heading':
      return `${'#'.repeat(block.level)} ${lineOf(block.inlines)}`
    case 'list':
      return block.items.map((item, at) => itemAsMarkdown(item, markOf(block, at))).join('\n')
    case 'quote':
      return asMarkdown(block.blocks).replaceAll(/^/gm, '> ')
    case 'code': {
      const fence = fenceFor(block.text, 3)
      return `${fence}${block.language}\n${block.text}\n${fence}`
    }
    case 'table':
      return tableAsMarkdown(block)
    case 'rule':
      return '---'
  }
}

function markOf({ start }: Block & { kind: 'list' }, at: number): string {
  return start === undefined ? '- ' : `${start + at}. `
}

/** Everything of an item stands as far in as its first line. */
function itemAsMarkdown(item: Block[], mark: string): string {
  const isTight = item.every(({ kind }) => kind === 'paragraph' || kind === 'list')
  const text = item.map(blockAsMarkdown).join(isTight ? '\n' : '\n\n')
  return mark + text.replaceAll(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`)
}

function tableAsMarkdown({ align, head, rows }: Block & { kind: 'table' }): string {
  const row = (cells: Inline[][]) => `| ${cells.map((cell) => lineOf(cell).replaceAll('|', '\\|')).join(' | ')} |`
  const rules = { left: ':--', center: ':-:', right: '--:', none: '---' }
  return [row(head), `| ${align.map((one) => rules[one]).join(' | ')} |`, ...rows.map(row)].join('\n')
}

function lineOf(inlines: Inline[]): string {
  return inlines.map(inlineAsMarkdown).join('')
}

function inlineAsMarkdown(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code': {
      if (inline.formula) return inline.text
      const fence = fenceFor(inline.text, 1)
      return fence === '`' ? `\`${inline.text}\`` : `${fence} ${inline.text} ${fence}`
    }
    case 'strong':
      return `**${lineOf(inline.inlines)}**`
    case 'em':
      return `*${lineOf(inline.inlines)}*`
    case 'strike':
      return `~~${lineOf(inline.inlines)}~~`
    case 'link': {
      const words = lineOf(inline.inlines)
      return words === inline.href ? words : `[${words}](${inline.href})`
    }
    case 'break':
      return '\n'
  }
}

/** Longer than any inside. */
function fenceFor(text: string, least: number): string {
  const longest = Math.max(least - 1, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  return '`'.repeat(longest + 1)
}
