import type { WireBlock, WireInline } from '../wire/wire.ts'

/** Converts a text back to Markdown, so that copies keep lists, tables and code. */
export function asMarkdown(blocks: WireBlock[]): string {
  return blocks.map(blockAsMarkdown).join('\n\n')
}

function blockAsMarkdown(block: WireBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return inlinesAsMarkdown(block.inlines)
    case 'heading':
      return `${'#'.repeat(block.level)} ${inlinesAsMarkdown(block.inlines)}`
    case 'list':
      return block.items.map((item, at) => itemAsMarkdown(item, itemMark(block, at))).join('\n')
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

function itemMark({ start, footnotes }: WireBlock & { kind: 'list' }, at: number): string {
  if (footnotes) return `[^${at + 1}]: `
  return start === undefined ? '- ' : `${start + at}. `
}

/** Indents all lines of an item like its first. */
function itemAsMarkdown(item: WireBlock[], mark: string): string {
  const isTight = item.every(({ kind }) => kind === 'paragraph' || kind === 'list')
  const text = item.map(blockAsMarkdown).join(isTight ? '\n' : '\n\n')
  return mark + text.replaceAll(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`)
}

function tableAsMarkdown({ align, head, rows }: WireBlock & { kind: 'table' }): string {
  const row = (cells: WireInline[][]) =>
    `| ${cells.map((cell) => inlinesAsMarkdown(cell).replaceAll('|', '\\|')).join(' | ')} |`
  const rules = { left: ':--', center: ':-:', right: '--:', none: '---' }
  return [row(head), `| ${align.map((alignment) => rules[alignment]).join(' | ')} |`, ...rows.map(row)].join('\n')
}

function inlinesAsMarkdown(inlines: WireInline[]): string {
  return inlines.map(inlineAsMarkdown).join('')
}

function inlineAsMarkdown(inline: WireInline): string {
  switch (inline.kind) {
    case 'text':
      return inline.footnote === undefined ? inline.text : `[^${inline.footnote}]`
    case 'code': {
      if (inline.formula) return inline.text
      const fence = fenceFor(inline.text, 1)
      return fence === '`' ? `\`${inline.text}\`` : `${fence} ${inline.text} ${fence}`
    }
    case 'strong':
      return `**${inlinesAsMarkdown(inline.inlines)}**`
    case 'em':
      return `*${inlinesAsMarkdown(inline.inlines)}*`
    case 'strike':
      return `~~${inlinesAsMarkdown(inline.inlines)}~~`
    case 'link': {
      const words = inlinesAsMarkdown(inline.inlines)
      return words === inline.href ? words : `[${words}](${inline.href})`
    }
    case 'break':
      return '\n'
  }
}

/** Longer than any run of backticks inside. */
function fenceFor(text: string, minChars: number): string {
  const longest = Math.max(minChars - 1, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  return '`'.repeat(longest + 1)
}

/** The plain text without formatting. */
export function plainTextOf(blocks: WireBlock[]): string {
  return blocks
    .map(blockText)
    .filter((words) => words !== '')
    .join(' ')
}

function blockText(block: WireBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return inlinesText(block.inlines)
    case 'list':
      return block.items.map(plainTextOf).join(' ')
    case 'quote':
      return plainTextOf(block.blocks)
    case 'code':
      return block.text
    case 'table':
      return [block.head, ...block.rows].flatMap((row) => row.map(inlinesText)).join(' ')
    case 'rule':
      return ''
  }
}

function inlinesText(inlines: WireInline[]): string {
  return inlines
    .map((inline) => {
      if ('text' in inline) return inline.text
      return inline.kind === 'break' ? ' ' : inlinesText(inline.inlines)
    })
    .join('')
}

/** Reads "[x] bread" as a task: whether it is done, and the text without the box. */
export function asTask(blocks: WireBlock[]): { isDone: boolean; blocks: WireBlock[] } | undefined {
  const [first, ...rest] = blocks
  const begin = first?.kind === 'paragraph' ? first.inlines[0] : undefined
  if (first?.kind !== 'paragraph' || begin?.kind !== 'text') return undefined
  const [, box, text] = /^\[([ xX])\] ([\s\S]*)$/.exec(begin.text) ?? []
  if (box === undefined || text === undefined) return undefined
  const words = { ...first, inlines: [{ ...begin, text }, ...first.inlines.slice(1)] }
  return { isDone: box !== ' ', blocks: [words, ...rest] }
}
