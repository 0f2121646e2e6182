import { plainWords } from '../../lib/text/words.ts'
import type { TypedLine } from '../../store/recall/typed-search.ts'
import type { TypedQuery, TypedWord } from './typed-query.ts'

/** How much a second time counts, and a long text against (BM25). */
const AGAIN = 1.2
const LONG = 0.6
const USUAL_WORDS = 40
/** Nobody looks for words beyond this in one message, so that a book in it costs no more. */
const READ_CHARS = 4000
/** What only begins as the word does; words side by side, as they were typed. */
const BEGUN = 0.7
const BESIDE = 0.5

/** The line that holds the most and the rarest of the words on the least room comes first; of equals the newest. */
export function rankTyped(lines: TypedLine[], { words }: TypedQuery, formsOf: (text: string) => string[]): TypedLine[] {
  const held = lines.map((line) => countHits(line, words, formsOf))
  const rarity = words.map((_, at) => {
    const holders = held.filter(({ hits }) => (hits[at] ?? 0) > 0).length
    return Math.log(1 + (lines.length + 1) / (holders + 0.5))
  })
  const scored = held.map(({ line, hits, length, beside }) => {
    const room = AGAIN * (1 - LONG + (LONG * length) / USUAL_WORDS)
    const score = hits.reduce((sum, count, at) => sum + ((rarity[at] ?? 0) * count * (AGAIN + 1)) / (count + room), 0)
    return { line, score: score * (1 + BESIDE * beside) }
  })
  return scored
    .sort((one, other) => other.score - one.score || other.line.at - one.line.at || other.line.id - one.line.id)
    .map(({ line }) => line)
}

function countHits(line: TypedLine, words: TypedWord[], formsOf: (text: string) => string[]) {
  const text = `${line.text.slice(0, READ_CHARS)}\n${line.files}`
  const spelt = plainWords(text)
  let forms: Set<string> | undefined
  const at = words.map((word) => spelt.indexOf(word.spelt))
  const hits = words.map((word) => {
    let whole = 0
    let begun = 0
    for (const one of spelt) {
      if (one === word.spelt) whole++
      else if (word.isBeginning && one.startsWith(word.spelt)) begun++
    }
    if (whole + begun > 0) return whole + BEGUN * begun
    forms ??= new Set(formsOf(text))
    return word.exact.some((form) => forms?.has(form)) ? 1 : 0
  })
  const pairs = at.slice(1).filter((place, before) => place > 0 && place === (at[before] ?? -2) + 1).length
  return { line, hits, length: spelt.length, beside: words.length > 1 ? pairs / (words.length - 1) : 0 }
}
