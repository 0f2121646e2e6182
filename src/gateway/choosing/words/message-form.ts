import type { Author } from '../../../domain/message.ts'
import { type Patterns, patternsFor } from './languages.ts'

/** A line of the last conversation. */
export interface SaidLine {
  author: Author
  text: string
}

/** How far the last exchange has come. */
export interface LastExchange {
  /** Our last line asks the person for something. */
  asksPerson: boolean
  /** The person asked for something, and a short answer was all it took. */
  isSettled: boolean
  /** The person told us about a plan or a problem, so there is more to say about it. */
  isOpenMatter: boolean
}

/** A statement that says how something turned out. */
export interface Report {
  words: string
  /** It says so and also lacks the beginning of a full sentence. */
  sure: boolean
  /** It names something that was not named before, so it may begin something. */
  isIndefinite: boolean
}

/** An answer of up to this many words states a fact and proposes nothing. */
const MAX_FACT_WORDS = 10
const MAX_REPORT_WORDS = 12
/** The form of a longer line shows in its first characters, which also bounds the matching time. */
const MAX_FORM_CHARS = 400

/** The newest line comes first. */
export function readLastExchange(lines: SaidLine[]): LastExchange {
  const [last, ...earlier] = lines
  const asked = earlier.find(({ author }) => author === 'human')
  if (last?.author !== 'bot' || !asked) return { asksPerson: false, isSettled: false, isOpenMatter: false }
  const question = normalize(asked.text.slice(0, MAX_FORM_CHARS))
  const answer = normalize(last.text.slice(-MAX_FORM_CHARS))
  const languages = patternsFor(`${question} ${answer}`)
  const answerSentences = sentencesOf(answer)
  const asksPerson =
    answerSentences.some((sentence) => isQuestion(sentence)) || hasRequest(answerSentences.at(-1) ?? '', languages)
  const wantsAnswer = isQuestion(question) || hasRequest(question, languages)
  return {
    asksPerson,
    isSettled: wantsAnswer && !asksPerson && countWords(last.text) <= MAX_FACT_WORDS,
    isOpenMatter: asksPerson || !wantsAnswer,
  }
}

function hasRequest(text: string, languages: Patterns[]): boolean {
  return languages.some(({ requests }) => requests.test(text))
}

/** What a message asks us to do or make: "write a limerick", or "sort: pear, apple, fig". */
export function requestedThing(text: string, languages: Patterns[]): string | undefined {
  const request = languages.map(({ requests }) => requests.exec(text)?.[0]).find(Boolean)
  if (request !== undefined) return text.slice(request.length)
  return /^\p{L}+(?: \p{L}+){0,3} ?[:：](.+)/u.exec(text)?.[1]
}

export function isQuestion(text: string): boolean {
  return /[?？]\s*$/u.test(text) || questionWord.test(text)
}

export const questionWord =
  /^(?:(?:who|what|when|where|which|why|how|wer|was|wann|wo|warum|wieso|wie|welche[rsmn]?|qui|que|quand|où|quels?|quelles?|pourquoi|comment|combien|quién|qué|cuándo|dónde|cuál|cómo|cuánt[oa]s?)(?!\p{L})|.*[谁哪几]|.*(?:什么|怎么|多[少久长大远高]|为何|如何|吗$))/u

/** "Moved to Friday now", "Paket ist da, aber beschädigt": what follows in further sentences may also be a question. */
export function findReport(text: string, languages: Patterns[]): Report | undefined {
  const [first = ''] = sentencesOf(text)
  if (!/\p{L}/u.test(first) || countWords(text) > MAX_REPORT_WORDS || isCode(text)) return undefined
  if (isQuestion(first) || requestedThing(text, languages) !== undefined) return undefined
  if (languages.some(({ greets, announces, aside }) => [greets, announces, aside].some((kind) => kind.test(first))))
    return undefined
  const isElliptical = !languages.some(({ openings }) => openings.test(first))
  const find = (kind: 'stateWords' | 'outcomes') =>
    languages.map((patterns) => patterns[kind].exec(text)?.[1]).find(Boolean)
  const stateWord = find('stateWords')
  const outcome = isElliptical ? find('outcomes') : undefined
  const words = stateWord ?? outcome ?? (isElliptical ? first : undefined)
  if (words === undefined) return undefined
  return {
    words,
    sure: isElliptical && (stateWord ?? outcome) !== undefined,
    isIndefinite: isIndefinite(first, languages),
  }
}

export function isIndefinite(text: string, languages: Patterns[]): boolean {
  return languages.some(({ indefinites }) => indefinites.test(text))
}

function isCode(text: string): boolean {
  return /:\/\/|[{}<>;=\\|]/.test(text)
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/u).filter((sentence) => sentence.trim() !== '')
}

/** Lower case, with straight apostrophes and single spaces, as the phrase tables need it. */
export function normalize(message: string): string {
  // The polite German "Sie" is the reader and nobody who was named before.
  const withoutPoliteForms = message.normalize('NFC').replace(/(?<=[\p{L},] )(?:Sie|Ihnen|Ihre?[nmrs]?)(?!\p{L})/gu, '')
  return withoutPoliteForms
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/[¿¡]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s"„“«(]+/u, '')
    .trim()
}

/** The number of words; two Han characters count as one word. */
export function countWords(text: string): number {
  const words = text.match(/[^\s.,;:!?()«»„“”"\u3000-\u9fff\uf900-\uffef]+/g)?.length ?? 0
  return words + (text.match(/[\u3400-\u9fff]/g)?.length ?? 0) / 2
}
