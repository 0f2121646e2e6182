import { lazy } from '../../../lib/lazy.ts'
import type { Language, Several } from './language.ts'
import { chinese } from './languages/chinese.ts'
import { english } from './languages/english.ts'
import { french } from './languages/french.ts'
import { german } from './languages/german.ts'
import { spanish } from './languages/spanish.ts'

/** A question that no single line answers. */
export interface AskedSeveral {
  kind: Several
  /** The question without the words that say how the answer is to be: what the lines speak of. */
  matter: string
}

/** Whoever writes more pastes something, or tells a story. */
const MOST_CHARS = 600

const ASKING_SHARE = 0.4

/** What may stand before the word that asks, in any of the languages. */
const LEADS =
  'so|and|but|ok|okay|hey|hi|hello|well|now|then|please|und|aber|also|na|bitte|et|mais|alors|bon|y|pero|bueno|entonces|vale'

/** Where a question could be of two kinds, what it takes more for. */
const kinds: Several[] = ['summary', 'order', 'change', 'comparison', 'count', 'liking', 'list']

/**
 * By how the question is built: a word that asks, what stands beside it, and that it is about somebody here and not about
 * the world. `ours` says that other signs than its words tell that, such as the name of somebody who speaks here.
 */
export function readSeveral(text: string, ours: boolean): AskedSeveral | undefined {
  if (text.length > MOST_CHARS) return undefined
  const folded = fold(text)
  for (const language of languagesOf(folded)) {
    if (language.atHand.test(folded)) continue
    if (!ours && !language.ours.test(folded)) continue
    const asking = sentencesOf(folded).filter((sentence) => isAsking(sentence, language))
    // In a message that mostly tells something, what is asked is asked about that.
    const least = folded.length * ASKING_SHARE
    const kind = kinds.find((one) => lengthOf(asking.filter((sentence) => language.asks[one].test(sentence))) > least)
    if (kind) return { kind, matter: language.withoutFrame(text) }
  }
  return undefined
}

interface Patterns {
  small: ReadonlySet<string>
  opens: RegExp
  ours: RegExp
  atHand: RegExp
  asks: Record<Several, RegExp>
  withoutFrame(text: string): string
}

const spaced = lazy(() =>
  [english, german, french, spanish].map((one) => patternsOf(one, '(?<![a-z0-9])', '(?![a-z0-9])')),
)
const unspaced = lazy(() => patternsOf(chinese, '', ''))

function patternsOf(language: Language, from: string, to: string): Patterns {
  const any = (patterns: string[]) => new RegExp(`${from}(?:${patterns.join('|')})${to}`)
  const asks = Object.entries(language.asks).map(([kind, patterns]) => [kind, any(patterns)])
  return {
    small: new Set(wordsOf(language.small)),
    opens: new RegExp(`^(?:(?:${LEADS}),? ){0,2}(?:${language.opens.join('|')})${to}`),
    ours: any(language.ours),
    atHand: any(language.atHand),
    asks: Object.fromEntries(asks) as Record<Several, RegExp>,
    withoutFrame: from === '' ? withoutSigns(language.frame) : withoutWords(language.frame),
  }
}

/** As it is spelt: its accents say which language it is in. */
function withoutWords(frame: string): (text: string) => string {
  const dropped = new Set(wordsOf(frame))
  return (text) => text.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => (dropped.has(fold(word)) ? '' : word))
}

function withoutSigns(frame: string): (text: string) => string {
  const dropped = new RegExp(frame.split(' ').join('|'), 'g')
  return (text) => text.replace(dropped, ' ')
}

/** Those whose small words it holds the most of: more than one where they do not tell. */
function languagesOf(folded: string): Patterns[] {
  if (/[\u3400-\u9fff]/.test(folded)) return [unspaced()]
  const words = wordsOf(folded)
  const counts = spaced().map(({ small }) => words.filter((word) => small.has(word)).length)
  const most = Math.max(...counts)
  return spaced().filter((_, at) => counts[at] === most)
}

function wordsOf(text: string): string[] {
  return text.match(/[a-z0-9]+/g) ?? []
}

function sentencesOf(folded: string): string[] {
  return folded.split(/(?<=[.!?。！？\n])\s*/).map((sentence) => sentence.replace(/^[^\p{L}\p{N}]+/u, ''))
}

function lengthOf(sentences: string[]): number {
  return sentences.reduce((sum, { length }) => sum + length, 0)
}

function isAsking(sentence: string, { opens }: Patterns): boolean {
  return /[?？]\s*$/.test(sentence) || /[吗呢]\s*[。！]?$/.test(sentence) || opens.test(sentence)
}

/** People leave accents out, and signs of Chinese stay as they are. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f¿¡]/g, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
    .trim()
}
