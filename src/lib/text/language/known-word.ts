import { noVotes, scripts, type Votes, votesOf } from './language-guess.ts'
import { foldAccents, isAscii, isUnspaced, type Joining, joiningOf, pairsOf } from './spelling.ts'
import type { createStemmers } from './stemmers.ts'
import type { TextLanguage } from './stop-words.ts'

/**
 * A word as texts spell it, with its facts. There are tens of thousands, so nothing is stored that can be recomputed.
 */
export interface KnownWord {
  /** Lower case and composed. */
  spelt: string
  /** Lower case and without accents. */
  plain: string
  /** The index of the script whose languages it may belong to. */
  script: number | undefined
  votes: Votes
  joins: Joining
}

export function knowWord(spelt: string): KnownWord {
  const plain = foldAccents(spelt)
  const joins = joiningOf(plain)
  if (isStopWord(plain)) return { spelt, plain, script: 0, votes: votesOf(spelt), joins }
  const script = scriptOf(spelt, plain)
  return script < 0
    ? { spelt, plain, script: undefined, votes: noVotes, joins }
    : { spelt, plain, script, votes: votesOf(spelt), joins }
}

/** The index of its script; -1 for other scripts and for numbers. */
function scriptOf(spelt: string, plain: string): number {
  if (isAscii(spelt)) return asciiDigit.test(spelt) ? -1 : 0
  return digit.test(spelt) || isUnspaced(plain) ? -1 : scripts.findIndex(({ letters }) => letters.test(spelt))
}

/**
 * The index terms of a word in these languages, those of the first language first, without duplicates; empty for a stop
 * word.
 */
export function readWord(
  { spelt, plain, script }: KnownWord,
  languages: readonly TextLanguage[],
  stemmers: Stem,
): string[] {
  if (isStopWord(plain)) return []
  if (script === undefined) return isUnspaced(plain) ? pairsOf(plain) : [plain]
  // In a language that is only a guess, a short stem is likely another word: "care" is not "car".
  const isGuessed = languages === scripts[script]?.unsure
  const terms: string[] = []
  const add = (stem: string) => {
    if (!terms.includes(stem)) terms.push(stem)
  }
  for (const language of languages) {
    const stem = stemIn(spelt, language, stemmers)
    if (!isGuessed || terms.length === 0 || stem.length >= MIN_GUESSED_STEM_CHARS) add(stem)
  }
  if (terms.length === 0) return [plain]
  if (isGuessed) return terms
  for (const language of languages)
    for (const part of splitCompound(spelt, language)) add(stemIn(part, language, stemmers))
  return terms
}

/** The English rules expect words without accents. */
function stemIn(word: string, language: TextLanguage, stemmers: Stem): string {
  return language === 'en' ? stemmers(foldAccents(word), language) : foldAccents(stemmers(word, language))
}

type Stem = ReturnType<typeof createStemmers>

function isStopWord(plain: string): boolean {
  return plain === '' || englishStopWords.has(plain)
}

const MIN_GUESSED_STEM_CHARS = 4
const digit = /\p{N}/u
const asciiDigit = /\d/

const englishStopWords = new Set(
  `a about after again all also am an and any are aren as at b be because been before being both but by c can could
  couldn d did didn do does doesn doing don e each else even ever f few for from g get got h had hadn has hasn have
  haven having he her here hers him his how i if in into is isn it its j just k l let like m me more most my n no nor
  not now o of off ok okay on only or other our ours out over own p q r s same she should shouldn so some such t than
  that the their theirs them then there these they this those through to too u under until up us v very w was wasn we
  were weren what when where which while who whom whose why will with would wouldn x y yes you your yours z`.split(
    /\s+/,
  ),
)

/** Languages that write several words as one. */
const compounding = new Set<TextLanguage>(['de', 'nl', 'da', 'no', 'sv'])

const MIN_COMPOUND_CHARS = 9
const MIN_PART_CHARS = 4
const MAX_SPLITS = 3

/**
 * The words a long word may consist of: the parts before and after each possible boundary. There is no dictionary, so
 * some parts are not words; nobody searches for those.
 */
function splitCompound(word: string, language: TextLanguage): string[] {
  if (word.length < MIN_COMPOUND_CHARS || !compounding.has(language)) return []
  const boundaries: { at: number; fit: number }[] = []
  for (let at = MIN_PART_CHARS; at <= word.length - MIN_PART_CHARS; at++) {
    const fit = rateBoundary(word.slice(0, at), word.slice(at))
    if (fit > 0) boundaries.push({ at, fit })
  }
  const best = boundaries.sort((a, b) => b.fit - a.fit).slice(0, MAX_SPLITS)
  return best.flatMap(({ at }) => [withoutLink(word.slice(0, at)), word.slice(at)])
}

const vowel = '[aeiouyäöüåæøéáíóú]'
/** The beginning of a word: one consonant, or a usual group of consonants. */
const onset =
  '(?:[bcdfghjklmnpqrstvwz]|bl|br|ch|dr|fl|fr|gl|gr|kl|kn|kr|pf|pl|pr|qu|sch|schl|schm|schn|schr|schw|sk|sl|sm|sn|sp|spr|st|str|sv|th|tr|tv|tw|vl|vr|wr|zw)'
const startPattern = new RegExp(`^${onset}${vowel}`)
/** The few beginnings with a vowel that are common in the second part of a compound. */
const vowelStartPattern =
  /^(?:ab|akt|amt|an|arb|art|arz|auf|aus|aut|ein|ent|erd|erk|erl|ers|ess|inf|ins|ofen|ort|uhr|um|unf|unt|ur)/
const endPattern = new RegExp(`${vowel}[^aeiouy]{0,3}$`)
/** A consonant before the boundary: such a pair rarely stands within one syllable. */
const consonantEnd = /[^aeiouyäöü]$/

function rateBoundary(before: string, after: string): number {
  if (!endPattern.test(before) && !before.endsWith('e')) return 0
  if (vowelStartPattern.test(after)) return consonantEnd.test(before) ? 2 : 0
  if (!startPattern.test(after)) return 0
  // "s", "n" and "er" join the parts of a compound.
  if (/(?:[gtk]s|en|er|ions|täts|ung[s]?|heits|keits)$/.test(before)) return 4
  return consonantEnd.test(before) ? 3 : 1
}

function withoutLink(before: string): string {
  return /(?:ung|ion|tät|heit|keit|schaft|ing|[gtk])s$/.test(before) ? before.slice(0, -1) : before
}
