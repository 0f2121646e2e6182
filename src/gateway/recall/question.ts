import { type AskedWord, plainWords } from '../../lib/text/words.ts'
import type { Span } from '../../lib/time/calendar.ts'
import { isSmall } from '../choosing/words/languages.ts'
import { type NamesTime, timeAsked } from './asked-time.ts'
import type { Several } from './several/language.ts'
import { readSeveral } from './several/several.ts'
import { type AskedThings, thingsAsked } from './things/things.ts'
import { spansIn } from './time-words.ts'

/** What a question asks for, as far as its words say. */
export interface Question {
  /** Each once, in order, without the names of those who speak here. */
  words: string[]
  /** All that a line holds each of them by: a word is another one in each language the question may be in. */
  forms: Map<string, readonly string[]>
  /** How the question spells each of them. */
  spelt: Map<string, string>
  /** Neighbouring words, in order, as they would stand in an answer. */
  pairs: [first: string, second: string][]
  /** Of those who speak here, the ones it names. */
  named: Set<string>
  spans: Span[]
  /** Tells a line that names a time; undefined where none is asked for. */
  namesTime: NamesTime | undefined
  /** Things of a kind that it names; undefined where it names none. */
  things: AskedThings | undefined
  /** No single line answers it. */
  several: Several | undefined
  /** The share of its sentences that ask nothing: 0 for a question out of the blue, near 1 for a part of a talk. */
  tells: number
}

export interface Asked {
  text: string
  now: Date
  timezone: string
  /** Who speaks here. */
  speakers: string[]
  read: (text: string) => AskedWord[]
}

/**
 * Names of speakers are no search words: people greet each other by name, so they find greetings. They tell instead
 * whose lines are meant. Neither are the words that only say how the answer is to be: "list", "in order", "across our chats".
 */
export function readQuestion({ text, now, timezone, speakers, read }: Asked): Question {
  const said = new Set(plainWords(text))
  const nameWords = (name: string) => plainWords(name).filter((word) => word.length > 2)
  const named = new Set(speakers.filter((name) => nameWords(name).some((word) => said.has(word))))
  const dropped = new Set([...named].flatMap((name) => read(nameWords(name).join(' ')).map(({ word }) => word)))
  const spans = spansIn(text, now, timezone)
  const several = readSeveral(text, named.size > 0 || spans.length > 0)
  // Alone a name may be read as a word of another language, so it is known by its spelling too.
  const spelling = new Set([...named].flatMap(nameWords))
  const searched = (part: string) => read(part).filter(({ word, spelt }) => !dropped.has(word) && !spelling.has(spelt))
  const matter = several ? searched(several.matter) : []
  const asked = matter.length > 0 ? matter : searched(text)
  const kept = asked.map(({ word }) => word)
  const words = [...new Set(kept)]
  const forms = new Map(asked.map((one) => [one.word, one.forms]))
  return {
    words,
    forms,
    spelt: new Map(asked.toReversed().map(({ word, spelt }) => [word, spelt])),
    pairs: kept.slice(1).map((word, at) => [kept[at] ?? '', word]),
    named,
    spans,
    namesTime: timeAsked(text),
    things: thingsAsked(words, forms),
    several: several?.kind,
    tells: tellingShare(text),
  }
}

/** The words that tell what is asked about: "can you" tells nothing of it, however rare that is here. */
export function subjectOf({ words, spelt, tells }: Question): ReadonlySet<string> {
  return new Set(tells < 1 ? words.filter((word) => !isSmall(spelt.get(word) ?? word)) : [])
}

function tellingShare(text: string): number {
  const sentences = text.split(/[.!?。！？؟\n]+/).filter((sentence) => sentence.trim() !== '').length
  const questions = text.match(/[?？؟]+/g)?.length ?? 0
  return Math.max(0, 1 - questions / Math.max(1, sentences))
}
