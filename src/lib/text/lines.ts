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
