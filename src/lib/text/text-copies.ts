// Finds copies of texts in other texts: in records of what a model saw, in transcripts, in log lines. A copy may be a part of
// the original, and may be escaped as in JSON.

/** This many words in a row that are the same are no accident. */
const RUN_WORDS = 6
/** A shorter line is only recognised as a whole. */
const MIN_LINE_WORDS = 3
/** Shorter words say nothing by themselves. */
const MIN_CHARS = 3

/** Returns true for a text that repeats one of the originals. */
export type FindCopy = (text: string) => boolean

export interface CopySearch {
  /** The words of this text are also used elsewhere, so they are no sign of a copy. */
  allow(text: string): void
  isCopy: FindCopy
  /** Only several words in a row: for texts that may use any word by themselves. */
  isQuote: FindCopy
}

/** Every longer word of the originals is a sign of a copy until it is allowed, and so are several words in a row. */
export function createCopySearch(originals: Iterable<string>): CopySearch {
  const telling = new Set<string>()
  const runs = new Map<number, Set<string>>()
  for (const original of originals) {
    const words = wordsOf(original)
    for (const word of words) if (word.length >= MIN_CHARS) telling.add(word)
    const length = Math.min(RUN_WORDS, words.length)
    if (length < MIN_LINE_WORDS) continue
    const known = runs.get(length) ?? new Set()
    runs.set(length, known)
    // Any eleven words in a row contain one of these.
    for (let at = 0; at + length <= words.length; at += RUN_WORDS) known.add(words.slice(at, at + length).join(' '))
  }
  return {
    allow(text) {
      const words = wordsOf(text)
      for (const word of words) telling.delete(word)
      for (const [length, known] of runs)
        for (let at = 0; known.size > 0 && at + length <= words.length; at++)
          known.delete(words.slice(at, at + length).join(' '))
    },
    isQuote: (text) => hasRun(wordsOf(text), RUN_WORDS, runs.get(RUN_WORDS)),
    isCopy(text) {
      const words = wordsOf(text)
      if (words.some((word) => telling.has(word))) return true
      return [...runs].some(([length, known]) => hasRun(words, length, known))
    },
  }
}

function hasRun(words: string[], length: number, known: ReadonlySet<string> | undefined): boolean {
  if (!known || known.size === 0) return false
  for (let at = 0; at + length <= words.length; at++) if (known.has(words.slice(at, at + length).join(' '))) return true
  return false
}

/** The words in lower case, without what JSON adds to a text. */
export function wordsOf(text: string): string[] {
  const plain = text.includes('\\')
    ? text
        .replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replaceAll(/\\[nrtbf]/g, ' ')
    : text
  return (
    plain
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}
