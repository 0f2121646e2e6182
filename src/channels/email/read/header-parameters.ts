/** A parsed header such as "text/plain; charset=utf-8; format=flowed". Names are in lower case. */
export interface Structured {
  value: string
  parameters: Map<string, string>
}

/** Never fails, and runs in linear time. Joins values that RFC 2231 splits over several parameters; decodes nothing. */
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
      // Parts are numbered from 0. A huge number is an attempt to exhaust memory.
      if (!(Number(number ?? 0) > MAX_PARTS)) parts[Number(number ?? 0) || 0] = value
      spread.set(base, parts)
    }
  }
  for (const [name, parts] of spread) {
    if (!parameters.has(name)) parameters.set(name, Array.from(parts, (part) => part ?? '').join(''))
  }
  return { value: first.trim().toLowerCase(), parameters }
}

const MAX_PARTS = 50

/** Splits at semicolons, removing quotes and comments. */
function pieces(header: string): string[] {
  const values: string[] = []
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
      values.push(piece)
      piece = ''
    } else piece += sign
  }
  values.push(piece)
  return values
}
