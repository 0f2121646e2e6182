/** What is known about a word, found by where it stands in a text: letters and digits of ASCII, in whatever case. */
export type WordTable<T> = (text: string, from: number, to: number) => T

/** The signs an ASCII word is made of, in lower case; 0 for what stands between words. */
export const wordSigns = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code).toLowerCase()
  return /[a-z0-9]/.test(sign) ? sign.charCodeAt(0) : 0
})

/**
 * Remembers what was made of a word, and forgets everything when there are too many. A hash table of our own because a
 * word cut out of a line is a new string that is hashed anew (measured: most of what reading a line costs), and every
 * line that is stored or recalled is read.
 */
export function createWordTable<T>(most: number, make: (word: string) => T): WordTable<T> {
  const size = 2 ** Math.ceil(Math.log2(most * 2))
  const slots = new Int32Array(size)
  let words: string[] = []
  let made: T[] = []
  return (text, from, to) => {
    const home = hashOf(text, from, to) & (size - 1)
    let slot = home
    for (let entry = slots[slot]; entry; entry = slots[slot]) {
      if (isSame(words[entry - 1] ?? '', text, from, to)) return made[entry - 1] as T
      slot = (slot + 1) & (size - 1)
    }
    if (words.length >= most) {
      slots.fill(0)
      words = []
      made = []
      slot = home
    }
    const word = text.slice(from, to).toLowerCase()
    const known = make(word)
    slots[slot] = words.push(word)
    made.push(known)
    return known
  }
}

function hashOf(text: string, from: number, to: number): number {
  let hash = to - from
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (wordSigns[text.charCodeAt(at)] ?? 0), 0x5bd1e995)
  return hash ^ (hash >>> 15)
}

function isSame(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false
  for (let at = 0; at < word.length; at++) {
    if (word.charCodeAt(at) !== wordSigns[text.charCodeAt(from + at)]) return false
  }
  return true
}
