import { type Block, type Inline, parseMarkdown } from '../../../lib/markdown.ts'
import { cellsOf, cutCells, wrapCells } from '../../../lib/text/terminal-width.ts'
import { printable } from '../../../lib/text/visible.ts'

export interface Canvas {
  width: number
  paint: Paint
  /** Cut long code lines, where every row counts. Elsewhere they stay whole so that they can be copied. */
  cutsCode?: boolean
}

const BULLETS = ['•', '◦', '▪']
const MIN_WIDTH = 10
const MAX_RULE_WIDTH = 40
const CODE_INDENT = '    '
const COLUMN_GAP = ' │ '

/** Renders an answer as rows for a screen of this width. */
export function drawMarkdown(text: string, canvas: Canvas): string[] {
  return drawBlocks(parseMarkdown(printable(text)), canvas, 0)
}

function drawBlocks(blocks: Block[], canvas: Canvas, level: number): string[] {
  return blocks.flatMap((block, at) => [...(at > 0 ? [''] : []), ...drawBlock(block, canvas, level)])
}

function drawBlock(block: Block, canvas: Canvas, level: number): string[] {
  const { width, paint } = canvas
  switch (block.kind) {
    case 'paragraph':
      return wrapCells(drawInlines(block.inlines, paint), width)
    case 'heading':
      return wrapCells(drawInlines(block.inlines, paint), width).map(paint.heading)
    case 'code':
      return block.text.split('\n').flatMap((line) => drawCode(line, canvas))
    case 'quote':
      return withPrefix('│ ', '│ ', (inner) => drawBlocks(block.blocks, inner, level), canvas)
    case 'list':
      return block.items.flatMap((item, at) => {
        const mark = block.start === undefined ? `${BULLETS[level % BULLETS.length]} ` : `${block.start + at}. `
        const rows = (inner: Canvas) => item.flatMap((part) => drawBlock(part, inner, level + 1))
        return withPrefix(mark, ' '.repeat(mark.length), rows, canvas)
      })
    case 'table':
      return drawTable(block, canvas)
    case 'rule':
      return ['─'.repeat(Math.min(width, MAX_RULE_WIDTH))]
  }
}

/** Draws into the width that is left beside the prefix of each row. */
function withPrefix(first: string, rest: string, draw: (inner: Canvas) => string[], canvas: Canvas): string[] {
  const width = Math.max(MIN_WIDTH, canvas.width - cellsOf(first))
  return draw({ ...canvas, width }).map((row, at) => `${at === 0 ? first : rest}${row}`)
}

function drawCode(line: string, { width, paint, cutsCode }: Canvas): string[] {
  const rows = cutsCode ? cutCells(line, Math.max(MIN_WIDTH, width - CODE_INDENT.length)) : [line]
  // Backticks around every line would look like part of the code.
  const painted = paint.code('').includes('`') ? (text: string) => text : paint.code
  return rows.map((row) => `${CODE_INDENT}${painted(row)}`)
}

function drawTable({ head, rows, align }: Extract<Block, { kind: 'table' }>, canvas: Canvas): string[] {
  const { width, paint } = canvas
  const cell = (inlines: Inline[] | undefined) => drawInlines(inlines ?? [], paint).replaceAll('\n', ' ')
  const titles = head.map(cell)
  const body = rows.map((row) => titles.map((_, column) => cell(row[column])))
  const widths = titles.map((title, column) =>
    Math.max(cellsOf(title), ...body.map((row) => cellsOf(row[column] ?? ''))),
  )
  const tableWidth = widths.reduce((sum, columnWidth) => sum + columnWidth + COLUMN_GAP.length, -COLUMN_GAP.length)
  // If the table does not fit, each row becomes a list of "name: value".
  if (tableWidth > width)
    return body.flatMap((row, at) => [
      ...(at > 0 ? [''] : []),
      ...row.flatMap((value, column) => wrapCells(`${paint.strong(titles[column] ?? '')}: ${value}`, width)),
    ])
  const drawRow = (row: string[]) =>
    row
      .map((value, column) => pad(value, widths[column] ?? 0, align[column] === 'right'))
      .join(COLUMN_GAP)
      .trimEnd()
  const rule = widths.map((columnWidth) => '─'.repeat(columnWidth)).join('─┼─')
  return [drawRow(titles.map(paint.strong)), rule, ...body.map(drawRow)]
}

function pad(text: string, width: number, isRight: boolean): string {
  const space = ' '.repeat(Math.max(0, width - cellsOf(text)))
  return isRight ? space + text : text + space
}

function drawInlines(inlines: Inline[], paint: Paint): string {
  return inlines.map((inline) => drawInline(inline, paint)).join('')
}

function drawInline(inline: Inline, paint: Paint): string {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'break':
      return '\n'
    case 'code':
      return paint.code(inline.text)
    case 'strong':
    case 'em':
    case 'strike':
      return paint[inline.kind](drawInlines(inline.inlines, paint))
    case 'link': {
      const label = drawInlines(inline.inlines, paint)
      return label === inline.href ? paint.link(label) : `${label} (${paint.link(inline.href)})`
    }
  }
}

/** Text styles of the terminal. */
export interface Paint {
  strong(text: string): string
  em(text: string): string
  strike(text: string): string
  code(text: string): string
  link(text: string): string
  heading(text: string): string
  /** For our own remarks, which are not part of an answer. */
  aside(text: string): string
}

/** Without colours, code keeps its backticks because nothing else would mark it. */
export function createPaint(hasColour: boolean): Paint {
  /** The SGR codes that switch a style on and off. */
  const style = (on: number, off: number) => (text: string) =>
    hasColour && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text
  const bold = style(1, 22)
  const underlined = style(4, 24)
  return {
    strong: bold,
    em: style(3, 23),
    strike: style(9, 29),
    code: hasColour ? style(36, 39) : (text) => `\`${text}\``,
    link: underlined,
    heading: (text) => bold(underlined(text)),
    aside: style(2, 22),
  }
}

/** See https://no-color.org: any value but the empty one turns colours off. */
export function wantsColour(env: NodeJS.ProcessEnv): boolean {
  return !env.NO_COLOR && env.TERM !== 'dumb'
}
