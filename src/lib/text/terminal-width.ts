import { graphemes } from './text.ts'

// oxlint-disable-next-line no-control-regex -- colours are what this is about
const COLOUR = /\u001b\[[\d;]*m/g
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f1e6}-\u{1f1ff}\u{20000}-\u{3fffd}]/u

/** The number of terminal columns that a text takes. Colour codes take none. */
export function cellsOf(text: string): number {
  const visibleText = text.replace(COLOUR, '')
  if (/^[\x20-\x7e]*$/.test(visibleText)) return visibleText.length
  let cells = 0
  for (const { segment } of graphemes().segment(visibleText)) cells += cellsOfCharacter(segment)
  return cells
}

function cellsOfCharacter(character: string): number {
  if (WIDE.test(character) || /^\p{Emoji_Presentation}|\ufe0f/u.test(character)) return 2
  return /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u.test(character) ? 0 : 1
}

/** Wraps a text into rows of at most this many columns, at a space if possible, else between two characters. */
export function wrapCells(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(2, width)))
}

function wrapLine(line: string, width: number): string[] {
  const rows: string[] = []
  let row = ''
  let usedCells = 0
  for (const word of line.match(/\s+|\S+/g) ?? []) {
    const cells = cellsOf(word)
    if (usedCells + cells <= width) {
      row += word
      usedCells += cells
      continue
    }
    // The space at which a row is broken is not shown.
    if (/^\s/.test(word)) {
      rows.push(row)
      row = ''
      usedCells = 0
      continue
    }
    if (usedCells > 0) rows.push(row.trimEnd())
    const pieces = cutCells(word, width)
    rows.push(...pieces.slice(0, -1))
    row = pieces.at(-1) ?? ''
    usedCells = cellsOf(row)
  }
  return [...rows, row]
}

/** Pieces of at most this many columns that concatenate to the text. */
export function cutCells(text: string, width: number): string[] {
  const pieces: string[] = []
  let piece = ''
  let usedCells = 0
  // A colour code is not split and stays with the text it colours.
  // oxlint-disable-next-line no-control-regex -- colours are what this is about
  for (const part of text.split(/(\u001b\[[\d;]*m)/)) {
    if (part.startsWith('\u001b')) {
      piece += part
      continue
    }
    for (const { segment } of graphemes().segment(part)) {
      const cells = cellsOfCharacter(segment)
      if (usedCells + cells > width) {
        pieces.push(piece)
        piece = ''
        usedCells = 0
      }
      piece += segment
      usedCells += cells
    }
  }
  return [...pieces, piece]
}
