import type { MailLine } from '../mail-lines.ts'

/** Who wrote the text that is being added. */
export interface Authorship {
  depth: number
  isSure: boolean
  isSignature: boolean
}

/** Builds lines from text and collapses white space as a browser does. */
export interface LineBuilder {
  readonly lines: MailLine[]
  /** The text of the current line. */
  open(): string
  write(words: string): void
  /** Keeps spaces and line breaks. */
  writeRaw(text: string): void
  /** A line break, even on an empty line. */
  break(): void
  /** The next text starts on a new line; after an empty one if `hasRoom`. */
  block(hasRoom: boolean): void
  /** The mark precedes the next text; further lines of the item are indented. */
  item(mark: string): void
  endItem(): void
  add(lines: MailLine[]): void
}

export function createLineBuilder(place: () => Authorship): LineBuilder {
  const lines: MailLine[] = []
  let line = ''
  let hasRoom = false
  let mark = ''
  const indents: string[] = []

  function push(): void {
    const text =
      (mark !== '' || line.trim() !== '' ? indents.slice(0, mark === '' ? undefined : -1).join('') : '') + mark
    add([lineAt(place(), `${text}${line.trimEnd()}`)])
    line = ''
    mark = ''
  }

  function add(newLines: MailLine[]): void {
    const last = lines.at(-1)
    // An empty line between a quote and other text belongs to neither.
    const depth = Math.min(last?.depth ?? 0, newLines[0]?.depth ?? 0)
    if (hasRoom && last && last.text !== '') lines.push(lineAt({ ...place(), depth }, ''))
    hasRoom = false
    for (const one of newLines) lines.push(one)
  }

  function block(withRoom: boolean): void {
    // A non-breaking space makes a line; other white space does not.
    if (line.trim() !== '' || line.includes('\u00a0')) push()
    line = ''
    hasRoom ||= withRoom
  }

  return {
    lines,
    open: () => line,
    write(words) {
      const text = words.replace(/[ \t\n\r\f]+/g, ' ')
      line += (line === '' || line.endsWith(' ')) && text.startsWith(' ') ? text.slice(1) : text
    },
    writeRaw(text) {
      const [first = '', ...rest] = text.split('\n')
      line += first
      for (const one of rest) {
        push()
        line = one
      }
    },
    break: push,
    block,
    item(sign) {
      block(false)
      mark = sign
      indents.push(' '.repeat(sign.length))
    },
    endItem() {
      block(false)
      indents.pop()
      mark = ''
    },
    add,
  }
}

function lineAt({ depth, isSure, isSignature }: Authorship, content: string): MailLine {
  const text = content.replaceAll('\u00a0', ' ').trimEnd()
  const raw = depth > 0 ? `${'>'.repeat(depth)}${text === '' ? '' : ` ${text}`}` : text
  return { text, raw, depth, ...(isSure && depth > 0 ? { isSure } : {}), ...(isSignature ? { isSignature } : {}) }
}
