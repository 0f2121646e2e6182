import { type AskedWord, plainWords } from '../../lib/text/words.ts'
import type { Span } from '../../lib/time/calendar.ts'
import { isFunctionWord } from '../choosing/words/languages.ts'
import { type AskedCategory, readCategory } from './category-words.ts'
import { findTimeSpans } from './time-words.ts'

/** What the words of a question ask for. */
export interface ParsedQuestion {
  /** Each once, in order, without the names of people who speak here. */
  words: string[]
  /** The stems of each word, one for each language that the question may be in. */
  forms: Map<string, readonly string[]>
  /** How the question spells each word. */
  spelt: Map<string, string>
  /** The people who speak here and are named in it. */
  named: Set<string>
  spans: Span[]
  /** The category that it asks about; undefined where it names none. */
  category: AskedCategory | undefined
  /** It asks how often something was said, so repeated lines count. */
  asksHowOften: boolean
  /** The share of its sentences that are not questions. */
  tells: number
}

export interface QuestionFacts {
  text: string
  now: Date
  timezone: string
  /** Who speaks here. */
  speakers: string[]
  read: (text: string) => AskedWord[]
}

/**
 * Names of speakers are not searched for, because people greet each other by name and the search would find greetings.
 * They say instead whose lines are meant.
 */
export function readQuestion({ text, now, timezone, speakers, read }: QuestionFacts): ParsedQuestion {
  const questionWords = new Set(plainWords(text))
  const nameWords = (name: string) => plainWords(name).filter((word) => word.length > 2)
  const named = new Set(speakers.filter((name) => nameWords(name).some((word) => questionWords.has(word))))
  const droppedWords = new Set([...named].flatMap((name) => read(nameWords(name).join(' ')).map(({ word }) => word)))
  const spans = findTimeSpans(text, now, timezone)
  // On its own a name may be read as a word of another language, so its spelling is compared too.
  const nameSpellings = new Set([...named].flatMap(nameWords))
  const searchedWords = read(text).filter(({ word, spelt }) => !droppedWords.has(word) && !nameSpellings.has(spelt))
  const words = [...new Set(searchedWords.map(({ word }) => word))]
  const forms = new Map(searchedWords.map((entry) => [entry.word, entry.forms]))
  return {
    words,
    forms,
    spelt: new Map(searchedWords.toReversed().map(({ word, spelt }) => [word, spelt])),
    named,
    spans,
    category: readCategory(words, forms),
    asksHowOften: howOftenPattern.test(text),
    tells: shareOfStatements(text),
  }
}

const howOftenPattern = /how (?:often|many times)|wie (?:oft|häufig)|combien de fois|cu[aá]ntas veces|(?:多少|几|幾)次/i

/** The words that say what the question is about. "Can you" does not, however rare it is here. */
export function subjectWords({ words, spelt, tells }: ParsedQuestion): ReadonlySet<string> {
  return new Set(tells < 1 ? words.filter((word) => !isFunctionWord(spelt.get(word) ?? word)) : [])
}

function shareOfStatements(text: string): number {
  const sentences = text.split(/[.!?。！？؟\n]+/).filter((sentence) => sentence.trim() !== '').length
  const questions = text.match(/[?？؟]+/g)?.length ?? 0
  return Math.max(0, 1 - questions / Math.max(1, sentences))
}
