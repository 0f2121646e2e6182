export interface GoldLine {
  text: string
  /** What makes it readable: the line that it answers, or the answer to it. Missing where nobody else spoke. */
  partner: string | undefined
}

/** The share of the gold texts that stand whole in a context; nothing when it is over its budget. */
export function gradeContext(context: string, budget: number, gold: GoldLine[]): number {
  // Python counts code points where JavaScript counts UTF-16 units; the graders of others are written in Python.
  if (Math.ceil(Array.from(context).length / 4) > budget) return 0
  const seen = fold(context)
  return gold.filter(({ text }) => seen.includes(fold(text))).length / gold.length
}

/** White space folded, entities undone, lower case: only the words count. */
export function fold(text: string): string {
  return unescape(text).replace(/\s+/g, ' ').trim().toLowerCase()
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescape(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos));/gi, (_, decimal, hex, name) => {
    if (name) return entities[String(name).toLowerCase()] ?? ''
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(String(hex), 16))
  })
}
