import { lazy } from '../../../lib/lazy.ts'
import { knowWord, readWord } from '../../../lib/text/language/known-word.ts'
import type { Language } from '../../../lib/text/language/small-words.ts'
import { createStemmers } from '../../../lib/text/language/stemmers.ts'
import type { Things } from './language.ts'
import { english } from './languages/english.ts'
import { french } from './languages/french.ts'
import { german } from './languages/german.ts'
import { spanish } from './languages/spanish.ts'

/** Things that a question asks for by the name of their kind. */
export interface AskedThings {
  /** Of the words of the question, the share that names the kind: with every other one it is about something narrower. */
  share: number
  /** What such things are called, as lines hold it. */
  words: string[]
}

/**
 * "What are her hobbies?", "which animals": a line that answers names the things and not their kind. Where the question
 * holds the word of a thing itself, that is looked for anyway. Undefined where no kind is named.
 */
export function thingsAsked(words: string[], forms: ReadonlyMap<string, readonly string[]>): AskedThings | undefined {
  const formsOf = (word: string) => forms.get(word) ?? [word]
  const toldOf = words.map((word) => formsOf(word).flatMap((form) => toldByKind().get(form) ?? []))
  const naming = toldOf.filter((told) => told.length > 0)
  if (naming.length === 0) return undefined
  const asked = new Set(words.flatMap(formsOf))
  const things = [...new Set(naming.flat())].filter((thing) => !asked.has(thing))
  return { share: naming.length / words.length, words: things }
}

const languages: [Language, Things][] = [
  ['en', english],
  ['de', german],
  ['fr', french],
  ['es', spanish],
]

/** By what a kind is asked for by, what is told of it in the same language. */
const toldByKind = lazy(() => {
  const stemmed = createStemmers()
  const told = new Map<string, string[]>()
  for (const [language, things] of languages) {
    const stemsOf = (list: string) =>
      list.split(/\s+/).flatMap((word) => readWord(knowWord(word), [language], stemmed).slice(0, 1))
    for (const kind of Object.values(things)) {
      const stems = stemsOf(kind.told)
      for (const stem of new Set(stemsOf(kind.asked))) told.set(stem, [...(told.get(stem) ?? []), ...stems])
    }
  }
  return told
})
