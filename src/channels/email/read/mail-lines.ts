/** One line of a mail, with what we know about its author. */
export interface MailLine {
  /** Without quote marks. */
  text: string
  /** As it is displayed. */
  raw: string
  /** The quote depth; 0 for the sender's own text. */
  depth: number
  /** A mail client marked it as a quote, so it does not just look like one. */
  isSure?: true
  /** A mail client marked it as a signature. */
  isSignature?: true
}

/** The lines of a plain text. A line that starts with ">" may be quoted, or may be how somebody writes a command. */
export function plainLines(text: string): MailLine[] {
  return text.split('\n').map((raw) => {
    const marks = raw.match(/^ ?(?:> ?)+/)?.[0] ?? ''
    return { text: raw.slice(marks.length), raw, depth: marks.replaceAll(' ', '').length }
  })
}

/** Joins lines without the empty ones around them. */
export function joinLines(lines: MailLine[], show: (line: MailLine) => string = ({ raw }) => raw): string {
  return withoutEmptyEnds(lines)
    .map((line) => show(line).trimEnd())
    .join('\n')
}

export function hasText({ text }: MailLine): boolean {
  return text.trim() !== ''
}

export function withoutEmptyEnds(lines: MailLine[]): MailLine[] {
  const first = lines.findIndex(hasText)
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(hasText) + 1)
}

export function quotedLine({ text, depth }: MailLine): string {
  return `${'>'.repeat(Math.max(1, depth))}${text === '' ? '' : ` ${text}`}`
}

/** With one quote mark less. */
export function unquotedLine({ text, raw, depth }: MailLine): string {
  return depth === 0 ? raw : depth === 1 ? text : quotedLine({ text, raw, depth: depth - 1 })
}
