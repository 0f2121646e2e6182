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
  if (isSmall(plain)) return { spelt, plain, script: 0, votes: votesOf(spelt), joins }
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
 * The index terms of a word in these languages, each once, those of the first language first; empty for a stop word.
 */
export function readWord(
  { spelt, plain, script }: KnownWord,
  languages: readonly TextLanguage[],
  stemmed: Stem,
): string[] {
  if (isSmall(plain)) return []
  if (script === undefined) return isUnspaced(plain) ? pairsOf(plain) : [plain]
  // In a language that is only a guess, a short stem is likely another word: "care" is not "car".
  const isGuessed = languages === scripts[script]?.unsure
  const found: string[] = []
  const add = (stem: string) => {
    if (!found.includes(stem)) found.push(stem)
  }
  for (const language of languages) {
    const stem = stemIn(spelt, language, stemmed)
    if (!isGuessed || found.length === 0 || stem.length >= MIN_GUESSED_STEM_CHARS) add(stem)
  }
  if (found.length === 0) return [plain]
  if (isGuessed) return found
  for (const language of languages) for (const part of partsOf(spelt, language)) add(stemIn(part, language, stemmed))
  return found
}

/** The English rules expect words without accents. */
function stemIn(word: string, language: TextLanguage, stemmed: Stem): string {
  return language === 'en' ? stemmed(foldAccents(word), language) : foldAccents(stemmed(word, language))
}

type Stem = ReturnType<typeof createStemmers>

function isSmall(plain: string): boolean {
  return plain === '' || small.has(plain)
}

const MIN_GUESSED_STEM_CHARS = 4
const digit = /\p{N}/u
const asciiDigit = /\d/

const small = new Set(
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
function partsOf(word: string, language: TextLanguage): string[] {
  if (word.length < MIN_COMPOUND_CHARS || !compounding.has(language)) return []
  const cuts: { at: number; fit: number }[] = []
  for (let at = MIN_PART_CHARS; at <= word.length - MIN_PART_CHARS; at++) {
    const fit = fitOf(word.slice(0, at), word.slice(at))
    if (fit > 0) cuts.push({ at, fit })
  }
  const best = cuts.sort((a, b) => b.fit - a.fit).slice(0, MAX_SPLITS)
  return best.flatMap(({ at }) => [withoutLink(word.slice(0, at)), word.slice(at)])
}

const vowel = '[aeiouyäöüåæøéáíóú]'
/** The beginning of a word: one consonant, or a usual group of consonants. */
const onset =
  '(?:[bcdfghjklmnpqrstvwz]|bl|br|ch|dr|fl|fr|gl|gr|kl|kn|kr|pf|pl|pr|qu|sch|schl|schm|schn|schr|schw|sk|sl|sm|sn|sp|spr|st|str|sv|th|tr|tv|tw|vl|vr|wr|zw)'
const begins = new RegExp(`^${onset}${vowel}`)
/** The few beginnings with a vowel that are common in the second part of a compound. */
const beginsOpen =
  /^(?:ab|akt|amt|an|arb|art|arz|auf|aus|aut|ein|ent|erd|erk|erl|ers|ess|inf|ins|ofen|ort|uhr|um|unf|unt|ur)/
const ends = new RegExp(`${vowel}[^aeiouy]{0,3}$`)
/** A consonant before the boundary: such a pair rarely stands within one syllable. */
const seam = /[^aeiouyäöü]$/

function fitOf(before: string, after: string): number {
  if (!ends.test(before) && !before.endsWith('e')) return 0
  if (beginsOpen.test(after)) return seam.test(before) ? 2 : 0
  if (!begins.test(after)) return 0
  // "s", "n" and "er" join the parts of a compound.
  if (/(?:[gtk]s|en|er|ions|täts|ung[s]?|heits|keits)$/.test(before)) return 4
  return seam.test(before) ? 3 : 1
}

function withoutLink(before: string): string {
  return /(?:ung|ion|tät|heit|keit|schaft|ing|[gtk])s$/.test(before) ? before.slice(0, -1) : before
}
