import { stem } from '../../../lib/text/stem.ts'
import { plainWords } from '../../../lib/text/words.ts'
import { hasHan, isSmall } from './languages.ts'

/** What a text is about: its words without those that stand everywhere, Han two characters at a time, by their stem. */
export type Content = ReadonlyMap<string, string>

/** More than this says nothing new about the subject. */
const MOST_CHARS = 4000

export function contentOf(text: string): Content {
  const words = plainWords(text.slice(0, MOST_CHARS)).filter((word) =>
    hasHan(word) ? word.length > 1 && !Array.from(word).some(isSmall) : isTelling(word),
  )
  return new Map(words.map((word) => [stem(word), word]))
}

/** From which a word says as much as two: "Steuererklärung". */
const COMPOUND = 12

/** How much a text says of what it is about, in words. Pairs of Han overlap: three characters are two of them. */
export function weightOf(content: Content): number {
  const words = [...content.values()]
  const pairs = words.filter((word) => hasHan(word)).length
  const compounds = words.filter(({ length }) => length >= COMPOUND).length
  return words.length + compounds + (pairs > 1 ? 1 : 0)
}

function isTelling(word: string): boolean {
  return word.length > 2 && !/^\d/.test(word) && !isSmall(word)
}

/** The words of a message that the lines before it have too, in the forms of either. */
export function sharedWith(content: Content, before: string[]): string[] {
  const said = [...contentOf(before.join('\n')).keys()]
  return [...content].flatMap(([key, word]) => (said.some((other) => isSame(key, other)) ? [word] : []))
}

/** An ending apart: "pompe" and "pompes". */
function isSame(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= 5 && long.length - short.length <= 3 && long.startsWith(short)
}
