/** What is known about a word, found by where it stands in a text: letters and digits of ASCII, in whatever case. */
export type WordTable<T> = (text: string, from: number, to: number, hash: number) => T

/** Of a word, sign by sign from 0 on: whoever looks where it ends has looked at each anyway. */
export function hashOn(hash: number, sign: number): number {
  return Math.imul(hash ^ sign, 0x5bd1e995)
}

/** The signs an ASCII word is made of, in lower case; 0 for what stands between words. */
export const wordSigns = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code).toLowerCase()
  return /[a-z0-9]/.test(sign) ? sign.charCodeAt(0) : 0
})

/**
 * Remembers what was made of a word. A hash table of our own because a word cut out of a line is a new string that is
 * hashed anew (measured: most of what reading a line costs), and every line that is stored or recalled is read. When there
 * are too many words, those that did not come up since it was full the last time are forgotten: never all at once, for
 * making the common ones again would be most of the work of a long import.
 */
export function createWordTable<T>(most: number, make: (word: string) => T): WordTable<T> {
  const size = 2 ** Math.ceil(Math.log2(most * 2))
  let young = createGeneration<T>(size)
  let old: Generation<T> | undefined
  return (text, from, to, signs) => {
    const hash = signs ^ (signs >>> 15)
    const known = find(young, hash, text, from, to)
    if (known !== undefined) return known
    const before = old && find(old, hash, text, from, to)
    const word = text.slice(from, to).toLowerCase()
    const made = before ?? make(word)
    if (young.words.length >= most) {
      const last = young
      young = old ?? createGeneration<T>(size)
      young.slots.fill(0)
      young.words.length = 0
      young.made.length = 0
      old = last
    }
    add(young, hash, word, made)
    return made
  }
}

interface Generation<T> {
  slots: Int32Array
  words: string[]
  made: T[]
}

function createGeneration<T>(size: number): Generation<T> {
  return { slots: new Int32Array(size), words: [], made: [] }
}

function find<T>({ slots, words, made }: Generation<T>, hash: number, text: string, from: number, to: number) {
  const last = slots.length - 1
  for (let slot = hash & last, entry = slots[slot]; entry; slot = (slot + 1) & last, entry = slots[slot]) {
    if (isSame(words[entry - 1] ?? '', text, from, to)) return made[entry - 1]
  }
  return undefined
}

function add<T>({ slots, words, made }: Generation<T>, hash: number, word: string, known: T): void {
  const last = slots.length - 1
  let slot = hash & last
  while (slots[slot]) slot = (slot + 1) & last
  slots[slot] = words.push(word)
  made.push(known)
}

function isSame(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false
  for (let at = 0; at < word.length; at++) {
    if (word.charCodeAt(at) !== wordSigns[text.charCodeAt(from + at)]) return false
  }
  return true
}
