import { otherForms } from '../../lib/text/word-forms.ts'
import { type AskedWord, plainWords } from '../../lib/text/words.ts'
import type { Sought } from '../../store/recall/word-index.ts'

/** One word of a query: its spelling, and the forms by which messages are found. */
export interface SearchTerm extends Sought {
  spelt: string
}

/** Further words of a query are ignored. */
const MAX_TERMS = 12
/** A word with at least this many letters also finds words that begin with it, such as compounds. */
const MIN_PREFIX_CHARS = 5

/** The significant words of a query, without duplicates. */
export function searchTermsOf(query: string, read: (text: string) => AskedWord[]): SearchTerm[] {
  const terms = new Map<string, SearchTerm>()
  const formsByWord = new Map(read(query).map((word) => [word.spelt, word.forms]))
  for (const spelt of query.match(/[\p{L}\p{N}\p{M}'’]+/gu) ?? []) {
    const parts = searchableParts(spelt)
    for (const word of parts) {
      const stems = formsByWord.get(word) ?? []
      const [stem] = stems
      if (stem === undefined) continue
      const others = parts.length === 1 ? otherForms(spelt).flatMap((form) => read(form)) : []
      const exact = [...new Set([...stems, ...others.flatMap(({ forms }) => forms)])]
      terms.set(stem, { spelt: word, exact, beginning: prefixOf(stem) })
    }
  }
  return [...terms.values()].slice(0, MAX_TERMS)
}

/** In scripts without spaces, pairs of characters are searched; a single character only if it stands alone. */
function searchableParts(spelt: string): string[] {
  const parts = plainWords(spelt)
  const pairs = parts.filter((piece) => Array.from(piece).length > 1)
  return pairs.length === 0 ? parts : pairs
}

function prefixOf(stem: string): string | undefined {
  if (!/^[a-z]+$/.test(stem)) return undefined
  // "allergy" is stored as "allergi", "allergic" as "allerg".
  const prefix = stem.replace(/i$/, '')
  return prefix.length >= MIN_PREFIX_CHARS ? prefix : undefined
}

/** Tests whether a word of a text is one of the search terms in any form. */
export function createTermTest(terms: SearchTerm[], words: (text: string) => string[]): (word: string) => boolean {
  const exact = new Set(terms.flatMap((term) => term.exact))
  const beginnings = terms.flatMap(({ beginning }) => beginning ?? [])
  return (word) =>
    words(word).some((stem) => exact.has(stem) || beginnings.some((beginning) => stem.startsWith(beginning)))
}

const MAX_FORMS = 8

/** The forms of the search terms in these messages that differ from the query. */
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
