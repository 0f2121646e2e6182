import { oneLine } from '../../lib/text/text.ts'

/** The text below one heading, up to the next heading. */
export interface Section {
  /** The headings above the text, the highest first. */
  headings: string[]
  text: string
}

const MAX_HEADING_CHARS = 120

/** Collects the text of a file below its headings. */
export function createSections(): {
  /** Level 1 is the highest. */
  heading(level: number, text: string): void
  text(text: string): void
  all(): Section[]
} {
  const sections: Section[] = []
  let open: { level: number; text: string }[] = []
  let current = ''
  const close = () => {
    if (current.trim() !== '') sections.push({ headings: open.map(({ text }) => text), text: current })
    current = ''
  }
  return {
    heading(level, text) {
      close()
      const title = oneLine(text, MAX_HEADING_CHARS)
      open = [...open.filter((above) => above.level < level), ...(title === '' ? [] : [{ level, text: title }])]
    },
    text(text) {
      current += text
    },
    all() {
      close()
      return sections
    },
  }
}

/** Reads Markdown by its headings. The text keeps its marks, because models read Markdown well. */
export function readMarkdown(text: string): Section[] {
  const sections = createSections()
  const lines = text.split('\n')
  let fence: string | undefined
  for (let at = endOfFrontMatter(lines, (title) => sections.heading(1, title)); at < lines.length; at++) {
    const line = lines[at] ?? ''
    const bare = line.trim()
    const mark = bare.startsWith('```') ? '```' : bare.startsWith('~~~') ? '~~~' : undefined
    if (mark !== undefined && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined
    const level = fence === undefined && mark === undefined ? levelOf(line) : 0
    const underline = fence === undefined && level === 0 && bare !== '' ? underlineLevel(lines[at + 1] ?? '') : 0
    if (level > 0) sections.heading(level, withoutClosingMarks(line.trimStart().slice(level)))
    else if (underline > 0) {
      sections.heading(underline, bare)
      at++
    } else sections.text(`${line}\n`)
  }
  return sections.all()
}

/** The first line after the settings at the top of many documents. Only their title is kept. */
function endOfFrontMatter(lines: string[], onTitle: (title: string) => void): number {
  if (lines[0]?.trimEnd() !== '---') return 0
  const end = lines.slice(1, MAX_FRONT_MATTER_LINES).findIndex((line) => line.trimEnd() === '---')
  if (end < 0) return 0
  const title = lines.slice(1, end + 1).find((line) => line.startsWith('title:'))
  if (title !== undefined) onTitle(title.slice('title:'.length).replace(/["']/g, ''))
  return end + 2
}

const MAX_FRONT_MATTER_LINES = 200

/** `## Costs` has the level 2; a line that is not a heading has the level 0. */
function levelOf(line: string): number {
  const bare = line.trimStart()
  if (line.length - bare.length > 3) return 0
  let level = 0
  while (bare[level] === '#') level++
  return level <= 6 && (bare.length === level || /\s/.test(bare[level] ?? '')) ? level : 0
}

/** A line of text is a heading if the next one consists of `===` or `---`. */
function underlineLevel(next: string): number {
  const bare = next.trim()
  if (bare.length < 3) return 0
  return bare === '='.repeat(bare.length) ? 1 : bare === '-'.repeat(bare.length) ? 2 : 0
}

function withoutClosingMarks(title: string): string {
  let end = title.trimEnd().length
  while (title[end - 1] === '#') end--
  return title.slice(0, end)
}
