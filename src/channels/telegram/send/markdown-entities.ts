import { type Block, type Inline, parseMarkdown } from '../../../lib/markdown.ts'
import { drawTable } from '../../shared/markdown-text.ts'
import { createStyledTextWriter, type StyledText, type StyledTextWriter, type TextStyle } from './styled-text.ts'

/**
 * Renders Markdown as text and entities. We never use `parse_mode`: with it, one forgotten escape makes the server
 * refuse the whole message, while plain text with entities always parses.
 */
export function renderMarkdown(markdown: string, isCommand: (name: string) => boolean = () => false): StyledText {
  const writer = createStyledTextWriter()
  drawBlocks(parseMarkdown(markdown.toWellFormed()), { writer, style: {}, indent: '' })
  const styled = writer.finish((text) => findAutolinks(text, isCommand))
  // Markdown such as "[](x)" renders to nothing. Then we send the source.
  return styled.text === '' ? { text: markdown.toWellFormed().trim(), entities: [] } : styled
}

interface RenderContext {
  writer: StyledTextWriter
  style: TextStyle
  /** Written before every further line of a list item. */
  indent: string
}

function drawBlocks(blocks: Block[], context: RenderContext, between = '\n\n'): void {
  for (const [at, block] of blocks.entries()) {
    if (at > 0) context.writer.write(between + context.indent, {})
    drawBlock(block, context)
  }
}

function drawBlock(block: Block, context: RenderContext): void {
  switch (block.kind) {
    case 'paragraph':
      return drawInlines(block.inlines, context)
    case 'heading':
      return drawInlines(block.inlines, { ...context, style: { ...context.style, bold: true } })
    case 'list':
      return drawList(block, context)
    case 'quote':
      return context.writer.quote(() => drawBlocks(block.blocks, context))
    case 'code':
      // The server replaces a tab by one space.
      return context.writer.write(block.text.replaceAll('\t', '    '), { pre: block.language })
    case 'table':
      return drawRows(block, context)
    case 'rule':
      return context.writer.write('———', {})
  }
}

function drawList({ start, items }: Extract<Block, { kind: 'list' }>, context: RenderContext): void {
  for (const [at, blocks] of items.entries()) {
    if (at > 0) context.writer.write(`\n${context.indent}`, {})
    const { checkbox, rest } = readCheckbox(blocks)
    const label = checkbox ?? (start === undefined ? '•' : `${start + at}.`)
    context.writer.write(`${label} `, {})
    const inner = { ...context, indent: `${context.indent}${' '.repeat(label.length + 1)}` }
    drawBlocks(rest, inner, '\n')
  }
}

/** A "[x] " at the start of a list item. Plain Markdown has no checkboxes. */
function readCheckbox(blocks: Block[]): { checkbox?: string; rest: Block[] } {
  const [first, ...others] = blocks
  const lead = first?.kind === 'paragraph' ? first.inlines[0] : undefined
  const match = lead?.kind === 'text' ? /^\[([ xX])\]\s+/.exec(lead.text) : null
  if (first?.kind !== 'paragraph' || lead?.kind !== 'text' || !match) return { rest: blocks }
  const inlines: Inline[] = [{ kind: 'text', text: lead.text.slice(match[0].length) }, ...first.inlines.slice(1)]
  return { checkbox: match[1] === ' ' ? '☐' : '☑', rest: [{ kind: 'paragraph', inlines }, ...others] }
}

/** Draws columns if they fit. Otherwise lists one row after another, with the heading before each value. */
function drawRows({ head, rows, align }: Extract<Block, { kind: 'table' }>, context: RenderContext): void {
  const drawn = drawTable(
    head.map(withoutMarkup),
    rows.map((row) => row.map(withoutMarkup)),
    align,
  )
  if (drawn !== undefined) return context.writer.write(drawn, { pre: '' })
  if (rows.length === 0) return context.writer.write(head.map(withoutMarkup).join(' | '), { bold: true })
  for (const [at, row] of rows.entries()) {
    if (at > 0) context.writer.write(`\n\n${context.indent}`, {})
    for (const [column, cell] of row.entries()) {
      if (column > 0) context.writer.write(`\n${context.indent}`, {})
      drawInlines(head[column] ?? [], { ...context, style: { ...context.style, bold: true } })
      context.writer.write(': ', {})
      drawInlines(cell, context)
    }
  }
}

function drawInlines(inlines: Inline[], context: RenderContext): void {
  for (const inline of inlines) drawInline(inline, context)
}

function drawInline(inline: Inline, context: RenderContext): void {
  const { writer, style } = context
  switch (inline.kind) {
    case 'text':
      return writer.write(inline.text, style)
    case 'code':
      return writer.write(inline.text, { ...style, code: true })
    case 'strong':
      return drawInlines(inline.inlines, { ...context, style: { ...style, bold: true } })
    case 'em':
      return drawInlines(inline.inlines, { ...context, style: { ...style, italic: true } })
    case 'strike':
      return drawInlines(inline.inlines, { ...context, style: { ...style, strikethrough: true } })
    case 'link':
      return drawLink(inline, context)
    case 'break':
      return writer.write(`\n${context.indent}`, style)
  }
}

/** The server refuses the whole message because of one link it does not accept, so we write out such a URL instead. */
function drawLink({ href, inlines }: Extract<Inline, { kind: 'link' }>, context: RenderContext): void {
  const style = { ...context.style, ...(isLinkable(href) ? { link: href } : {}) }
  const label = withoutMarkup(inlines).trim()
  const address = href.replace(/^mailto:/i, '')
  if (label === '') return context.writer.write(address, style)
  drawInlines(inlines, { ...context, style })
  if (style.link === undefined && label !== href && label !== address)
    context.writer.write(` (${address})`, context.style)
}

/** The server reinterprets other schemes: mailto:a@b becomes a page on a host called b. */
function isLinkable(href: string): boolean {
  if (href.length > 1024) return false
  return /^https?:\/\/(?:[^/@\s]*@)?[^/:?#@\s]+\.[^/:?#@\s]+/i.test(href)
}

function withoutMarkup(inlines: Inline[]): string {
  return inlines
    .map((inline) => {
      if ('inlines' in inline) return withoutMarkup(inline.inlines)
      return inline.kind === 'break' ? ' ' : inline.text
    })
    .join('')
}

// The server finds these in any text by itself: a mention notifies somebody, a command becomes tappable, and "main.rs"
// becomes a link to a host in Serbia. The endings are those that are both file types and domains.
const autolinks =
  /(?<![\w@])@\w{2,32}|(?<![\w/<>])\/(\w{1,64})(?:@\w{3,32})?(?![\w/<>])|(?<![\w@:/.-])[\w-]+(?:\.[\w-]+)*\.(?:cc|md|mov|pl|ps|py|rs|sh|so|zip)(?![\w/])/g

function findAutolinks(text: string, isCommand: (name: string) => boolean): [start: number, end: number][] {
  const ranges: [number, number][] = []
  for (const match of text.matchAll(autolinks)) {
    const [whole, command] = match
    if (command === undefined || !isCommand(command.toLowerCase()))
      ranges.push([match.index, match.index + whole.length])
  }
  return ranges
}
