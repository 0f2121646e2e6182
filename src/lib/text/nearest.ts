/** The known word that was most likely meant; undefined when none is within so many slips. */
export function nearest(word: string, known: Iterable<string>, most: number): string | undefined {
  const ranked = [...known]
    // Each letter too many is a slip: a name of thousands of letters is compared with nothing.
    .filter((name) => Math.abs(name.length - word.length) <= most)
    .map((name) => ({ name, distance: distance(word, name) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= most ? best.name : undefined
}

// Levenshtein with swapped neighbours counted once: "prot" for "port" is the commonest slip.
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array<number>(b.length).fill(0)])
  const at = (i: number, j: number) => (i === 0 ? j : (rows[i]?.[j] ?? 0))
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Infinity
      const row = rows[i] ?? []
      row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same, swapped)
    }
  }
  return at(a.length, b.length)
}
