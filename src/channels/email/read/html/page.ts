import type { Line } from '../lines.ts'

/** Whose the words are that are being written. */
export interface Place {
  depth: number
  isSure: boolean
  isSignature: boolean
}

/** Lines in the making: spaces and breaks fall together as they do on a screen. */
export interface Page {
  readonly lines: Line[]
  /** Of the line that is open. */
  open(): string
  write(words: string): void
  /** As it stands, spaces and breaks too. */
  writeRaw(text: string): void
  /** A break that is there even where the line is empty. */
  break(): void
  /** What follows begins on a line of its own; with an empty one before it where the page has room between blocks. */
  block(hasRoom: boolean): void
  /** Goes before the next words, and as blanks before all later lines of the item. */
  item(mark: string): void
  endItem(): void
  add(lines: Line[]): void
}

export function createPage(place: () => Place): Page {
  const lines: Line[] = []
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

  function add(more: Line[]): void {
    const last = lines.at(-1)
    // The room between a quote and what is not belongs to neither.
    const depth = Math.min(last?.depth ?? 0, more[0]?.depth ?? 0)
    if (hasRoom && last && last.text !== '') lines.push(lineAt({ ...place(), depth }, ''))
    hasRoom = false
    for (const one of more) lines.push(one)
  }

  function block(withRoom: boolean): void {
    // A blank that cannot break is a line; anything else that is empty is none.
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

function lineAt({ depth, isSure, isSignature }: Place, content: string): Line {
  const text = content.replaceAll('\u00a0', ' ').trimEnd()
  const raw = depth > 0 ? `${'>'.repeat(depth)}${text === '' ? '' : ` ${text}`}` : text
  return { text, raw, depth, ...(isSure && depth > 0 ? { isSure } : {}), ...(isSignature ? { isSignature } : {}) }
}
