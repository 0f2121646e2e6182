import { type AskedWord, plainWords } from '../../lib/text/words.ts'
import type { Span } from '../../lib/time/calendar.ts'
import { isSmall } from '../choosing/words/languages.ts'
import { type AskedCategory, readCategory } from './category-words.ts'
import { spansIn } from './time-words.ts'

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
  /** The share of its sentences that are no questions. */
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
  const said = new Set(plainWords(text))
  const nameWords = (name: string) => plainWords(name).filter((word) => word.length > 2)
  const named = new Set(speakers.filter((name) => nameWords(name).some((word) => said.has(word))))
  const dropped = new Set([...named].flatMap((name) => read(nameWords(name).join(' ')).map(({ word }) => word)))
  const spans = spansIn(text, now, timezone)
  // On its own a name may be read as a word of another language, so its spelling is compared too.
  const spelling = new Set([...named].flatMap(nameWords))
  const asked = read(text).filter(({ word, spelt }) => !dropped.has(word) && !spelling.has(spelt))
  const words = [...new Set(asked.map(({ word }) => word))]
  const forms = new Map(asked.map((one) => [one.word, one.forms]))
  return {
    words,
    forms,
    spelt: new Map(asked.toReversed().map(({ word, spelt }) => [word, spelt])),
    named,
    spans,
    category: readCategory(words, forms),
    asksHowOften: howOften.test(text),
    tells: tellingShare(text),
  }
}

const howOften = /how (?:often|many times)|wie (?:oft|häufig)|combien de fois|cu[aá]ntas veces|(?:多少|几|幾)次/i

/** The words that say what the question is about. "Can you" does not, however rare it is here. */
export function subjectWords({ words, spelt, tells }: ParsedQuestion): ReadonlySet<string> {
  return new Set(tells < 1 ? words.filter((word) => !isSmall(spelt.get(word) ?? word)) : [])
}

function tellingShare(text: string): number {
  const sentences = text.split(/[.!?。！？؟\n]+/).filter((sentence) => sentence.trim() !== '').length
  const questions = text.match(/[?？؟]+/g)?.length ?? 0
  return Math.max(0, 1 - questions / Math.max(1, sentences))
}
