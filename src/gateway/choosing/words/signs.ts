import { stem } from '../../../lib/text/stem.ts'
import { plainWords } from '../../../lib/text/words.ts'
import { hasHan, isSmall, type Patterns, patternsFor } from './languages.ts'

/** What the words of a message say about where it belongs. Whoever reads one is told by which words. */
export interface Signs {
  /** It says itself that something new begins. */
  announces?: string
  /** "By the way". */
  aside?: string
  greets?: string
  /** Thanks, praise, good night: it ends something and begins nothing. */
  closes?: string
  /** It makes little sense without what was said before; `sure` where nothing else would explain its words. */
  refers?: { words: string; sure: boolean }
  /** It is short and says little of a subject of its own. */
  light: boolean
  /** Telling words that the last lines have too. */
  shares: string[]
  /** It says what it is about, and the last lines say nothing of it. */
  elsewhere: boolean
}

/** Only the beginning is looked at for phrases, which also bounds the work a text can make. */
const HEAD = 400
/** In words; a longer message that points somewhere may well point at itself. */
const SHORT = 12
const SENTENCE = 25
/** Words that tell a subject of its own. */
const SUBJECT = 3
const MANY = 10
/** In characters: so short a message is told whole. */
const QUOTABLE = 30

/** The lines before it, whoever said them. */
export function readSigns(message: string, before: string[]): Signs {
  // What is pasted points at itself; what was said about it stands in the first line, if anywhere.
  const words = isPasted(message) ? (message.trim().split('\n')[0] ?? '') : message
  const text = plain(words).slice(0, HEAD)
  const size = sizeOf(words)
  const content = contentWords(message)
  const weight = subjectWeight(content)
  const found = sharedWith(content, before)
  // One word of many in common is chance.
  const shares = found.length === 1 && weight >= MANY ? [] : found
  const languages = patternsFor(text)
  const find = finder(text, languages)
  const announces = find('announces')
  const aside = find('aside')
  const greets = find('greets')
  const closes = size <= SHORT && !/[?？]/u.test(text) ? find('closes') : undefined
  const refers = announces ? undefined : referenceIn(text, size, weight, languages)
  return {
    ...(announces && { announces }),
    ...(aside && { aside }),
    ...(greets && { greets }),
    ...(closes && { closes }),
    ...(refers && { refers }),
    shares,
    light: size <= SHORT && weight <= SUBJECT,
    elsewhere:
      weight >= (isWholeQuestion(text, size) ? SUBJECT - 1 : SUBJECT) &&
      !tellsOfOneself(text) &&
      shares.length === 0 &&
      !refers &&
      !closes,
  }
}

function isPasted(message: string): boolean {
  return message.trim().split('\n').length > 3
}

function referenceIn(text: string, size: number, weight: number, languages: Patterns[]): Signs['refers'] {
  const find = finder(text, languages)
  const joins = find('joins')
  const reference = size <= SENTENCE ? find('refers') : undefined
  const pronoun = size <= SENTENCE ? firstOf(languages, (patterns) => pronounIn(text, patterns)) : undefined
  const whole = joins && text.length <= QUOTABLE ? text : joins
  const sure = reference ?? pronoun ?? (size <= SHORT && weight < SUBJECT ? whole : undefined)
  if (sure) return { words: sure, sure: true }
  const hint = joins ?? (size <= SHORT ? find('hints') : undefined) ?? fragment(text, size)
  return hint ? { words: hint, sure: false } : undefined
}

/** "Wann spielt Freiburg heute?": what is asked in full needs fewer words to say what it is about. */
function isWholeQuestion(text: string, size: number): boolean {
  return size > 3 && /[?？]$/u.test(text) && questionWord.test(text)
}

const questionWord =
  /^(?:(?:who|what|when|where|which|why|how|wer|was|wann|wo|warum|wieso|wie|welche[rsmn]?|qui|que|quand|où|quels?|quelles?|pourquoi|comment|combien|quién|qué|cuándo|dónde|cuál|cómo|cuánt[oa]s?)(?!\p{L})|.*[谁哪几]|.*(?:什么|怎么|多少|为何))/u

/** Who tells of themselves goes on with something more often than not: "we have a toddler with us". */
function tellsOfOneself(text: string): boolean {
  return !/[?？]$/.test(text) && /^(?:(?:i|we|ich|wir|je|nous|yo)(?=[ '])|j'|我)/.test(text)
}

/** A pronoun after words that it may stand for refers to them. */
function pronounIn(text: string, { pronoun, empty }: Patterns): string | undefined {
  const filled = text.replace(empty, (nothing) => '·'.repeat(nothing.length))
  const found = pronoun.exec(filled)
  return found && contentWords(text.slice(0, found.index)).size < 2 ? found[1] : undefined
}

/** "In Porto?" */
function fragment(text: string, size: number): string | undefined {
  return size <= 3 && /[?？]$/u.test(text) ? text : undefined
}

function plain(message: string): string {
  // The German "Sie" that means the reader stands for nobody named before.
  const spoken = message.normalize('NFC').replace(/(?<=[\p{L},] )(?:Sie|Ihnen|Ihre?[nmrs]?)(?!\p{L})/gu, '')
  return spoken
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/[¿¡]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s"„“«(]+/u, '')
    .trim()
}

/** In words, two characters of Han to a word. */
function sizeOf(text: string): number {
  const words = text.match(/[^\s.,;:!?()«»„“”"\u3000-\u9fff\uf900-\uffef]+/g)?.length ?? 0
  return words + (text.match(/[\u3400-\u9fff]/g)?.length ?? 0) / 2
}

function finder(text: string, languages: Patterns[]): (kind: Exclude<keyof Patterns, 'small'>) => string | undefined {
  return (kind) => firstOf(languages, (patterns) => patterns[kind].exec(text)?.[1])
}

function firstOf<T, R>(items: T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** What a text is about: its words without those that stand everywhere, Han two characters at a time, by their stem. */
type ContentWords = ReadonlyMap<string, string>

/** More than this says nothing new about the subject. */
const MOST_CHARS = 4000

function contentWords(text: string): ContentWords {
  const words = plainWords(text.slice(0, MOST_CHARS)).filter((word) =>
    hasHan(word) ? word.length > 1 && !Array.from(word).some(isSmall) : isTelling(word),
  )
  return new Map(words.map((word) => [stem(word), word]))
}

/** From which a word says as much as two: "Steuererklärung". */
const COMPOUND = 12

/** How much a text says of what it is about, in words. Pairs of Han overlap: three characters are two of them. */
function subjectWeight(content: ContentWords): number {
  const words = [...content.values()]
  const pairs = words.filter((word) => hasHan(word)).length
  const compounds = words.filter(({ length }) => length >= COMPOUND).length
  return words.length + compounds + (pairs > 1 ? 1 : 0)
}

function isTelling(word: string): boolean {
  return word.length > 2 && !/^\d/.test(word) && !isSmall(word)
}

/** The words of a message that the lines before it have too, in the forms of either. */
function sharedWith(content: ContentWords, before: string[]): string[] {
  const said = [...contentWords(before.join('\n')).keys()]
  return [...content].flatMap(([key, word]) => (said.some((other) => isSame(key, other)) ? [word] : []))
}

/** An ending apart: "pompe" and "pompes". */
function isSame(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= 5 && long.length - short.length <= 3 && long.startsWith(short)
}
