const newline = 10

/** Cuts a stream of bytes into lines. Pure but for the unfinished line it holds. */
export interface LineSplitter {
  /** The lines that these bytes completed; undefined once a line is longer than allowed, and from then on. */
  push(chunk: Buffer): string[] | undefined
}

/** Lines are decoded whole, so a chunk may end anywhere, inside a character too. */
export function createLineSplitter(maxBytes: number): LineSplitter {
  let pieces: Buffer[] = []
  let size = 0
  let flooded = false

  const keep = (piece: Buffer) => {
    pieces.push(piece)
    size += piece.length
    if (size > maxBytes) {
      flooded = true
      pieces = []
    }
  }

  return {
    push(chunk) {
      const lines: string[] = []
      let start = 0
      for (let end = chunk.indexOf(newline); end >= 0 && !flooded; end = chunk.indexOf(newline, start)) {
        keep(chunk.subarray(start, end))
        lines.push(Buffer.concat(pieces).toString('utf8'))
        pieces = []
        size = 0
        start = end + 1
      }
      if (!flooded) keep(chunk.subarray(start))
      return flooded ? undefined : lines
    },
  }
}

/**
 * The lines of a text that arrives in pieces, as many at a time as each piece brings: waiting for every single line would
 * take longer than reading it.
 */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = ''
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n')
    const last = others.pop()
    // Only the piece is looked through, so that one line of very many pieces costs no more than its length.
    rest += first
    if (last === undefined) continue
    yield [rest, ...others].map(withoutReturn)
    rest = last
  }
  if (rest !== '') yield [withoutReturn(rest)]
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
