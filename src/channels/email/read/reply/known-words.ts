/** Recognizes lines that repeat earlier messages of the thread. */
export interface KnownWords {
  /**
   * For each of several consecutive lines: whether we already have its words. With `short`, a line of a few words can
   * also match on its own, else only together with its neighbours.
   */
  repeated(lines: string[], options?: { short: boolean }): boolean[]
}

/** This many equal words in a row are no coincidence, and rewrapping by clients does not change them. */
const RUN_WORDS = 4
/** The share of a line's words that must match: a client may have written out a link or dropped a picture. */
const MIN_COVERED_SHARE = 0.8

/**
 * Compares words without punctuation, case and line breaks, because mail programs quote our rendered Markdown, rewrap
 * it and add their own marks. Linear in both texts.
 */
export function createKnownWords(texts: string[]): KnownWords {
  const runs = new Set<string>()
  const lines = new Set<string>()
  for (const text of texts) {
    const words = wordsIn(text)
    for (let at = 0; at + RUN_WORDS <= words.length; at++) runs.add(runAt(words, at))
    for (const line of text.split('\n')) lines.add(wordsIn(line).join(' '))
  }
  return {
    repeated(linesToCheck, { short } = { short: false }) {
      const perLine = linesToCheck.map(wordsIn)
      const words = perLine.flat()
      const isCovered = words.map(() => false)
      for (let at = 0; at + RUN_WORDS <= words.length; at++)
        if (runs.has(runAt(words, at))) isCovered.fill(true, at, at + RUN_WORDS)
      let from = 0
      return perLine.map((lineWords) => {
        const covered = isCovered.slice(from, from + lineWords.length).filter(Boolean).length
        from += lineWords.length
        if (lineWords.length > 0 && covered >= lineWords.length * MIN_COVERED_SHARE) return true
        return short && lineWords.length > 0 && lineWords.length < RUN_WORDS && lines.has(lineWords.join(' '))
      })
    },
  }
}

function runAt(words: string[], at: number): string {
  return words.slice(at, at + RUN_WORDS).join(' ')
}

/** Scripts without spaces between words are compared character by character. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+/gu

export function wordsIn(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().match(word) ?? []
}
