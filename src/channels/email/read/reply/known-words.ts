/** Tells which lines repeat what was said in a thread before. */
export interface KnownWords {
  /**
   * For each of some lines that stand below each other: whether we have its words already. With `short`, a line of a few
   * words is also known by itself; without it only together with its neighbours.
   */
  repeated(lines: string[], options?: { short: boolean }): boolean[]
}

/** So many words in a row are nobody's by chance, and clients that wrap lines anew do not change them. */
const RUN = 4
/** Of the words of a line: a client may have written out a link, or left out a picture. */
const MOST = 0.8

/**
 * Words are compared without marks, case and line breaks: a mail program quotes our Markdown as the page it became, wraps
 * it, and puts its own marks in front. Linear in both texts.
 */
export function createKnownWords(said: string[]): KnownWords {
  const runs = new Set<string>()
  const lines = new Set<string>()
  for (const text of said) {
    const words = wordsIn(text)
    for (let at = 0; at + RUN <= words.length; at++) runs.add(runAt(words, at))
    for (const line of text.split('\n')) lines.add(wordsIn(line).join(' '))
  }
  return {
    repeated(asked, { short } = { short: false }) {
      const perLine = asked.map(wordsIn)
      const words = perLine.flat()
      const isCovered = words.map(() => false)
      for (let at = 0; at + RUN <= words.length; at++)
        if (runs.has(runAt(words, at))) isCovered.fill(true, at, at + RUN)
      let from = 0
      return perLine.map((own) => {
        const covered = isCovered.slice(from, from + own.length).filter(Boolean).length
        from += own.length
        if (own.length > 0 && covered >= own.length * MOST) return true
        return short && own.length > 0 && own.length < RUN && lines.has(own.join(' '))
      })
    },
  }
}

function runAt(words: string[], at: number): string {
  return words.slice(at, at + RUN).join(' ')
}

/** Scripts without blanks between words are compared sign by sign. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+/gu

export function wordsIn(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().match(word) ?? []
}
