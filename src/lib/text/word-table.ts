/** Looks up what is known about the word at this position in a text. Only for ASCII words; upper and lower case are the same. */
export type WordTable<T> = (text: string, from: number, to: number, hash: number) => T

/**
 * The hash of a word, updated character by character from 0, because finding the end of the word reads each of them
 * anyway.
 */
export function extendHash(hash: number, character: number): number {
  return Math.imul(hash ^ character, 0x5bd1e995)
}

/** The lower-case code of each ASCII letter and digit, by its own code; 0 for separators. */
export const wordCharacters = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code).toLowerCase()
  return /[a-z0-9]/.test(character) ? character.charCodeAt(0) : 0
})

/**
 * Caches what was computed for a word. A custom hash table, because a word cut out of a line is a new string that is
 * hashed again (measured: most of the cost of reading a line), and every stored or recalled line is read. When the
 * table is full, words not used since it was last full are dropped. They are never dropped all at once, because
 * recomputing the common ones would be most of the work of a long import.
 */
export function createWordTable<T>(maxWords: number, make: (word: string) => T): WordTable<T> {
  const size = 2 ** Math.ceil(Math.log2(maxWords * 2))
  // An idle daemon reads no words, and some tables are half a megabyte large.
  let current: Generation<T> | undefined
  let previous: Generation<T> | undefined
  return (text, from, to, rawHash) => {
    const hash = rawHash ^ (rawHash >>> 15)
    current ??= createGeneration<T>(size)
    const cached = find(current, hash, text, from, to)
    if (cached !== undefined) return cached
    const older = previous && find(previous, hash, text, from, to)
    const word = text.slice(from, to).toLowerCase()
    const value = older ?? make(word)
    if (current.words.length >= maxWords) {
      const full = current
      current = previous ?? createGeneration<T>(size)
      current.slots.fill(0)
      current.words.length = 0
      current.values.length = 0
      previous = full
    }
    add(current, hash, word, value)
    return value
  }
}

interface Generation<T> {
  slots: Int32Array
  words: string[]
  values: T[]
}

function createGeneration<T>(size: number): Generation<T> {
  return { slots: new Int32Array(size), words: [], values: [] }
}

function find<T>({ slots, words, values }: Generation<T>, hash: number, text: string, from: number, to: number) {
  const last = slots.length - 1
  for (let slot = hash & last, entry = slots[slot]; entry; slot = (slot + 1) & last, entry = slots[slot]) {
    if (isWordAt(words[entry - 1] ?? '', text, from, to)) return values[entry - 1]
  }
  return undefined
}

function add<T>({ slots, words, values }: Generation<T>, hash: number, word: string, value: T): void {
  const last = slots.length - 1
  let slot = hash & last
  while (slots[slot]) slot = (slot + 1) & last
  slots[slot] = words.push(word)
  values.push(value)
}

function isWordAt(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false
  for (let offset = 0; offset < word.length; offset++) {
    if (word.charCodeAt(offset) !== wordCharacters[text.charCodeAt(from + offset)]) return false
  }
  return true
}
