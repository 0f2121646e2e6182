import { lazy } from '../../lazy.ts'

/** All words of a text as they are spelled: lower case, composed, with their accents. */
export function speltWords(text: string): string[] {
  const lower = text.toLowerCase().replaceAll(clitic, '')
  // Takes half the time and nearly always applies, because Unicode property classes are slow to match.
  if (asciiOnly.test(lower)) return lower.match(asciiWord) ?? []
  const words = lower.normalize('NFKC').match(anyWord()) ?? []
  return words.some(isMixed)
    ? words.flatMap((word) => (isMixed(word) ? (word.match(sameKindPattern) ?? []) : [word]))
    : words
}

/** Numbers and names stand among Han and kana without a space. */
function isMixed(word: string): boolean {
  return /[a-z0-9]/.test(word) && /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/.test(word)
}

const sameKindPattern = /[a-z0-9]+|[^a-z0-9]+/g

const asciiOnly = /^[^\u0080-\uffff]*$/
const asciiWord = /[a-z0-9]+/g
// Compiled at first use, because a Unicode class is slow to compile and most texts do not need it.
const anyWord = lazy(() => /[\p{L}\p{N}\p{M}]+/gu)
const clitic = /['’](?:s|t|re|ve|ll|d|m)\b/g

/** Removes the accents of Latin, Greek and Cyrillic. Marks that make another letter, as in Japanese or Thai, stay. */
export function foldAccents(lower: string): string {
  if (isAscii(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
}

/** True for most words, which can then skip the slower checks. */
export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false
  return true
}

const unspaced = lazy(
  () =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u,
)
const han = lazy(() => /\p{Script=Han}/u)

/** Whether the script puts no space between words. */
export function isUnspaced(word: string): boolean {
  return !isAscii(word) && unspaced().test(word)
}

/** Pairs of characters, and single Han characters. */
export function pairsOf(run: string): string[] {
  const characters = Array.from(run)
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`)
  const singles = characters.filter((character) => han().test(character))
  return pairs.length === 0 && singles.length === 0 ? [run] : [...pairs, ...singles]
}

/** How a word may combine with its neighbour. */
export type Joining = 'number' | 'thousands' | 'unit' | undefined

const units = new Set(
  'km cm mm kg mg ml cl min pm gb mb tb kb mph kmh hz mhz ghz kwh kw mwh eur usd gbp chf euro euros'.split(' '),
)

export function joiningOf(word: string): Joining {
  if (units.has(word)) return 'unit'
  if (!/^\d{1,9}$/.test(word)) return undefined
  return word.length === 3 ? 'thousands' : 'number'
}

/** Numbers written in groups of three, as one word: "1,200", "1.200" and "1 200" are 1200. */
export function groupedNumbers(text: string): string[] {
  return (text.match(groupedNumber) ?? []).map((number) => number.replace(/\D/g, ''))
}

const groupedNumber = /(?<![\d.,])\d{1,3}(?:([.,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*(?![\d]|[.,]\d)/g
