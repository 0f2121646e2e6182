const NEWLINE = 10

/** Splits a stream of bytes into lines. Its only state is the unfinished line. */
export interface LineSplitter {
  /** The lines that these bytes completed; undefined as soon as a line is too long, and from then on. */
  push(chunk: Buffer): string[] | undefined
}

/** Only complete lines are decoded, so a chunk may end inside a character. */
export function createLineSplitter(maxBytes: number): LineSplitter {
  let pieces: Buffer[] = []
  let size = 0
  let isTooLong = false

  const addPiece = (piece: Buffer) => {
    pieces.push(piece)
    size += piece.length
    if (size > maxBytes) {
      isTooLong = true
      pieces = []
    }
  }

  return {
    push(chunk) {
      const lines: string[] = []
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0 && !isTooLong; end = chunk.indexOf(NEWLINE, start)) {
        addPiece(chunk.subarray(start, end))
        lines.push(Buffer.concat(pieces).toString('utf8'))
        pieces = []
        size = 0
        start = end + 1
      }
      if (!isTooLong) addPiece(chunk.subarray(start))
      return isTooLong ? undefined : lines
    },
  }
}

/**
 * The lines of a text that arrives in pieces, as many at once as each piece completes, because waiting for every single
 * line would take longer than reading it. Of a line longer than `maxChars` at least that many characters are kept, and
 * what comes in later pieces is not.
 */
export async function* linesOf(
  pieces: AsyncIterable<string>,
  maxChars = Number.POSITIVE_INFINITY,
): AsyncGenerator<string[]> {
  let rest = ''
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n')
    const last = others.pop()
    // Only the new piece is searched, so that a line of very many pieces takes linear time.
    if (rest.length <= maxChars) rest += first
    if (last === undefined) continue
    yield [rest, ...others].map(withoutReturn)
    rest = last
  }
  if (rest !== '') yield [withoutReturn(rest)]
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
