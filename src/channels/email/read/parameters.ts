/** "text/plain; charset=utf-8; format=flowed", taken apart: the word in front and what follows, names in lower case. */
export interface Structured {
  value: string
  parameters: Map<string, string>
}

/** Total, and in one pass. Values that RFC 2231 spreads over several parameters are put together; none is decoded. */
export function readStructured(header: string): Structured {
  const [first = '', ...rest] = pieces(header)
  const spread = new Map<string, string[]>()
  const parameters = new Map<string, string>()
  for (const piece of rest) {
    const equals = piece.indexOf('=')
    if (equals < 1) continue
    const name = piece.slice(0, equals).trim().toLowerCase()
    const value = piece.slice(equals + 1).trim()
    const [base = '', number] = name.replace(/\*$/, '').split('*')
    if (number === undefined && !name.endsWith('*')) {
      if (!parameters.has(name)) parameters.set(name, value)
    } else {
      const parts = spread.get(base) ?? []
      // Numbered from 0, and a mail that counts to a million only wants us to make room.
      if (!(Number(number ?? 0) > MOST_PARTS)) parts[Number(number ?? 0) || 0] = value
      spread.set(base, parts)
    }
  }
  for (const [name, parts] of spread) {
    if (!parameters.has(name)) parameters.set(name, Array.from(parts, (part) => part ?? '').join(''))
  }
  return { value: first.trim().toLowerCase(), parameters }
}

const MOST_PARTS = 50

/** Split at semicolons, with quotes taken off and comments left out. */
function pieces(header: string): string[] {
  const found: string[] = []
  let piece = ''
  let isQuoted = false
  let comments = 0
  for (let at = 0; at < header.length; at++) {
    const sign = header[at] ?? ''
    if (sign === '\\' && (isQuoted || comments > 0)) {
      at++
      if (isQuoted) piece += header[at] ?? ''
    } else if (isQuoted) {
      if (sign === '"') isQuoted = false
      else piece += sign
    } else if (sign === '(') comments++
    else if (sign === ')' && comments > 0) comments--
    else if (comments > 0) continue
    else if (sign === '"') isQuoted = true
    else if (sign === ';') {
      found.push(piece)
      piece = ''
    } else piece += sign
  }
  found.push(piece)
  return found
}
