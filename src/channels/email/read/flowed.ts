import type { Line } from './lines.ts'

/**
 * Joins lines that a mail client wrapped (RFC 3676): a line that ends with a space continues on the next line of the
 * same quote depth. mailparser's own version ignores the depth and would put quote marks into the middle of a line.
 */
export function unflow(text: string, isSpaceDeleted: boolean): Line[] {
  const lines: Line[] = []
  let open: { depth: number; pieces: string[] } | undefined
  const close = () => {
    if (open) lines.push(lineOf(open.pieces.join(''), open.depth))
    open = undefined
  }
  for (const raw of text.split('\n')) {
    const depth = quoteDepth(raw)
    const line = raw.slice(depth).replace(/^ /, '')
    const isSeparator = line === '-- '
    if (open?.depth !== depth || isSeparator) close()
    open ??= { depth, pieces: [] }
    const isSoft = line.endsWith(' ') && !isSeparator
    open.pieces.push(isSoft && isSpaceDeleted ? line.slice(0, -1) : line)
    if (!isSoft) close()
  }
  close()
  return lines
}

function quoteDepth(line: string): number {
  let depth = 0
  while (line[depth] === '>') depth++
  return depth
}

/** A line that was stuffed with a space may start with ">" here and is still the sender's own. */
function lineOf(text: string, depth: number): Line {
  return { text, raw: depth > 0 ? `${'>'.repeat(depth)} ${text}`.trimEnd() : text, depth }
}
