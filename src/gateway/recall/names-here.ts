import { lazy } from '../../lib/lazy.ts'
import { plainWords } from '../../lib/text/words.ts'

// Whether a word is a name is read from how people write it here, not from the message: people who type fast write
// names small, and a language may give every noun a capital.

/** How people write a word. A word after a colon, a quotation mark or a bullet does not count. */
interface Spellings {
  /** Inside a sentence, with a capital and without. */
  capital: number
  small: number
  /** It opens a sentence. Names do, and most nouns have an article before them. */
  opening: number
}

const MIN_NAME_CHARS = 3
/** A word that is written small more often than this is not a name. */
const MAX_SMALL_SHARE = 0.1
const MIN_OPENINGS = 2
/** Above this share of capitals inside sentences, nouns have one too. English has 2 to 11 % of them, German 27 %. */
const MAX_CAPITALS = 0.2

/** At most this many lines show how a word is written. Of each, and of the message, this much is read. */
const MAX_LINES = 40
const MAX_CHARS = 2000
/** Lines that show how many words have a capital. They are spread evenly, because the best ones have the same words. */
const SAMPLED_LINES = 100
const SAMPLED_CHARS = 300

/** Lines of people, the most relevant first. */
export interface NameFacts {
  text: string
  lines: readonly string[]
  /** The lines that contain a word of the message, by the plain spelling of the word. */
  linesByWord: ReadonlyMap<string, readonly string[]>
}

/** Whether the message contains a name that people use here. */
export function usesName({ text, lines, linesByWord }: NameFacts): boolean {
  const areNounsSmall = lazy(() => capitalShare(sampleOf(lines)) <= MAX_CAPITALS)
  return [...wordsOf(text.slice(0, MAX_CHARS))].some(([word, isWrittenAsName]) => {
    const linesWithIt = linesByWord.get(plainWords(word)[0] ?? '') ?? []
    const { capital, small, opening } = spellingsOf(word, linesWithIt.slice(0, MAX_LINES))
    if (capital === 0 || small > MAX_SMALL_SHARE * capital) return false
    return opening >= MIN_OPENINGS || (isWrittenAsName && areNounsSmall())
  })
}

/** The words of a message in lower case, and whether it writes them with a capital inside a sentence. */
function wordsOf(text: string): Map<string, boolean> {
  const words = new Map<string, boolean>()
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (word.length < MIN_NAME_CHARS) continue
    const isWrittenAsName = /^\p{Lu}/u.test(word) && isInside(beforeIn(text, index))
    words.set(word.toLowerCase(), isWrittenAsName || words.get(word.toLowerCase()) === true)
  }
  return words
}

function spellingsOf(word: string, lines: readonly string[]): Spellings {
  const spellings = { capital: 0, small: 0, opening: 0 }
  for (const line of lines) {
    const text = line.slice(0, MAX_CHARS)
    const lower = text.toLowerCase()
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) {
      if (isPartOfWord(text[at - 1]) || isPartOfWord(text[at + word.length])) continue
      const before = beforeIn(text, at)
      const hasCapital = text[at] !== lower[at]
      if (isInside(before)) spellings[hasCapital ? 'capital' : 'small']++
      else if (hasCapital && /^$|[.!?\n] ?$/.test(before)) spellings.opening++
    }
  }
  return spellings
}

function beforeIn(text: string, index: number): string {
  return text.slice(Math.max(0, index - 2), index)
}

/** Between words of one sentence. */
function isInside(before: string): boolean {
  return /[\p{L}\p{N},;] $/u.test(before)
}

function isPartOfWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}

function sampleOf(lines: readonly string[]): readonly string[] {
  const step = Math.max(1, Math.floor(lines.length / SAMPLED_LINES))
  return lines.filter((_, index) => index % step === 0)
}

/** The share of capitals among the words inside sentences. "I" does not count. */
function capitalShare(lines: readonly string[]): number {
  let [words, capitals] = [0, 0]
  for (const line of lines) {
    for (const [, capital] of line.slice(0, SAMPLED_CHARS).matchAll(/[\p{L}\p{N},;] (?:(\p{Lu})|\p{L})\p{L}{2}/gu)) {
      words++
      if (capital !== undefined) capitals++
    }
  }
  return capitals / Math.max(1, words)
}
