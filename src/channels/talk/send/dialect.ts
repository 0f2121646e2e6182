import { parseMarkdown } from '../../../lib/markdown.ts'
import { inlineText, plainText } from '../../../lib/plain-text.ts'
import { drawTable } from '../../shared/text-table.ts'
import type { Capabilities } from '../wire/capabilities.ts'
import { isTableRule, readLines } from './source-lines.ts'

/** What a server's own page draws of Markdown. */
export type Dialect = 'plain' | 'no tables' | 'markdown'

/** Before version 17.1 the marks would be seen as they are written; tables are drawn from 18 on, as captions are taken. */
export function dialectOf(able: Pick<Capabilities, 'has'>): Dialect {
  if (!able.has('markdown-messages')) return 'plain'
  return able.has('media-caption') ? 'markdown' : 'no tables'
}

/** A part of ours as it is understood there. */
export function inDialect(markdown: string, dialect: Dialect): string {
  switch (dialect) {
    case 'plain':
      return plainText(markdown)
    case 'no tables':
      return withDrawnTables(markdown)
    case 'markdown':
      return markdown
  }
}

/** Each table as lines of one width, in a block of code. Everything else stays as it was written. */
function withDrawnTables(markdown: string): string {
  const lines = readLines(markdown)
  const drawn: string[] = []
  for (let at = 0; at < lines.length; ) {
    const rows = lines.slice(at, tableEnd(at)).map(({ text }) => text)
    drawn.push(drawnTable(rows) ?? rows.join('\n'))
    at += rows.length
  }
  return drawn.join('\n')

  /** Where the table that begins here is over; the next line where there is none. */
  function tableEnd(at: number): number {
    const rule = lines[at + 1]
    if (lines[at]?.inside || !rule || rule.inside || !isTableRule(rule.text)) return at + 1
    const end = lines.findIndex(({ inside }, index) => index > at + 1 && inside?.close !== '')
    return end === -1 ? lines.length : end
  }
}

function drawnTable(rows: string[]): string | undefined {
  const [table] = parseMarkdown(rows.join('\n'))
  if (rows.length < 2 || table?.kind !== 'table') return undefined
  const head = table.head.map(inlineText)
  const cells = table.rows.map((row) => row.map(inlineText))
  return `\`\`\`\n${drawTable(head, cells, table.align, Number.POSITIVE_INFINITY)}\n\`\`\``
}
