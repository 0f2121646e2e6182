import { partsOf } from './compounds.ts'
import { noVotes, scripts, type Votes, votesOf } from './guess.ts'
import { type Joining, joiningOf } from './numbers.ts'
import type { Language } from './small-words.ts'
import { foldAccents, isAscii, isUnspaced, pairsOf } from './spelling.ts'
import type { createStemmers } from './stemmers.ts'

/** A word as texts spell it, with what it tells. There are tens of thousands, so it holds nothing that can be made again. */
export interface KnownWord {
  /** Lower case and composed. */
  spelt: string
  /** Without accents too. */
  plain: string
  /** The number of the script whose languages it may be in. */
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

/** Of the languages it may be in; -1 for what is written in none of them, and for numbers. */
function scriptOf(spelt: string, plain: string): number {
  if (isAscii(spelt)) return asciiDigit.test(spelt) ? -1 : 0
  return digit.test(spelt) || isUnspaced(plain) ? -1 : scripts.findIndex(({ letters }) => letters.test(spelt))
}

/** What a word is found by in these languages, the first one's first, each once; nothing where it is a small word. */
export function readWord({ spelt, plain, script }: KnownWord, languages: readonly Language[], stemmed: Stem): string[] {
  if (isSmall(plain)) return []
  if (script === undefined) return isUnspaced(plain) ? pairsOf(plain) : [plain]
  // A short stem in a language that is only guessed at is as likely another word: "care" is no car.
  const isGuessed = languages === scripts[script]?.unsure
  const found: string[] = []
  const add = (stem: string) => {
    if (!found.includes(stem)) found.push(stem)
  }
  for (const language of languages) {
    const stem = stemIn(spelt, language, stemmed)
    if (!isGuessed || found.length === 0 || stem.length >= SHORTEST_GUESSED) add(stem)
  }
  if (found.length === 0) return [plain]
  if (isGuessed) return found
  for (const language of languages) for (const part of partsOf(spelt, language)) add(stemIn(part, language, stemmed))
  return found
}

/** What is known of English was written without accents. */
function stemIn(word: string, language: Language, stemmed: Stem): string {
  return language === 'en' ? stemmed(foldAccents(word), language) : foldAccents(stemmed(word, language))
}

type Stem = ReturnType<typeof createStemmers>

function isSmall(plain: string): boolean {
  return plain === '' || small.has(plain)
}

const SHORTEST_GUESSED = 4
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
