const mostLines = 25
const mostChars = 2_000

/** More than is shown of a text at first. */
export function isLong(text: string): boolean {
  return text.length > mostChars || linesIn(text) > mostLines
}

export function linesIn(text: string): number {
  return text.split('\n').length
}
