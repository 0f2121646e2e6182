import { stem } from '../../../lib/text/stem.ts'
import { plainWords } from '../../../lib/text/words.ts'
import { hasHan, isFunctionWord, type Patterns, patternsFor } from './languages.ts'
import {
  countWords,
  findReport,
  isIndefinite,
  isQuestion,
  normalize,
  questionWord,
  type Report,
  requestedThing,
} from './message-form.ts'

/** What the words of a message say about whether it continues something. Each sign has the words that show it. */
export interface Signs {
  /** It says that something new begins. */
  announces: string | undefined
  /** "By the way". */
  aside: string | undefined
  greets: string | undefined
  /** Thanks, praise or good night: it ends something. */
  closes: string | undefined
  /** It refers to earlier messages. `sure` is false if the words are only a hint. */
  refers: { words: string; sure: boolean } | undefined
  /** It says how something turned out. */
  reports: Report | undefined
  /** It asks us to do or make something, and it names what. `isComplete` if that needs nothing from before. */
  requests: { isComplete: boolean } | undefined
  /** It asks a question, with or without a question mark. `isComplete` if it has a subject of its own. */
  asks: { isComplete: boolean; isBrief: boolean } | undefined
  /** It is short and has hardly any subject of its own. */
  isLight: boolean
  /** Content words that the last lines contain too. */
  sharedWords: string[]
  /** It has a subject that the last lines do not mention. */
  hasNewSubject: boolean
}

/** Phrases are searched in this many characters at the start, which also bounds the matching time. */
const MAX_PHRASE_CHARS = 400
const SHORT_MESSAGE_WORDS = 12
/** In a longer message "that" and "it" may refer to the message itself. */
const MAX_REFERRING_WORDS = 25
/** With this weight of content words a message has a subject of its own. */
const MIN_SUBJECT_WEIGHT = 3
const MANY_CONTENT_WORDS = 10
/** A message of up to this many characters is quoted whole in the reason. */
const MAX_QUOTED_CHARS = 30

/** `before` are the last lines, by anybody. */
export function readSigns(message: string, before: string[]): Signs {
  // Pasted text refers to itself. What the person says about it is in the first line, if anywhere.
  const words = isPasted(message) ? (message.trim().split('\n')[0] ?? '') : message
  const text = withoutQuotes(normalize(words).slice(0, MAX_PHRASE_CHARS))
  const wordCount = countWords(words)
  const content = contentWords(message)
  const weight = subjectWeight(content)
  const shared = sharedWith(content, before)
  // One shared word of many is a coincidence.
  const shares = shared.length === 1 && weight >= MANY_CONTENT_WORDS ? [] : shared
  const languages = patternsFor(text)
  const findPhrase = createPhraseFinder(text, languages)
  const announces = findPhrase('announces')
  const closes = wordCount <= SHORT_MESSAGE_WORDS && !/[?？]/u.test(text) ? findPhrase('closes') : undefined
  const refers = announces ? undefined : findReference(text, wordCount, weight, languages)
  return {
    announces,
    aside: findPhrase('aside'),
    greets: findPhrase('greets'),
    closes,
    refers,
    reports: isPasted(message) ? undefined : findReport(text, languages),
    requests: refers || isPasted(message) ? undefined : readRequest(text, languages),
    asks: isQuestion(text)
      ? {
          isComplete: !refers && isCompleteQuestion(text, wordCount, weight),
          isBrief: weight < MIN_SUBJECT_WEIGHT,
        }
      : undefined,
    sharedWords: shares,
    isLight: wordCount <= SHORT_MESSAGE_WORDS && weight <= MIN_SUBJECT_WEIGHT,
    hasNewSubject:
      weight >= (isFullQuestion(text, wordCount) ? MIN_SUBJECT_WEIGHT - 1 : MIN_SUBJECT_WEIGHT) &&
      !isAboutWriter(text) &&
      shares.length === 0 &&
      !refers &&
      !closes,
  }
}

function isPasted(message: string): boolean {
  return message.trim().split('\n').length > 3
}

/** Quoted words are the subject of the message and refer to nothing. */
function withoutQuotes(text: string): string {
  return text.replace(/"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»/g, (quote) => `"${'·'.repeat(quote.length - 2)}"`)
}

function findReference(text: string, wordCount: number, weight: number, languages: Patterns[]): Signs['refers'] {
  const findPhrase = createPhraseFinder(text, languages)
  const joins = findPhrase('joins')
  const reference = wordCount <= MAX_REFERRING_WORDS ? findPhrase('refers') : undefined
  const pronoun =
    wordCount <= MAX_REFERRING_WORDS ? firstOf(languages, (patterns) => findPronoun(text, patterns)) : undefined
  const quoted = joins && text.length <= MAX_QUOTED_CHARS ? text : joins
  const sure =
    reference ?? pronoun ?? (wordCount <= SHORT_MESSAGE_WORDS && weight < MIN_SUBJECT_WEIGHT ? quoted : undefined)
  if (sure) return { words: sure, sure: true }
  const hint =
    joins ?? (wordCount <= SHORT_MESSAGE_WORDS ? findPhrase('hints') : undefined) ?? shortQuestion(text, wordCount)
  return hint ? { words: hint, sure: false } : undefined
}

/** "A limerick about a cat" says all that is needed, "an example" does not. */
function readRequest(text: string, languages: Patterns[]): Signs['requests'] {
  const thing = requestedThing(text, languages)
  if (thing === undefined || !/[\p{L}\d]/u.test(thing)) return undefined
  return { isComplete: isIndefinite(text, languages) && subjectWeight(contentWords(thing)) >= MIN_SUBJECT_WEIGHT - 1 }
}

/** "What is 17 * 23?" Most Han pairs contain a function character, so one pair has to do. */
function isCompleteQuestion(text: string, wordCount: number, weight: number): boolean {
  const numbers = text.match(/\d+/g)?.length ?? 0
  return wordCount >= 3 && weight + numbers >= (hasHan(text) ? 1 : MIN_SUBJECT_WEIGHT - 1)
}

/** "Wann spielt Freiburg heute?": a complete question needs fewer content words to have a subject. */
function isFullQuestion(text: string, wordCount: number): boolean {
  return wordCount > 3 && /[?？]$/u.test(text) && questionWord.test(text)
}

/** People who talk about themselves mostly continue something: "we have a toddler with us". */
function isAboutWriter(text: string): boolean {
  return !/[?？]$/.test(text) && /^(?:(?:i|we|ich|wir|je|nous|yo)(?=[ '])|j'|我)/.test(text)
}

/** A pronoun refers to earlier messages unless this message has content words before it. */
function findPronoun(text: string, { pronoun, empty }: Patterns): string | undefined {
  const masked = text.replace(empty, (phrase) => '·'.repeat(phrase.length))
  const match = pronoun.exec(masked)
  return match && contentWords(text.slice(0, match.index)).size < 2 ? match[1] : undefined
}

/** "In Porto?" */
function shortQuestion(text: string, wordCount: number): string | undefined {
  return wordCount <= 3 && /[?？]$/u.test(text) ? text : undefined
}

function createPhraseFinder(
  text: string,
  languages: Patterns[],
): (kind: Exclude<keyof Patterns, 'functionWords'>) => string | undefined {
  return (kind) => firstOf(languages, (patterns) => patterns[kind].exec(text)?.[1])
}

function firstOf<T, R>(items: T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const result = find(item)
    if (result !== undefined) return result
  }
  return undefined
}

/** The content words of a text by their stems, without function words; Han text as pairs of characters. */
type ContentWords = ReadonlyMap<string, string>

/** The rest of a longer text adds nothing about the subject. */
const MAX_SUBJECT_CHARS = 4000

function contentWords(text: string): ContentWords {
  const words = plainWords(text.slice(0, MAX_SUBJECT_CHARS)).filter((word) =>
    hasHan(word) ? word.length > 1 && !Array.from(word).some(isFunctionWord) : isContentWord(word),
  )
  return new Map(words.map((word) => [stem(word), word]))
}

/** From this length on a word counts as two, such as "Steuererklärung". */
const MIN_COMPOUND_CHARS = 12

/** How much a text says about its subject, in words. Han pairs overlap, so three characters are two pairs. */
function subjectWeight(content: ContentWords): number {
  const words = [...content.values()]
  const pairs = words.filter((word) => hasHan(word)).length
  const compounds = words.filter(({ length }) => length >= MIN_COMPOUND_CHARS).length
  return words.length + compounds + (pairs > 1 ? 1 : 0)
}

function isContentWord(word: string): boolean {
  return word.length > 2 && !/^\d/.test(word) && !isFunctionWord(word)
}

/** The content words of a message that the lines before it contain too, in any form. */
function sharedWith(content: ContentWords, before: string[]): string[] {
  const stemsBefore = [...contentWords(before.join('\n')).keys()]
  return [...content].flatMap(([key, word]) =>
    stemsBefore.some((stemBefore) => isSameWord(key, stemBefore)) ? [word] : [],
  )
}

/** The same word up to its ending: "pompe" and "pompes". */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= 5 && long.length - short.length <= 3 && long.startsWith(short)
}
