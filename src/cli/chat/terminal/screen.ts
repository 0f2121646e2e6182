import { cellsOf, cutCells, wrapCells } from '../../../lib/text/terminal-width.ts'

/** The part of a terminal's output that a screen needs. */
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
 * This row, then the rest from its second column on: a terminal that is told to clear everything below its first corner
 * takes that for a new screen, and keeps the old one in what can be scrolled back to.
 */
const CLEAR_BELOW = '\r\u001b[K\u001b[C\u001b[J\r'

/**
 * What stands on the screen. Above: what is said and stays. Below it, drawn anew at every change: what is under way, and
 * the line that is being typed, so that whatever arrives while somebody types moves their line down and never into it.
 */
export function createScreen(output: Output) {
  let live: string[] = []
  let typed = { text: '', cursor: 0 }
  let drawn: string[] = []
  let cursorAt = { row: 0, column: 0 }

  const columns = () => Math.max(10, output.columns ?? 80)
  /** The last column stays free: what is written there leaves the cursor in a different place on every terminal. */
  const width = () => columns() - 1

  /** Back to where the drawn part begins. A terminal that became narrower has broken its rows anew, each for itself. */
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
    // A text of more rows than the screen has is shown around the cursor.
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
    /** Said for good, in rows. */
    say: (rows: string[]) => redraw(rows),
    /** What is under way, in the place of what was. */
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
    /** Leaves what was said, and the cursor on a line of its own. */
    close() {
      output.write(erased())
      drawn = []
      cursorAt = { row: 0, column: 0 }
    },
  }
}

/** The typed text in rows, and where the cursor stands in them. */
function layOut({ text, cursor }: { text: string; cursor: number }, width: number) {
  const room = Math.max(2, width - PROMPT.length)
  const toCursor = cut(text.slice(0, cursor), room)
  // Cut anywhere, not at words: so the rows before the cursor do not depend on what follows it.
  const rows = cut(text, room).map((row, at) => `${at === 0 ? PROMPT : INDENT}${row}`)
  const last = toCursor.at(-1) ?? ''
  return { rows, row: toCursor.length - 1, column: PROMPT.length + cellsOf(last) }
}

function cut(text: string, room: number): string[] {
  return text.split('\n').flatMap((line) => cutCells(line.replaceAll('\t', TAB), room))
}

/** What a person typed, as it stays above. */
export function typedRows(text: string, width: number): string[] {
  return wrapCells(text.replaceAll('\t', TAB), width - PROMPT.length).map(
    (row, at) => `${at === 0 ? PROMPT : INDENT}${row}`,
  )
}
