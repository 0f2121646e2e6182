/** Something that a cut must not leave open, and that goes on in the next part. */
export interface OpenBlock {
  /** Written below what comes before a cut. */
  close: string
  /** Written above what comes after it. */
  reopen: string
  /** What stands in front of every line of it; after a cut it is at the margin. */
  indent: string
}

/** A line of Markdown where it stands, and the block of code or table that it goes on with. */
export interface SourceLine {
  start: number
  text: string
  inside: OpenBlock | undefined
}

/** Reads as much of Markdown as one has to know to cut it: where code is, and where tables are. */
export function readLines(markdown: string): SourceLine[] {
  const lines: SourceLine[] = []
  let start = 0
  let fence: Fence | undefined
  let table: OpenBlock | undefined
  for (const text of markdown.split('\n')) {
    if (fence && !text.startsWith(fence.quote.trimEnd())) fence = undefined
    const before = lines.at(-1)
    if (table && !text.includes('|')) table = undefined
    lines.push({ start, text, inside: fence ?? table })
    start += text.length + 1
    if (fence) fence = closes(text, fence) ? undefined : fence
    else fence = opens(text)
    if (fence) table = undefined
    else if (before && isTableRule(text) && before.text.includes('|') && !table) table = tableUnder(before.text, text)
  }
  return lines
}

interface Fence extends OpenBlock {
  quote: string
  mark: string
}

// Every space has one place in it: where two parts could take the same one, nested quotes would double the work each.
const opening =
  /^(?<quote>(?: {0,3}>(?: {0,4}>)* ?)?)(?<lead>\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*)(?<mark>`{3,}(?=[^`]*$)|~{3,})(?<info>.*)/

function opens(line: string): Fence | undefined {
  const { quote = '', lead = '', mark, info = '' } = opening.exec(line)?.groups ?? {}
  if (mark === undefined) return undefined
  const language = /^\s*(\S{1,40})/.exec(info)?.[1] ?? ''
  const indent = quote + ' '.repeat(lead.length)
  return { quote, mark, indent, close: indent + mark, reopen: `${quote}${mark}${language}\n` }
}

function closes(line: string, { quote, mark }: Fence): boolean {
  const text = line.slice(quote.length).trim()
  return text.length >= mark.length && text === (mark[0] ?? '').repeat(text.length)
}

/** The line of dashes below the head of a table. */
export function isTableRule(line: string): boolean {
  const cells = line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
  return line.includes('|') && cells.every((cell) => /^:?-+:?$/.test(cell.trim()))
}

const LONGEST_HEAD = 1000

function tableUnder(head: string, rule: string): OpenBlock {
  const reopen = head.length + rule.length > LONGEST_HEAD ? '' : `${head}\n${rule}\n`
  return { close: '', reopen, indent: '' }
}
