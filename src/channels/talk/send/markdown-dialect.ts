import { parseMarkdown } from '../../../lib/markdown.ts'
import { inlineText, plainText } from '../../../lib/plain-text.ts'
import { drawTable } from '../../shared/markdown-text.ts'
import type { Capabilities } from '../wire/capabilities.ts'
import { isTableRule, readMarkdownLines } from './markdown-lines.ts'

/** How much Markdown the server's web page renders. */
export type Dialect = 'plain' | 'no tables' | 'markdown'

/** Markdown is rendered since version 17.1. Tables are rendered since 18, which also introduced captions. */
export function dialectOf(capabilities: Pick<Capabilities, 'has'>): Dialect {
  if (!capabilities.has('markdown-messages')) return 'plain'
  return capabilities.has('media-caption') ? 'markdown' : 'no tables'
}

/** Converts Markdown to what the server renders. */
export function toDialect(markdown: string, dialect: Dialect): string {
  switch (dialect) {
    case 'plain':
      return plainText(markdown)
    case 'no tables':
      return withDrawnTables(markdown)
    case 'markdown':
      return markdown
  }
}

/** Replaces each table by aligned text in a code block. Everything else stays as it is. */
function withDrawnTables(markdown: string): string {
  const lines = readMarkdownLines(markdown)
  const pieces: string[] = []
  for (let at = 0; at < lines.length; ) {
    const rows = lines.slice(at, tableEnd(at)).map(({ text }) => text)
    pieces.push(drawMarkdownTable(rows) ?? rows.join('\n'))
    at += rows.length
  }
  return pieces.join('\n')

  /** The line after the table that starts here, or the next line if none does. */
  function tableEnd(at: number): number {
    const rule = lines[at + 1]
    if (lines[at]?.inside || !rule || rule.inside || !isTableRule(rule.text)) return at + 1
    // Only the lines of a table are inside a block with an empty closing line.
    const end = lines.findIndex(({ inside }, index) => index > at + 1 && inside?.close !== '')
    return end === -1 ? lines.length : end
  }
}

function drawMarkdownTable(rows: string[]): string | undefined {
  const [table] = parseMarkdown(rows.join('\n'))
  if (rows.length < 2 || table?.kind !== 'table') return undefined
  const head = table.head.map(inlineText)
  const cells = table.rows.map((row) => row.map(inlineText))
  return `\`\`\`\n${drawTable(head, cells, table.align, Number.POSITIVE_INFINITY)}\n\`\`\``
}

/** Invisible, but it keeps the server from recognizing a mention or a command. */
const ZERO_WIDTH = '\u200b'

/**
 * Keeps our text from mentioning anybody. The server detects mentions before Markdown, so it finds them in code too.
 * Only names of members are changed, so that people can copy other words with an @ as they are. If the members are not
 * known, every name is changed.
 */
export function defuseMentions(text: string, members: ReadonlySet<string> | undefined): string {
  return text.replace(mention, (at, name: string) => (isMentioned(name, members) ? at + ZERO_WIDTH : at))
}

/** Old servers treat a text with a leading slash as a command: they accept it but show it to nobody. */
export function defuseCommand(text: string): string {
  return text.trimStart().startsWith('/') ? ZERO_WIDTH + text.trimStart() : text
}

// The server's own rule: a mention is anything in quotes or a run of these characters. An @ after a letter or digit
// belongs to a mail address. The length limits keep a long run of @ from being scanned again from each of them.
const mention = /(?<![a-z0-9_])@(?=("[^"\n]{0,300}"|[a-z0-9_\-@.']{1,100}))/gi

/** Checks several variants, because servers differ in whether trailing punctuation belongs to the name. */
function isMentioned(name: string, members: ReadonlySet<string> | undefined): boolean {
  if (!members || hasType(name)) return true
  const id = name.replace(/^"|"$/g, '').toLowerCase()
  return [id, id.trim(), id.replace(/'s$/, ''), id.replace(/(?<![.'\-@])[.'\-@]+$/, '')].some(
    (variant) => variant === 'all' || members.has(variant),
  )
}

/** Groups, guests and federated users are written with their type. */
function hasType(name: string): boolean {
  return /^"[a-z_]+\//i.test(name)
}
