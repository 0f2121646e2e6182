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
  functionWords: ReadonlySet<string>
  greets: RegExp
  closes: RegExp
  announces: RegExp
  aside: RegExp
  joins: RegExp
  refers: RegExp
  pronoun: RegExp
  empty: RegExp
  hints: RegExp
  requests: RegExp
  openings: RegExp
  indefinites: RegExp
  stateWords: RegExp
  outcomes: RegExp
}

const spacedLanguages = [englishPhrases, germanPhrases, frenchPhrases, spanishPhrases]
const spacedPatterns = lazy(() => spacedLanguages.map(compileSpaced))
const chinesePatterns = lazy(() => compile(chinesePhrases, '', ''))

/** These letters are enough for our languages, and they match much faster than Unicode classes. */
const LETTERS = 'a-zß-öø-ÿœ'

function compileSpaced(language: PhraseTable): Patterns {
  return compile(language, `(?<![${LETTERS}0-9])`, `(?![${LETTERS}0-9])`)
}

function compile(language: PhraseTable, from: string, to: string): Patterns {
  const anyOf = (patterns: string[]) => `${from}(?:${patterns.join('|')})${to}`.replaceAll('\\p{L}', `[${LETTERS}]`)
  const lead = `(?:${anyOf([...language.leads, ...language.partings, ...language.closings, ...language.greetings])}[\\s,.!:;–—，。！：、-]*)`
  const atStart = (patterns: string[]) => new RegExp(`^${lead}{0,4}?(${anyOf(patterns)})`)
  return {
    functionWords: new Set(plainWords(language.functionWords)),
    greets: new RegExp(`^(${anyOf(language.greetings)})`),
    closes: new RegExp(`^(${anyOf([...language.partings, ...language.closings])})`),
    announces: atStart(language.announcements),
    aside: atStart(language.asides),
    joins: atStart(language.joins),
    refers: new RegExp(`(${anyOf(language.references)})`),
    pronoun: new RegExp(`(${anyOf(language.pronouns)})`),
    empty: new RegExp(anyOf(language.empty), 'g'),
    hints: new RegExp(`(${anyOf(language.hints)})`),
    requests: atStart(language.requests),
    openings: atStart(language.openings),
    indefinites: new RegExp(`(${anyOf(language.indefinites)})`),
    stateWords: new RegExp(`(${anyOf(language.stateWords)})`),
    outcomes: new RegExp(`(${anyOf(language.outcomes)})`),
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
  if (hasHan(text)) return [chinesePatterns()]
  const words = plainWords(text)
  const counts = spacedPatterns().map(({ functionWords }) => words.filter((word) => functionWords.has(word)).length)
  const maxCount = Math.max(...counts)
  return spacedPatterns().filter((_, index) => counts[index] === maxCount)
}

const functionWords = lazy(
  () => new Set([...spacedPatterns(), chinesePatterns()].flatMap((patterns) => [...patterns.functionWords])),
)

export function isFunctionWord(word: string): boolean {
  return functionWords().has(word)
}

export function hasHan(text: string): boolean {
  return /[\u3400-\u9fff\uf900-\ufaff]/.test(text)
}
