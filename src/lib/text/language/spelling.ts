import { lazy } from '../../lazy.ts'

/** All words of a text as they are spelt: lower case, composed, with their accents. */
export function speltWords(text: string): string[] {
  const lower = text.toLowerCase().replaceAll(clitic, '')
  // Half the time, and nearly always enough: the property classes of Unicode are slow to match.
  if (asciiOnly.test(lower)) return lower.match(asciiWord) ?? []
  const words = lower.normalize('NFKC').match(anyWord()) ?? []
  return words.some(isMixed) ? words.flatMap((word) => (isMixed(word) ? (word.match(ofOneKind) ?? []) : [word])) : words
}

/** Numbers and names stand among Han and kana without a space. */
function isMixed(word: string): boolean {
  return /[a-z0-9]/.test(word) && /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/.test(word)
}

const ofOneKind = /[a-z0-9]+|[^a-z0-9]+/g

const asciiOnly = /^[^\u0080-\uffff]*$/
const asciiWord = /[a-z0-9]+/g
// A class of Unicode takes a while to be read, and most of what is said needs none.
const anyWord = lazy(() => /[\p{L}\p{N}\p{M}]+/gu)
const clitic = /['’](?:s|t|re|ve|ll|d|m)\b/g

/** Marks of Latin, Greek and Cyrillic go; those that make another letter, as in Japanese or Thai, stay. */
export function foldAccents(lower: string): string {
  if (isAscii(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
}

/** Most words are, and need none of what is asked about others. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false
  return true
}

const unspaced = lazy(
  () =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u,
)
const han = lazy(() => /\p{Script=Han}/u)

/** A script that puts no space between words. */
export function isUnspaced(word: string): boolean {
  return !isAscii(word) && unspaced().test(word)
}

/** Two characters at a time, Han also singly. */
export function pairsOf(run: string): string[] {
  const characters = Array.from(run)
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`)
  const singles = characters.filter((character) => han().test(character))
  return pairs.length === 0 && singles.length === 0 ? [run] : [...pairs, ...singles]
}

/** How a word may stand together with the one beside it. */
export type Joining = 'number' | 'thousands' | 'unit' | undefined

const units = new Set(
  'km cm mm kg mg ml cl min pm gb mb tb kb mph kmh hz mhz ghz kwh kw mwh eur usd gbp chf euro euros'.split(' '),
)

export function joiningOf(word: string): Joining {
  if (units.has(word)) return 'unit'
  if (!/^\d{1,9}$/.test(word)) return undefined
  return word.length === 3 ? 'thousands' : 'number'
}

/** Numbers as one word that a text writes in groups of three: "1,200", "1.200" and "1 200" are 1200. */
export function groupedNumbers(text: string): string[] {
  return (text.match(grouped) ?? []).map((number) => number.replace(/\D/g, ''))
}

const grouped = /(?<![\d.,])\d{1,3}(?:([.,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*(?![\d]|[.,]\d)/g
