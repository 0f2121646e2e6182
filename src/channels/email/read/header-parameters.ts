/** A parsed header such as "text/plain; charset=utf-8; format=flowed". Names are in lower case. */
export interface StructuredHeader {
  value: string
  parameters: Map<string, string>
}

/** Never fails, and runs in linear time. Joins values that RFC 2231 splits over several parameters; decodes nothing. */
export function readStructuredHeader(header: string): StructuredHeader {
  const [first = '', ...rest] = splitAtSemicolons(header)
  const splitValues = new Map<string, string[]>()
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
      const parts = splitValues.get(base) ?? []
      // Parts are numbered from 0. A huge number is an attempt to exhaust memory.
      if (!(Number(number ?? 0) > MAX_PARTS)) parts[Number(number ?? 0) || 0] = value
      splitValues.set(base, parts)
    }
  }
  for (const [name, parts] of splitValues) {
    if (!parameters.has(name)) parameters.set(name, Array.from(parts, (part) => part ?? '').join(''))
  }
  return { value: first.trim().toLowerCase(), parameters }
}

const MAX_PARTS = 50

/** Splits at semicolons, removing quotes and comments. */
function splitAtSemicolons(header: string): string[] {
  const pieces: string[] = []
  let piece = ''
  let isQuoted = false
  let commentDepth = 0
  for (let at = 0; at < header.length; at++) {
    const char = header[at] ?? ''
    if (char === '\\' && (isQuoted || commentDepth > 0)) {
      at++
      if (isQuoted) piece += header[at] ?? ''
    } else if (isQuoted) {
      if (char === '"') isQuoted = false
      else piece += char
    } else if (char === '(') commentDepth++
    else if (char === ')' && commentDepth > 0) commentDepth--
    else if (commentDepth > 0) continue
    else if (char === '"') isQuoted = true
    else if (char === ';') {
      pieces.push(piece)
      piece = ''
    } else piece += char
  }
  pieces.push(piece)
  return pieces
}
