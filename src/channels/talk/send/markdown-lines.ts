/** A code block or table that a cut must close and that continues in the next part. */
export interface OpenBlock {
  /** Added after the text before the cut. */
  close: string
  /** Added before the text after the cut. */
  reopen: string
  /** The prefix of each of its lines. After a cut the block continues without indentation. */
  indent: string
}

/** A line of Markdown with its offset, and the code block or table it continues. */
export interface MarkdownLine {
  start: number
  text: string
  inside: OpenBlock | undefined
}

/** Parses just enough Markdown to split it: where code blocks and tables are. */
export function readMarkdownLines(markdown: string): MarkdownLine[] {
  const lines: MarkdownLine[] = []
  let start = 0
  let fence: Fence | undefined
  let table: OpenBlock | undefined
  for (const text of markdown.split('\n')) {
    if (fence && !text.startsWith(fence.quote.trimEnd())) fence = undefined
    const before = lines.at(-1)
    if (table && !text.includes('|')) table = undefined
    lines.push({ start, text, inside: fence ?? table })
    start += text.length + 1
    if (fence) fence = isFenceEnd(text, fence) ? undefined : fence
    else fence = readFence(text)
    if (fence) table = undefined
    else if (before && isTableRule(text) && before.text.includes('|') && !table) table = tableUnder(before.text, text)
  }
  return lines
}

interface Fence extends OpenBlock {
  quote: string
  mark: string
}

// No space can match two parts of this pattern; otherwise each nested quote would double the work.
const opening =
  /^(?<quote>(?: {0,3}>(?: {0,4}>)* ?)?)(?<lead>\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*)(?<mark>`{3,}(?=[^`]*$)|~{3,})(?<info>.*)/

function readFence(line: string): Fence | undefined {
  const { quote = '', lead = '', mark, info = '' } = opening.exec(line)?.groups ?? {}
  if (mark === undefined) return undefined
  const language = /^\s*(\S{1,40})/.exec(info)?.[1] ?? ''
  const indent = quote + ' '.repeat(lead.length)
  return { quote, mark, indent, close: indent + mark, reopen: `${quote}${mark}${language}\n` }
}

function isFenceEnd(line: string, { quote, mark }: Fence): boolean {
  const text = line.slice(quote.length).trim()
  return text.length >= mark.length && text === (mark[0] ?? '').repeat(text.length)
}

/** The line of dashes below a table head. */
export function isTableRule(line: string): boolean {
  const cells = line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
  return line.includes('|') && cells.every((cell) => /^:?-+:?$/.test(cell.trim()))
}

const MAX_REPEATED_HEAD_CHARS = 1000

function tableUnder(head: string, rule: string): OpenBlock {
  const reopen = head.length + rule.length > MAX_REPEATED_HEAD_CHARS ? '' : `${head}\n${rule}\n`
  return { close: '', reopen, indent: '' }
}
