import { cellsOf, cutCells, wrapCells } from '../../../lib/text/terminal-width.ts'
import { printable } from '../../../lib/text/visible.ts'

/** The part of a terminal's output stream that a screen needs. */
export interface Output {
  columns?: number | undefined
  rows?: number | undefined
  write(text: string): unknown
}

/** The line being typed. */
interface Typed {
  text: string
  cursor: number
  prompt: string
}

export type Screen = ReturnType<typeof createScreen>

const PROMPT = '> '
const INDENT = '  '
const TAB = '    '
const MIN_COLUMNS = 10
const DEFAULT_COLUMNS = 80
const DEFAULT_ROWS = 24
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
  let liveRows: string[] = []
  let typed: Typed = { text: '', cursor: 0, prompt: PROMPT }
  let drawn: string[] = []
  let cursorAt = { row: 0, column: 0 }

  // A terminal that does not know its size reports 0.
  const columns = () => Math.max(MIN_COLUMNS, output.columns || DEFAULT_COLUMNS)
  /** The last column stays empty, because terminals disagree on where the cursor is after writing to it. */
  const width = () => columns() - 1

  /** Moves to the start of the redrawn part. A terminal that became narrower has wrapped each row anew. */
  function clearSequence(): string {
    const rowsOf = (cells: number) => Math.max(1, Math.ceil(cells / columns()))
    const rowsAbove = drawn.slice(0, cursorAt.row).reduce((sum, row) => sum + rowsOf(cellsOf(row)), 0)
    const rowsUp = rowsAbove + Math.floor(cursorAt.column / columns())
    return `${rowsUp > 0 ? `\u001b[${rowsUp}A` : ''}${CLEAR_BELOW}`
  }

  function redraw(newRows: string[] = []): void {
    const clearing = clearSequence()
    const input = layOutInput(typed, width())
    const maxRows = Math.max(1, (output.rows || DEFAULT_ROWS) - 1)
    // A text with more rows than the screen is shown around the cursor.
    const firstRow = Math.max(0, Math.min(input.row - Math.floor(maxRows / 2), input.rows.length - maxRows))
    const shownInput = input.rows.slice(firstRow, firstRow + maxRows)
    const freeRows = Math.max(0, maxRows - shownInput.length)
    const shownLive = freeRows === 0 ? [] : liveRows.map((row) => cutCells(row, width())[0] ?? '').slice(-freeRows)
    drawn = [...shownLive, ...shownInput]
    cursorAt = { row: shownLive.length + input.row - firstRow, column: input.column }
    const rowsUp = drawn.length - 1 - cursorAt.row
    const columnsRight = cursorAt.column
    const cursorMove = `${rowsUp > 0 ? `\u001b[${rowsUp}A` : ''}\r${columnsRight > 0 ? `\u001b[${columnsRight}C` : ''}`
    const permanentRows = newRows.map((row) => `${row}\r\n`).join('')
    output.write(`${clearing}${permanentRows}${drawn.join('\r\n')}${cursorMove}`)
  }

  return {
    width,
    redraw: () => redraw(),
    /** Adds rows that stay. */
    say: (rows: string[]) => redraw(rows),
    /** Replaces the rows of the work in progress. */
    show(rows: string[]) {
      liveRows = rows
      redraw()
    },
    type(line: { text(): string; cursor(): number; search(): string | undefined }) {
      const search = line.search()
      const prompt = search === undefined ? PROMPT : `search: ${printable(search)} ${PROMPT}`
      typed = { text: line.text(), cursor: line.cursor(), prompt }
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
      output.write(clearSequence())
      drawn = []
      cursorAt = { row: 0, column: 0 }
    },
  }
}

/** Lays out the typed text and finds the cursor in it. */
function layOutInput({ text, cursor, prompt }: Typed, width: number) {
  const freeCells = Math.max(2, width - INDENT.length)
  // The prompt is part of the first row. All rows have the same width.
  const lead = prompt.slice(INDENT.length)
  const rowsToCursor = cutRows(lead + text.slice(0, cursor), freeCells)
  // Rows are cut anywhere, not at words, so that rows before the cursor do not depend on what follows it.
  const rows = cutRows(lead + text, freeCells).map(
    (row, at) => `${at === 0 ? prompt.slice(0, INDENT.length) : INDENT}${row}`,
  )
  const last = rowsToCursor.at(-1) ?? ''
  return { rows, row: rowsToCursor.length - 1, column: INDENT.length + cellsOf(last) }
}

function cutRows(text: string, freeCells: number): string[] {
  return text.split('\n').flatMap((line) => cutCells(line.replaceAll('\t', TAB), freeCells))
}

/** Typed text as it stays in the upper part. */
export function typedRows(text: string, width: number): string[] {
  return wrapCells(text.replaceAll('\t', TAB), width - PROMPT.length).map(
    (row, at) => `${at === 0 ? PROMPT : INDENT}${row}`,
  )
}
