import { element } from '../element.ts'
import type { Block, Inline } from '../wire.ts'
import { copyButton } from './copy-button.ts'

/** Draws one block of a text. */
export function drawBlock(block: Block): HTMLElement {
  switch (block.kind) {
    case 'paragraph':
      return element('p', {}, ...block.inlines.map(drawInline))
    case 'heading':
      // The page has its own h1 and h2; a text's headings come below them.
      return element(headingTags[block.level - 1] ?? 'h6', {}, ...block.inlines.map(drawInline))
    case 'list':
      return drawList(block)
    case 'quote':
      return element('blockquote', {}, ...block.blocks.map(drawBlock))
    case 'code':
      return drawCode(block.language, block.text)
    case 'table':
      return drawTable(block)
    case 'rule':
      return element('hr')
  }
}

const headingTags = ['h3', 'h4', 'h5', 'h6'] as const

function drawList({ start, items }: Block & { kind: 'list' }): HTMLElement {
  const lines = items.map((blocks) => element('li', {}, ...blocks.map(drawBlock)))
  return start === undefined ? element('ul', {}, ...lines) : element('ol', { start: String(start) }, ...lines)
}

function drawCode(language: string, text: string): HTMLElement {
  return element(
    'figure',
    { class: 'code' },
    element('figcaption', {}, element('span', {}, language), copyButton(text)),
    element('pre', { tabindex: '0' }, element('code', {}, text)),
  )
}

function drawTable({ align, head, rows }: Block & { kind: 'table' }): HTMLElement {
  const drawRow = (tag: 'th' | 'td', cells: Inline[][]) =>
    element(
      'tr',
      {},
      ...cells.map((cell, at) => element(tag, { class: `align-${align[at] ?? 'none'}` }, ...cell.map(drawInline))),
    )
  const body = rows.map((row) => drawRow('td', row))
  const table = element('table', {}, element('thead', {}, drawRow('th', head)), element('tbody', {}, ...body))
  return element('div', { class: 'table', tabindex: '0' }, table)
}

function drawInline(inline: Inline): Node {
  switch (inline.kind) {
    case 'text':
      return document.createTextNode(inline.text)
    case 'code':
      return element('code', {}, inline.text)
    case 'strong':
      return element('strong', {}, ...inline.inlines.map(drawInline))
    case 'em':
      return element('em', {}, ...inline.inlines.map(drawInline))
    case 'strike':
      return element('s', {}, ...inline.inlines.map(drawInline))
    case 'link':
      return drawLink(inline.href, inline.inlines.map(drawInline))
    case 'break':
      return element('br')
  }
}

/** The server made the tree from allowed links only; a second look costs nothing. */
function drawLink(href: string, children: Node[]): Node {
  if (!/^(https?:\/\/|mailto:)/i.test(href)) return element('span', {}, ...children)
  return element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, ...children)
}
