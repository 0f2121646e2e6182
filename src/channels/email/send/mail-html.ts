import type { Block, Inline } from '../../../lib/markdown.ts'

// Mail programs drop style sheets, so all styles are inline. None sets a text colour or an opaque background, so that
// the mail stays readable in dark and light mode.

const GREY = 'rgba(127,127,127,'
const LINE = `1px solid ${GREY}.4)`
const MONO = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace'

const styles = {
  page: 'max-width:48em;margin:0;padding:8px;font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5;overflow-wrap:break-word',
  paragraph: 'margin:0 0 12px',
  further: 'margin:4px 0',
  item: 'margin:0 0 4px',
  list: 'margin:0 0 12px;padding-left:24px',
  innerList: 'margin:4px 0 0;padding-left:24px',
  quote: `margin:0 0 12px;padding:0 0 0 12px;border-left:3px solid ${GREY}.4)`,
  rule: `border:0;border-top:${LINE};margin:20px 0`,
  // Lines wrap, because nobody scrolls sideways on a phone.
  block: `margin:0 0 12px;padding:10px 12px;background:${GREY}.13);border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere;font-size:13px;line-height:1.45;${MONO}`,
  code: `padding:1px 4px;background:${GREY}.13);border-radius:4px;font-size:90%;overflow-wrap:anywhere;${MONO}`,
  // Words break before a table gets wider than the page, but not into single letters: then the table scrolls.
  frame: 'margin:0 0 12px;max-width:100%;overflow-x:auto',
  table: 'border-collapse:collapse;font-size:14px',
  cell: `border:${LINE};padding:4px 8px;vertical-align:top;overflow-wrap:anywhere`,
} as const

const headings = ['22px', '19px', '17px', '15px']

const OPEN = [
  '<!doctype html><html><head><meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
  `</head><body style="margin:0;padding:0"><div style="${styles.page}">`,
].join('\n')
const CLOSE = '</div></body></html>\n'

/** A complete page. Text is always escaped, and opening the page fetches nothing. */
export function renderPage(blocks: Block[]): string {
  return `${OPEN}\n${blocks.map(renderBlock).join('\n')}\n${CLOSE}`
}

/** Appends HTML at the end of a page. */
export function appendToPage(page: string, below: string): string {
  if (below === '') return page
  const end = page.endsWith(CLOSE) ? page.length - CLOSE.length : page.length
  return `${page.slice(0, end)}${below}\n${page.slice(end)}`
}

export function renderHtml(blocks: Block[]): string {
  return blocks.map(renderBlock).join('\n')
}

/** Somebody else's text, escaped and unformatted. */
export function renderQuote(intro: string, text: string): string {
  const lines = escape(text).replaceAll('\n', '<br>\n')
  return `<p dir="auto" style="${styles.paragraph};margin-top:24px">${escape(intro)}</p>\n<blockquote type="cite" dir="auto" style="${styles.quote}">${lines}</blockquote>`
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return renderParagraph(block.inlines, styles.paragraph)
    case 'heading': {
      const size = headings[block.level - 1] ?? headings.at(-1)
      const style = `margin:20px 0 8px;font-size:${size};line-height:1.3;font-weight:600`
      return `<h${block.level} dir="auto" style="${style}">${renderInlines(block.inlines)}</h${block.level}>`
    }
    case 'list':
      return renderList(block, styles.list)
    case 'quote':
      return `<blockquote dir="auto" style="${styles.quote}">\n${renderHtml(block.blocks)}\n</blockquote>`
    case 'code':
      return `<pre style="${styles.block}"><code>${escape(block.text)}</code></pre>`
    case 'table':
      return renderTable(block)
    case 'rule':
      return `<hr style="${styles.rule}">`
  }
}

function renderParagraph(inlines: Inline[], style: string): string {
  return `<p dir="auto" style="${style}">${renderInlines(inlines)}</p>`
}

function renderList({ start, items }: Extract<Block, { kind: 'list' }>, style: string): string {
  const [tag, first] = start === undefined ? ['ul', ''] : ['ol', ` start="${start}"`]
  return `<${tag} dir="auto"${first} style="${style}">\n${items.map(renderItem).join('\n')}\n</${tag}>`
}

/** The text of an item goes on the line of its bullet; a paragraph would separate them. */
function renderItem(blocks: Block[]): string {
  const parts = blocks.map((block, at) => {
    if (block.kind === 'list') return renderList(block, styles.innerList)
    if (block.kind !== 'paragraph') return renderBlock(block)
    return at === 0 ? renderInlines(block.inlines) : renderParagraph(block.inlines, styles.further)
  })
  return `<li style="${styles.item}">${parts.join('\n')}</li>`
}

function renderTable({ align, head, rows }: Extract<Block, { kind: 'table' }>): string {
  const columnStyles = head.map((_, column) => {
    const cells = [head, ...rows].map((row) => textIn(row[column] ?? []))
    return `min-width:${minWidthEm(cells)}em;text-align:${align[column] === 'none' ? 'left' : align[column]}`
  })
  const row = (cells: Inline[][], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell, at) => renderCell(cell, tag, columnStyles[at] ?? '')).join('')}</tr>`
  const lines = [row(head, 'th'), ...rows.map((cells) => row(cells, 'td'))]
  return `<div style="${styles.frame}"><table style="${styles.table}">\n${lines.join('\n')}\n</table></div>`
}

/** The minimum width of a column: enough for its words, and more for sentences than for numbers. */
function minWidthEm(cells: string[]): number {
  const longest = (texts: string[]) => texts.reduce((longestSoFar, { length }) => Math.max(longestSoFar, length), 0)
  const word = longest(cells.flatMap((cell) => (cell.length <= 12 ? cell : cell.split(/\s+/))))
  const sentence = longest(cells) / 3
  return Math.ceil(Math.max(2, Math.min(word, 12), Math.min(sentence, 20)) * 0.6)
}

function renderCell(inlines: Inline[], tag: 'th' | 'td', columnStyle: string): string {
  const background = tag === 'th' ? `;background:${GREY}.13);font-weight:600` : ''
  return `<${tag} dir="auto" style="${styles.cell};${columnStyle}${background}">${renderInlines(inlines)}</${tag}>`
}

function textIn(inlines: Inline[]): string {
  return inlines
    .map((tagText) => ('text' in tagText ? tagText.text : 'inlines' in tagText ? textIn(tagText.inlines) : ' '))
    .join('')
}

function renderInlines(inlines: Inline[]): string {
  return inlines.map(renderInline).join('')
}

function renderInline(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
      return escape(inline.text)
    case 'code':
      return `<code style="${styles.code}">${escape(inline.text)}</code>`
    case 'strong':
      return `<strong>${renderInlines(inline.inlines)}</strong>`
    case 'em':
      return `<em>${renderInlines(inline.inlines)}</em>`
    case 'strike':
      return `<s>${renderInlines(inline.inlines)}</s>`
    case 'link':
      return isSafeLink(inline.href)
        ? `<a href="${escape(inline.href)}">${renderInlines(inline.inlines)}</a>`
        : renderInlines(inline.inlines)
    case 'break':
      return '<br>\n'
  }
}

function isSafeLink(href: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(href)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

const tag =
  /^<(?:!doctype html|\/?(?:html|head|body|div|p|h[1-6]|ul|ol|li|blockquote|pre|code|table|tr|th|td|strong|em|s|a|br|hr|meta)(?: (?:style|dir|start|type|href|charset|name|content)="[^"<>]*")*)>$/

/**
 * Whether the HTML could have been generated here. Normally it was, but a text stored while the channel was not
 * configured could look like a body with its own page.
 */
export function isPage(html: string): boolean {
  const tags = html.match(/<[^>]*>?/g) ?? []
  return tags.every((tagText) => tag.test(tagText) && isHarmless(tagText))
}

/** Fetches nothing, and only has allowed links. */
function isHarmless(tagText: string): boolean {
  if (/url\s*\(|@import|expression|\\/i.test(/ style="([^"]*)"/.exec(tagText)?.[1] ?? '')) return false
  if (
    tagText.startsWith('<meta') &&
    !/^<meta (charset="utf-8"|name="[a-z-]+" content="[a-z0-9=, .-]+")>$/.test(tagText)
  )
    return false
  const href = / href="([^"]*)"/.exec(tagText)?.[1]
  return href === undefined || (tagText.startsWith('<a ') && isSafeLink(href))
}
