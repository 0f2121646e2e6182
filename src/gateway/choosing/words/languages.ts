import { lazy } from '../../../lib/lazy.ts'
import { plainWords } from '../../../lib/text/words.ts'
import type { PhraseTable } from './language.ts'
import { chinesePhrases } from './languages/chinese.ts'
import { englishPhrases } from './languages/english.ts'
import { frenchPhrases } from './languages/french.ts'
import { germanPhrases } from './languages/german.ts'
import { spanishPhrases } from './languages/spanish.ts'

/** The compiled patterns of a language. */
export interface Patterns {
  small: ReadonlySet<string>
  greets: RegExp
  closes: RegExp
  announces: RegExp
  aside: RegExp
  joins: RegExp
  refers: RegExp
  pronoun: RegExp
  empty: RegExp
  hints: RegExp
}

const spacedLanguages = [englishPhrases, germanPhrases, frenchPhrases, spanishPhrases]
const languages = lazy(() => spacedLanguages.map(spaced))
const unspaced = lazy(() => patternsOf(chinesePhrases, '', ''))

/** These letters are enough for our languages, and they match much faster than Unicode classes. */
const letter = 'a-zß-öø-ÿœ'

function spaced(language: PhraseTable): Patterns {
  return patternsOf(language, `(?<![${letter}0-9])`, `(?![${letter}0-9])`)
}

function patternsOf(language: PhraseTable, from: string, to: string): Patterns {
  const any = (patterns: string[]) => `${from}(?:${patterns.join('|')})${to}`.replaceAll('\\p{L}', `[${letter}]`)
  const lead = `(?:${any([...language.leads, ...language.partings, ...language.closings, ...language.greetings])}[\\s,.!:;–—，。！：、-]*)`
  const atStart = (patterns: string[]) => new RegExp(`^${lead}{0,4}?(${any(patterns)})`)
  return {
    small: new Set(plainWords(language.small)),
    greets: new RegExp(`^(${any(language.greetings)})`),
    closes: new RegExp(`^(${any([...language.partings, ...language.closings])})`),
    announces: atStart(language.announcements),
    aside: atStart(language.asides),
    joins: atStart(language.joins),
    refers: new RegExp(`(${any(language.references)})`),
    pronoun: new RegExp(`(${any(language.pronouns)})`),
    empty: new RegExp(any(language.empty), 'g'),
    hints: new RegExp(`(${any(language.hints)})`),
  }
}

/** Polite phrases of all languages together. */
export const courtesies = {
  /** A name may follow. */
  addressing: spacedLanguages.flatMap(({ greetings, partings }) => [...greetings, ...partings]),
  closings: spacedLanguages.flatMap(({ closings }) => closings),
  smallTalk: spacedLanguages.flatMap(({ smallTalk }) => smallTalk),
  unspacedSmallTalk: chinesePhrases.smallTalk,
  unspaced: [...chinesePhrases.partings, ...chinesePhrases.closings, ...chinesePhrases.greetings],
}

/** The languages that a text may be in: several when its function words do not decide. */
export function patternsFor(text: string): Patterns[] {
  if (hasHan(text)) return [unspaced()]
  const words = plainWords(text)
  const counts = languages().map(({ small }) => words.filter((word) => small.has(word)).length)
  const most = Math.max(...counts)
  return languages().filter((_, at) => counts[at] === most)
}

const small = lazy(() => new Set([...languages(), unspaced()].flatMap((patterns) => [...patterns.small])))

export function isSmall(word: string): boolean {
  return small().has(word)
}

export function hasHan(text: string): boolean {
  return /[\u3400-\u9fff\uf900-\ufaff]/.test(text)
}
