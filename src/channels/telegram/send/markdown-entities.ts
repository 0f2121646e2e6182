import { type Block, type Inline, parseMarkdown } from '../../../lib/markdown.ts'
import { drawTable } from '../../shared/markdown-text.ts'
import { createStyledTextWriter, type StyledText, type StyledTextWriter, type TextStyle } from './styled-text.ts'

/**
 * Renders Markdown as text and entities. We never use `parse_mode`: there one forgotten escape fails the whole message,
 * while plain text with entities always parses.
 */
export function renderMarkdown(markdown: string, isCommand: (name: string) => boolean = () => false): StyledText {
  const writer = createStyledTextWriter()
  drawBlocks(parseMarkdown(markdown.toWellFormed()), { writer, style: {}, indent: '' })
  const styled = writer.finish((text) => findAccidental(text, isCommand))
  // Markdown such as "[](x)" renders to nothing. Then we send the source.
  return styled.text === '' ? { text: markdown.toWellFormed().trim(), entities: [] } : styled
}

interface Pen {
  writer: StyledTextWriter
  style: TextStyle
  /** Written before every further line of a list item. */
  indent: string
}

function drawBlocks(blocks: Block[], pen: Pen, between = '\n\n'): void {
  for (const [at, block] of blocks.entries()) {
    if (at > 0) pen.writer.write(between + pen.indent, {})
    drawBlock(block, pen)
  }
}

function drawBlock(block: Block, pen: Pen): void {
  switch (block.kind) {
    case 'paragraph':
      return drawInlines(block.inlines, pen)
    case 'heading':
      return drawInlines(block.inlines, { ...pen, style: { ...pen.style, bold: true } })
    case 'list':
      return drawList(block, pen)
    case 'quote':
      return pen.writer.quote(() => drawBlocks(block.blocks, pen))
    case 'code':
      // The server replaces a tab by one space.
      return pen.writer.write(block.text.replaceAll('\t', '    '), { pre: block.language })
    case 'table':
      return drawRows(block, pen)
    case 'rule':
      return pen.writer.write('———', {})
  }
}

function drawList({ start, items }: Extract<Block, { kind: 'list' }>, pen: Pen): void {
  for (const [at, blocks] of items.entries()) {
    if (at > 0) pen.writer.write(`\n${pen.indent}`, {})
    const { mark, rest } = readTask(blocks)
    const label = mark ?? (start === undefined ? '•' : `${start + at}.`)
    pen.writer.write(`${label} `, {})
    const inner = { ...pen, indent: `${pen.indent}${' '.repeat(label.length + 1)}` }
    drawBlocks(rest, inner, '\n')
  }
}

/** A "[x] " at the start of a list item. Plain Markdown has no checkboxes. */
function readTask(blocks: Block[]): { mark?: string; rest: Block[] } {
  const [first, ...others] = blocks
  const lead = first?.kind === 'paragraph' ? first.inlines[0] : undefined
  const match = lead?.kind === 'text' ? /^\[([ xX])\]\s+/.exec(lead.text) : null
  if (first?.kind !== 'paragraph' || lead?.kind !== 'text' || !match) return { rest: blocks }
  const inlines: Inline[] = [{ kind: 'text', text: lead.text.slice(match[0].length) }, ...first.inlines.slice(1)]
  return { mark: match[1] === ' ' ? '☐' : '☑', rest: [{ kind: 'paragraph', inlines }, ...others] }
}

/** In columns if they fit, else one record after another with each value behind its heading. */
function drawRows({ head, rows, align }: Extract<Block, { kind: 'table' }>, pen: Pen): void {
  const drawn = drawTable(
    head.map(plain),
    rows.map((row) => row.map(plain)),
    align,
  )
  if (drawn !== undefined) return pen.writer.write(drawn, { pre: '' })
  if (rows.length === 0) return pen.writer.write(head.map(plain).join(' | '), { bold: true })
  for (const [at, row] of rows.entries()) {
    if (at > 0) pen.writer.write(`\n\n${pen.indent}`, {})
    for (const [column, cell] of row.entries()) {
      if (column > 0) pen.writer.write(`\n${pen.indent}`, {})
      drawInlines(head[column] ?? [], { ...pen, style: { ...pen.style, bold: true } })
      pen.writer.write(': ', {})
      drawInlines(cell, pen)
    }
  }
}

function drawInlines(inlines: Inline[], pen: Pen): void {
  for (const inline of inlines) drawInline(inline, pen)
}

function drawInline(inline: Inline, pen: Pen): void {
  const { writer, style } = pen
  switch (inline.kind) {
    case 'text':
      return writer.write(inline.text, style)
    case 'code':
      return writer.write(inline.text, { ...style, code: true })
    case 'strong':
      return drawInlines(inline.inlines, { ...pen, style: { ...style, bold: true } })
    case 'em':
      return drawInlines(inline.inlines, { ...pen, style: { ...style, italic: true } })
    case 'strike':
      return drawInlines(inline.inlines, { ...pen, style: { ...style, strikethrough: true } })
    case 'link':
      return drawLink(inline, pen)
    case 'break':
      return writer.write(`\n${pen.indent}`, style)
  }
}

/** The server refuses the whole message because of one link it does not accept, so we write out such a URL instead. */
function drawLink({ href, inlines }: Extract<Inline, { kind: 'link' }>, pen: Pen): void {
  const style = { ...pen.style, ...(isLinkable(href) ? { link: href } : {}) }
  const label = plain(inlines).trim()
  const address = href.replace(/^mailto:/i, '')
  if (label === '') return pen.writer.write(address, style)
  drawInlines(inlines, { ...pen, style })
  if (style.link === undefined && label !== href && label !== address) pen.writer.write(` (${address})`, pen.style)
}

/** The server reinterprets other schemes: mailto:a@b becomes a page on a host called b. */
function isLinkable(href: string): boolean {
  if (href.length > 1024) return false
  return /^https?:\/\/(?:[^/@\s]*@)?[^/:?#@\s]+\.[^/:?#@\s]+/i.test(href)
}

function plain(inlines: Inline[]): string {
  return inlines
    .map((inline) => {
      if ('inlines' in inline) return plain(inline.inlines)
      return inline.kind === 'break' ? ' ' : inline.text
    })
    .join('')
}

// The server finds these in any text by itself: a mention notifies somebody, a command becomes tappable, and "main.rs"
// becomes a link to a host in Serbia. The endings are those that are both file types and domains.
const accidents =
  /(?<![\w@])@\w{2,32}|(?<![\w/<>])\/(\w{1,64})(?:@\w{3,32})?(?![\w/<>])|(?<![\w@:/.-])[\w-]+(?:\.[\w-]+)*\.(?:cc|md|mov|pl|ps|py|rs|sh|so|zip)(?![\w/])/g

function findAccidental(text: string, isCommand: (name: string) => boolean): [start: number, end: number][] {
  const ranges: [number, number][] = []
  for (const match of text.matchAll(accidents)) {
    const [whole, command] = match
    if (command === undefined || !isCommand(command.toLowerCase()))
      ranges.push([match.index, match.index + whole.length])
  }
  return ranges
}
