import { otherForms } from '../../lib/text/word-forms.ts'
import { type AskedWord, plainWords } from '../../lib/text/words.ts'
import type { Sought } from '../../store/recall/word-index.ts'

/** One word of a query: how it was spelt, and what a line is found by that holds it in any form. */
export interface SearchTerm extends Sought {
  spelt: string
}

/** More words say no more about what is looked for. */
const MAX_TERMS = 12
/** So many letters of a word are enough to tell what begins with it: a compound, or another ending. */
const MIN_PREFIX_CHARS = 5

/** The telling words of a query, each once. */
export function searchTermsOf(query: string, read: (text: string) => AskedWord[]): SearchTerm[] {
  const terms = new Map<string, SearchTerm>()
  const asked = new Map(read(query).map((word) => [word.spelt, word.forms]))
  for (const spelt of query.match(/[\p{L}\p{N}\p{M}'’]+/gu) ?? []) {
    const pieces = piecesOf(spelt)
    for (const word of pieces) {
      const stems = asked.get(word) ?? []
      const [stem] = stems
      if (stem === undefined) continue
      const others = pieces.length === 1 ? otherForms(spelt).flatMap((form) => read(form)) : []
      const exact = [...new Set([...stems, ...others.flatMap(({ forms }) => forms)])]
      terms.set(stem, { spelt: word, exact, beginning: beginningOf(stem) })
    }
  }
  return [...terms.values()].slice(0, MAX_TERMS)
}

/** Where no space stands between words every two signs are looked for; a single one only where it stands alone. */
function piecesOf(spelt: string): string[] {
  const pieces = plainWords(spelt)
  const pairs = pieces.filter((piece) => Array.from(piece).length > 1)
  return pairs.length === 0 ? pieces : pairs
}

function beginningOf(stem: string): string | undefined {
  if (!/^[a-z]+$/.test(stem)) return undefined
  // "allergy" is stored as "allergi", "allergic" as "allerg".
  const begin = stem.replace(/i$/, '')
  return begin.length >= MIN_PREFIX_CHARS ? begin : undefined
}

/** Whether a word of a text is one of those that are looked for, in any form. */
export function createTermTest(terms: SearchTerm[], words: (text: string) => string[]): (word: string) => boolean {
  const exact = new Set(terms.flatMap((term) => term.exact))
  const beginnings = terms.flatMap(({ beginning }) => beginning ?? [])
  return (word) =>
    words(word).some((stem) => exact.has(stem) || beginnings.some((beginning) => stem.startsWith(beginning)))
}

const MAX_FORMS = 8

/** How else than in the query the words stand in these lines. */
export function formsIn(
  lines: { text: string; files: string[] }[],
  terms: SearchTerm[],
  isTerm: (word: string) => boolean,
): string[] {
  const spelt = new Set(terms.map((term) => term.spelt))
  const forms = new Set<string>()
  for (const { text, files } of lines) {
    for (const word of plainWords([text, ...files].join('\n'))) {
      if (/^[\p{Script=Latin}]+$/u.test(word) && !spelt.has(word) && !forms.has(word) && isTerm(word)) forms.add(word)
    }
  }
  return [...forms].slice(0, MAX_FORMS)
}
