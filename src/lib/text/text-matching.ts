/**
 * A pattern that matches exactly this text, with any flags. Only special characters are escaped, because with the flags
 * u and v escaping anything else, such as a hyphen, is an error. Not for use between square brackets.
 */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/**
 * Whether a text matches this pattern, in which each star stands for any characters except `forbidden`. Each part is
 * matched where it first occurs, so several stars take no longer than one; a regular expression would try all
 * combinations.
 */
export function matchesPattern(pattern: string, text: string, forbidden: RegExp): boolean {
  const [first = '', ...parts] = pattern.split('*')
  const last = parts.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let position = first.length
  for (const part of parts) {
    const index = text.indexOf(part, position)
    if (index === -1 || forbidden.test(text.slice(position, index))) return false
    position = index + part.length
  }
  const end = text.length - last.length
  return end >= position && text.endsWith(last) && !forbidden.test(text.slice(position, end))
}

/** The known word that was most likely meant; undefined if none is within this many typos. */
export function nearestWord(word: string, candidates: Iterable<string>, maxTypos: number): string | undefined {
  const ranked = [...candidates]
    // Each extra letter is a typo, so a much longer or shorter name need not be compared.
    .filter((name) => Math.abs(name.length - word.length) <= maxTypos)
    .map((name) => ({ name, distance: distance(word, name) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= maxTypos ? best.name : undefined
}

// Levenshtein distance in which swapped neighbours count once, because "prot" for "port" is the most common typo.
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array<number>(b.length).fill(0)])
  const cell = (i: number, j: number) => (i === 0 ? j : (rows[i]?.[j] ?? 0))
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const substitution = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? cell(i - 2, j - 2) + 1 : Infinity
      const row = rows[i] ?? []
      row[j] = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + substitution, swapped)
    }
  }
  return cell(a.length, b.length)
}
