/** Words that mean the same here; every other word means only itself. */
const synonyms: string[][] = [
  ['car', 'automobile', 'vehicle'],
  ['doctor', 'physician'],
  ['roof', 'shingles'],
  ['holiday', 'vacation'],
  ['dog', 'hound', 'puppy'],
]
const conceptOf = new Map(synonyms.flatMap(([first = '', ...others]) => others.map((word) => [word, first] as const)))

/** The same text has the same vector on every machine; texts that share a meaning are near, whatever their words. */
export function vectorOf(text: string, dimension: number): number[] {
  const vector = Array<number>(dimension).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['nothing']) {
    const next = randomOf(conceptOf.get(word) ?? word)
    const weight = conceptOf.has(word) || synonyms.some(([first]) => first === word) ? 3 : 1
    for (let at = 0; at < dimension; at++) vector[at] = (vector[at] ?? 0) + weight * (next() - 0.5)
  }
  return vector
}

function randomOf(word: string): () => number {
  let state = 0x811c9dc5
  for (const letter of word) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
