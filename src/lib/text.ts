/** Cuts at most `limit` UTF-16 units, never through a surrogate pair, and says that it cut. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, safeCut(text, Math.max(0, limit - 1)))}…`
}

/** Parts of at most `limit` units that concatenate to the text: cut after a paragraph, a line, a word, else anywhere legal. */
export function splitText(text: string, limit: number): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > limit) {
    const cut = boundaryBefore(rest, limit)
    parts.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  parts.push(rest)
  return parts
}

function boundaryBefore(text: string, limit: number): number {
  for (const mark of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(mark, limit - mark.length)
    // A boundary in the first half would leave a stump; a later, weaker one reads better.
    if (at > limit / 2) return at + mark.length
  }
  return safeCut(text, limit)
}

function safeCut(text: string, at: number): number {
  const before = text.charCodeAt(at - 1)
  const isHighSurrogate = before >= 0xd800 && before <= 0xdbff
  return isHighSurrogate && at > 1 ? at - 1 : at
}
