import { plainWords } from '../../lib/text/words.ts'
import type { Span } from '../../lib/time/calendar.ts'
import { spansIn } from './time-words.ts'

/** What a question asks for, as far as its words say. */
export interface Question {
  /** Each once, in order, without the names of those who speak here. */
  words: string[]
  /** How the question spells each of them. */
  spelt: Map<string, string>
  /** Neighbouring words, in order, as they would stand in an answer. */
  pairs: [first: string, second: string][]
  /** Of those who speak here, the ones it names. */
  named: Set<string>
  spans: Span[]
  /** Asks for a time. */
  asksWhen: boolean
}

export interface Asked {
  text: string
  now: Date
  timezone: string
  /** Who speaks here. */
  speakers: string[]
  words: (text: string) => string[]
}

/**
 * Names of speakers are no search words: people greet each other by name, so they find greetings. They tell instead
 * whose lines are meant.
 */
export function readQuestion({ text, now, timezone, speakers, words }: Asked): Question {
  const said = new Set(plainWords(text))
  const nameWords = (name: string) => plainWords(name).filter((word) => word.length > 2)
  const named = new Set(speakers.filter((name) => nameWords(name).some((word) => said.has(word))))
  const dropped = new Set([...named].flatMap((name) => words(nameWords(name).join(' '))))
  const kept = words(text).filter((word) => !dropped.has(word))
  return {
    words: [...new Set(kept)],
    spelt: new Map([...said].toReversed().flatMap((word) => words(word).map((stem) => [stem, word] as const))),
    pairs: kept.slice(1).map((word, at) => [kept[at] ?? '', word]),
    named,
    spans: spansIn(text, now, timezone),
    asksWhen: /\b(when|what (time|date|day|month|year)|which (date|day|month|year)|how long ago)\b/i.test(text),
  }
}
