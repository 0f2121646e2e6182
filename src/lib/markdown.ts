import { createRequire } from 'node:module'
import type { default as MarkdownIt, Token } from 'markdown-it'
import { addFootnoteRules, type FootnoteScope } from './footnotes.ts'
import { addFormulaRules, type FormulaPlace } from './formula.ts'

/** A text as a tree that any channel can render. Every string in it is plain text, never markup. */
export type Block =
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'heading'; level: number; inlines: Inline[] }
  /** The footnotes stand below everything else, as a list. */
  | { kind: 'list'; start?: number; items: Block[][]; footnotes?: true }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'table'; align: Align[]; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' }

export type Inline =
  /** A reference to a footnote is its number in brackets. */
  | { kind: 'text'; text: string; footnote?: number }
  /** If it cannot be rendered, a formula is shown literally, like code. */
  | { kind: 'code'; text: string; formula?: FormulaPlace }
  | { kind: 'strong' | 'em' | 'strike'; inlines: Inline[] }
  | { kind: 'link'; href: string; inlines: Inline[] }
  | { kind: 'break' }

export type Align = 'left' | 'center' | 'right' | 'none'

// Measured: 100,000 hostile characters take up to 0.8 s, and the cost is quadratic. No model writes more Markdown than
// this.
const MAX_PARSED_CHARS = 200_000

// Loaded with the first text, because its tables are large and an idle daemon does not need them.
const requireModule = createRequire(import.meta.url)
let markdown: Parser | undefined

type Parser = InstanceType<typeof MarkdownIt>

/** Never throws. Text that is not Markdown, or too long, is returned as plain text. */
export function parseMarkdown(text: string): Block[] {
  const clean = withoutControls(text)
  if (clean.length > MAX_PARSED_CHARS) return [{ kind: 'code', language: '', text: clean }]
  const parser = (markdown ??= createParser())
  const scope: FootnoteScope = { footnotes: { texts: new Map(), cited: new Map() } }
  const parse = (source: string, env: FootnoteScope) => readBlocks(createCursor(parser.parse(source, env)))
  const blocks = parse(clean, scope)
  const { texts, cited } = scope.footnotes
  // Nothing that somebody wrote gets lost, whether or not the text refers to it.
  for (const label of texts.keys()) if (!cited.has(label)) cited.set(label, cited.size + 1)
  const items: Block[][] = []
  for (const label of cited.keys()) items.push(parse(texts.get(label) ?? '', { ...scope, isNote: true }))
  return items.length === 0 ? blocks : [...blocks, { kind: 'list', start: 1, items, footnotes: true }]
}

/** Parses one line without block syntax: "1. May" begins with a date, and "# 5" with a number. */
export function parseLine(text: string): Inline[] {
  markdown ??= createParser()
  const [line] = markdown.parseInline(withoutControls(text), {})
  return readInlines(createCursor(line?.children ?? []))
}

/** Terminal escapes mean nothing on a page or in a chat, but they may where the text is pasted. */
export function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
}

function createParser(): Parser {
  const Markdown = requireModule('markdown-it') as typeof MarkdownIt
  const parser = new Markdown({ html: false, linkify: true, breaks: true })
  parser.validateLink = (url) => /^(https?:\/\/|mailto:)/i.test(url)
  // Only addresses with http: or https: become links automatically, because "read main.rs" names a file, not a host.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  for (const schema of ['ftp:', '//', 'mailto:']) parser.linkify.add(schema, null)
  addFormulaRules(parser)
  addFootnoteRules(parser)
  return parser
}

interface Cursor {
  peek(): Token | undefined
  next(): Token | undefined
}

function createCursor(tokens: Token[]): Cursor {
  let index = 0
  return { peek: () => tokens[index], next: () => tokens[index++] }
}

/** Reads blocks up to the end, or up to and including the token that closes the one we are in. */
function readBlocks(cursor: Cursor): Block[] {
  const blocks: Block[] = []
  for (let token = cursor.next(); token && token.nesting !== -1; token = cursor.next()) {
    const block = readBlock(token, cursor)
    if (block) blocks.push(block)
  }
  return blocks
}

function readBlock(token: Token, cursor: Cursor): Block | undefined {
  switch (token.type) {
    case 'paragraph_open':
      return { kind: 'paragraph', inlines: readLeaf(cursor) }
    case 'heading_open':
      return { kind: 'heading', level: Number(token.tag.slice(1)), inlines: readLeaf(cursor) }
    case 'bullet_list_open':
      return { kind: 'list', items: readItems(cursor) }
    case 'ordered_list_open':
      return { kind: 'list', start: Number(token.attrGet('start') ?? 1), items: readItems(cursor) }
    case 'blockquote_open':
      return { kind: 'quote', blocks: readBlocks(cursor) }
    case 'fence':
      return { kind: 'code', language: token.info.trim().split(/\s+/)[0] ?? '', text: trimEnd(token.content) }
    case 'code_block':
      return { kind: 'code', language: '', text: trimEnd(token.content) }
    case 'table_open':
      return readTable(cursor)
    case 'hr':
      return { kind: 'rule' }
    case 'formula':
      return { kind: 'paragraph', inlines: [readFormula(token)] }
    case 'inline':
      return { kind: 'paragraph', inlines: readInlines(createCursor(token.children ?? [])) }
  }
  // markdown-it has no other block here. A wrapper that a later version adds is read through.
  return token.nesting === 1 ? { kind: 'quote', blocks: readBlocks(cursor) } : undefined
}

/** The one inline token between an open and a close. */
function readLeaf(cursor: Cursor): Inline[] {
  const inline = cursor.next()
  cursor.next()
  return readInlines(createCursor(inline?.children ?? []))
}

function readItems(cursor: Cursor): Block[][] {
  const items: Block[][] = []
  for (let token = cursor.next(); token?.type === 'list_item_open'; token = cursor.next())
    items.push(readBlocks(cursor))
  return items
}

function readTable(cursor: Cursor): Block {
  const rows: Inline[][][] = []
  const align: Align[] = []
  for (let token = cursor.next(); token && token.type !== 'table_close'; token = cursor.next()) {
    if (token.type === 'tr_open') rows.push([])
    if (token.type !== 'th_open' && token.type !== 'td_open') continue
    if (token.type === 'th_open') align.push(readAlign(token))
    rows.at(-1)?.push(readLeaf(cursor))
  }
  return { kind: 'table', align, head: rows[0] ?? [], rows: rows.slice(1) }
}

function readAlign(token: Token): Align {
  const style = attribute(token, 'style')
  return (['left', 'center', 'right'] as const).find((align) => style.endsWith(align)) ?? 'none'
}

function readInlines(cursor: Cursor): Inline[] {
  const inlines: Inline[] = []
  for (let token = cursor.next(); token && token.nesting !== -1; token = cursor.next()) {
    const inline = readInline(token, cursor)
    if (!inline) continue
    // A link without a target, as in [words](), is shown as its text.
    const items = inline.kind === 'link' && inline.href === '' ? inline.inlines : [inline]
    for (const item of items) inlines.push(item)
  }
  return inlines
}

function readInline(token: Token, cursor: Cursor): Inline | undefined {
  switch (token.type) {
    case 'strong_open':
      return { kind: 'strong', inlines: readInlines(cursor) }
    case 'em_open':
      return { kind: 'em', inlines: readInlines(cursor) }
    case 's_open':
      return { kind: 'strike', inlines: readInlines(cursor) }
    case 'link_open':
      return { kind: 'link', href: attribute(token, 'href'), inlines: readInlines(cursor) }
    case 'image':
      // An image that loads by itself would tell a stranger's server what somebody reads. A link waits for a click.
      return {
        kind: 'link',
        href: attribute(token, 'src'),
        inlines: [{ kind: 'text', text: plainTextOf(token.children ?? []) || 'picture' }],
      }
    case 'code_inline':
      return { kind: 'code', text: token.content }
    case 'formula':
      return readFormula(token)
    case 'footnote':
      return { kind: 'text', text: `[${token.content}]`, footnote: Number(token.content) }
    case 'softbreak':
    case 'hardbreak':
      return { kind: 'break' }
  }
  return token.content ? { kind: 'text', text: token.content } : undefined
}

function readFormula({ content, info }: Token): Inline {
  return { kind: 'code', text: content, formula: info === 'display' ? 'display' : 'inline' }
}

/** The plain text of a description, without formatting. */
function plainTextOf(tokens: Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' '
      return type === 'image' ? plainTextOf(children ?? []) : content
    })
    .join('')
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '')
}

function trimEnd(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text
}
