import { cellsOf, cutCells, wrapCells } from '../../../lib/text/terminal-width.ts'

/** The part of a terminal's output stream that a screen needs. */
export interface Output {
  columns?: number | undefined
  rows?: number | undefined
  write(text: string): unknown
}

export type Screen = ReturnType<typeof createScreen>

const PROMPT = '> '
const INDENT = '  '
const TAB = '    '
/**
 * Clears this row, then everything from its second column on. If a terminal clears from its very first cell, it may
 * treat that as a new screen and push the old one into the scrollback.
 */
const CLEAR_BELOW = '\r\u001b[K\u001b[C\u001b[J\r'

/**
 * The screen has two parts. Above is what stays. Below, redrawn at every change, are the answer in progress and the
 * line being typed, so that arriving text moves that line down and never mixes with it.
 */
export function createScreen(output: Output) {
  let live: string[] = []
  let typed = { text: '', cursor: 0 }
  let drawn: string[] = []
  let cursorAt = { row: 0, column: 0 }

  const columns = () => Math.max(10, output.columns ?? 80)
  /** The last column stays empty, because terminals disagree on where the cursor is after writing to it. */
  const width = () => columns() - 1

  /** Moves to the start of the redrawn part. A terminal that became narrower has wrapped each row anew. */
  function erased(): string {
    const rowsOf = (cells: number) => Math.max(1, Math.ceil(cells / columns()))
    const above = drawn.slice(0, cursorAt.row).reduce((sum, row) => sum + rowsOf(cellsOf(row)), 0)
    const up = above + Math.floor(cursorAt.column / columns())
    return `${up > 0 ? `\u001b[${up}A` : ''}${CLEAR_BELOW}`
  }

  function redraw(said: string[] = []): void {
    const before = erased()
    const input = layOut(typed, width())
    const most = Math.max(1, (output.rows ?? 24) - 1)
    // A text with more rows than the screen is shown around the cursor.
    const first = Math.max(0, Math.min(input.row - Math.floor(most / 2), input.rows.length - most))
    const shownInput = input.rows.slice(first, first + most)
    const room = Math.max(0, most - shownInput.length)
    const shownLive = room === 0 ? [] : live.map((row) => cutCells(row, width())[0] ?? '').slice(-room)
    drawn = [...shownLive, ...shownInput]
    cursorAt = { row: shownLive.length + input.row - first, column: input.column }
    const up = drawn.length - 1 - cursorAt.row
    const right = cursorAt.column
    const home = `${up > 0 ? `\u001b[${up}A` : ''}\r${right > 0 ? `\u001b[${right}C` : ''}`
    const stays = said.map((row) => `${row}\r\n`).join('')
    output.write(`${before}${stays}${drawn.join('\r\n')}${home}`)
  }

  return {
    width,
    redraw: () => redraw(),
    /** Adds rows that stay. */
    say: (rows: string[]) => redraw(rows),
    /** Replaces the rows of the work in progress. */
    show(rows: string[]) {
      live = rows
      redraw()
    },
    type(text: string, cursor: number) {
      typed = { text, cursor }
      redraw()
    },
    clear() {
      output.write('\u001b[2J\u001b[H')
      drawn = []
      cursorAt = { row: 0, column: 0 }
      redraw()
    },
    /** Keeps what was said and leaves the cursor on its own line. */
    close() {
      output.write(erased())
      drawn = []
      cursorAt = { row: 0, column: 0 }
    },
  }
}

/** Lays out the typed text and finds the cursor in it. */
function layOut({ text, cursor }: { text: string; cursor: number }, width: number) {
  const room = Math.max(2, width - PROMPT.length)
  const toCursor = cut(text.slice(0, cursor), room)
  // Rows are cut anywhere, not at words, so that rows before the cursor do not depend on what follows it.
  const rows = cut(text, room).map((row, at) => `${at === 0 ? PROMPT : INDENT}${row}`)
  const last = toCursor.at(-1) ?? ''
  return { rows, row: toCursor.length - 1, column: PROMPT.length + cellsOf(last) }
}

function cut(text: string, room: number): string[] {
  return text.split('\n').flatMap((line) => cutCells(line.replaceAll('\t', TAB), room))
}

/** Typed text as it stays in the upper part. */
export function typedRows(text: string, width: number): string[] {
  return wrapCells(text.replaceAll('\t', TAB), width - PROMPT.length).map(
    (row, at) => `${at === 0 ? PROMPT : INDENT}${row}`,
  )
}
