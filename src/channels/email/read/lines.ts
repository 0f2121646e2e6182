/** One line of a mail, with what is known of whose it is. */
export interface Line {
  /** Without any marks of quoting. */
  text: string
  /** As it is shown where it is kept. */
  raw: string
  /** How often it was quoted; 0 is what the sender wrote. */
  depth: number
  /** A mail client marked it as quoted: it is no line of the sender's own that only looks like one. */
  isSure?: true
  /** A mail client marked it as a signature. */
  isSignature?: true
}

/** A text as it came. What begins with ">" may be quoted, or be how somebody writes a command. */
export function plainLines(text: string): Line[] {
  return text.split('\n').map((raw) => {
    const marks = raw.match(/^ ?(?:> ?)+/)?.[0] ?? ''
    return { text: raw.slice(marks.length), raw, depth: marks.replaceAll(' ', '').length }
  })
}

/** The text of some lines, without what is empty around them. */
export function textOf(lines: Line[], show: (line: Line) => string = ({ raw }) => raw): string {
  return withoutEmptyEnds(lines)
    .map((line) => show(line).trimEnd())
    .join('\n')
}

export function isSpoken({ text }: Line): boolean {
  return text.trim() !== ''
}

export function withoutEmptyEnds(lines: Line[]): Line[] {
  const first = lines.findIndex(isSpoken)
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isSpoken) + 1)
}

export function quoted({ text, depth }: Line): string {
  return `${'>'.repeat(Math.max(1, depth))}${text === '' ? '' : ` ${text}`}`
}

/** With one mark of quoting less. */
export function unquoted({ text, raw, depth }: Line): string {
  return depth === 0 ? raw : depth === 1 ? text : quoted({ text, raw, depth: depth - 1 })
}
