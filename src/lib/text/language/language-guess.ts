import { lazy } from '../../lazy.ts'
import { speltWords } from './spelling.ts'
import { stopWords, type TextLanguage } from './stop-words.ts'

/** Languages with the same script, which only their words tell apart. */
export interface Script {
  letters: RegExp
  languages: readonly TextLanguage[]
  /** Every line is also read in this language, so that two lines can match even if the guess is wrong. */
  base: TextLanguage
  /** Used if the words point to no other language. */
  alone: readonly TextLanguage[]
  /** Used if no word gives a hint. */
  unsure: readonly TextLanguage[]
}

/** What a word says about the language of its line, as indexes of languages. */
export interface Votes {
  /** It is a small word of these languages. That counts twice as much as letters, because names contain letters too. */
  small: readonly number[]
  letters: readonly number[]
}

export const languages = Object.keys(stopWords) as TextLanguage[]

const latin = 'en de nl da no sv fi fr es pt it ro hu tr id lt'.split(' ') as TextLanguage[]

export const scripts: Script[] = [
  { letters: /\p{Script=Latin}/u, languages: latin, base: 'en', alone: ['en'], unsure: ['en', 'de', 'fr', 'es'] },
  { letters: /\p{Script=Cyrillic}/u, languages: ['ru', 'uk', 'bg', 'sr'], base: 'ru', alone: ['ru'], unsure: ['ru'] },
  { letters: /\p{Script=Devanagari}/u, languages: ['hi', 'ne'], base: 'hi', alone: ['hi'], unsure: ['hi'] },
  ...(['el', 'ar', 'hy', 'ta'] as const).map((only) => ({
    letters: { el: /\p{Script=Greek}/u, ar: /\p{Script=Arabic}/u, hy: /\p{Script=Armenian}/u, ta: /\p{Script=Tamil}/u }[
      only
    ],
    languages: [only],
    base: only,
    alone: [only],
    unsure: [only],
  })),
]

const MAX_GUESSES = 2

/** Expects a word in lower case and composed. */
export function votesOf(word: string): Votes {
  const letters = anyHint.test(word)
    ? letterHints().flatMap(({ pattern, numbers: indexByLanguage }) =>
        pattern.test(word) ? indexByLanguage : NO_LANGUAGES,
      )
    : NO_LANGUAGES
  const small = languagesByWord().get(word) ?? NO_LANGUAGES
  return small.length + letters.length === 0 ? noVotes : { small, letters }
}

/** Adds the votes of one word to the count per language. */
export function addVotes(votes: Int32Array, { small, letters }: Votes): void {
  for (const language of small) votes[language] = (votes[language] ?? 0) + 2
  for (const language of letters) votes[language] = (votes[language] ?? 0) + 1
}

export function isSmallIn(word: string, language: TextLanguage): boolean {
  return (languagesByWord().get(word) ?? NO_LANGUAGES).includes(indexOf(language))
}

/**
 * The languages in which a line is read, the likeliest first, by the votes of its words. The base is always included,
 * and it stands alone if it has more votes than any other.
 */
export function guessLanguages(script: Script, votes: ArrayLike<number>): readonly TextLanguage[] {
  const { base, alone, unsure } = script
  const votesFor = (language: TextLanguage) => votes[indexOf(language)] ?? 0
  let maxVotes = 0
  for (const language of script.languages) {
    const count = votesFor(language)
    if (count > maxVotes && language !== base) maxVotes = count
  }
  if (maxVotes === 0) return votesFor(base) > 0 || script.languages.length === 1 ? alone : unsure
  if (votesFor(base) > maxVotes) return alone
  const likely = script.languages
    .filter((language) => language !== base && votesFor(language) >= Math.max(1, maxVotes - 1))
    .sort((a, b) => votesFor(b) - votesFor(a))
    .slice(0, MAX_GUESSES)
  return votesFor(base) === maxVotes ? [base, ...likely] : [...likely, base]
}

const indexByLanguage = new Map(languages.map((language, number) => [language, number]))

function indexOf(language: TextLanguage): number {
  return indexByLanguage.get(language) ?? 0
}

const NO_LANGUAGES: readonly number[] = []
export const noVotes: Votes = { small: NO_LANGUAGES, letters: NO_LANGUAGES }

const languagesByWord = lazy(() => {
  const votes = new Map<string, number[]>()
  for (const [number, language] of languages.entries()) {
    for (const word of new Set(stopWords[language].split(/\s+/))) {
      const list = votes.get(word) ?? []
      votes.set(word, list)
      list.push(number)
    }
  }
  return votes
})

/** Letters and endings that only few languages have. */
const hints: [pattern: RegExp, tells: TextLanguage[]][] = [
  [/ß/, ['de']],
  [/ü/, ['de', 'hu', 'tr']],
  [/ä/, ['de', 'sv', 'fi']],
  [/ö/, ['de', 'sv', 'fi', 'hu', 'tr']],
  [/å/, ['sv', 'da', 'no']],
  [/[øæ]/, ['da', 'no']],
  [/ñ/, ['es']],
  [/[èêûîœ]|ç[aou]/, ['fr']],
  [/é/, ['fr', 'es', 'hu']],
  [/[áíóú]/, ['es', 'pt', 'hu']],
  [/[ãõ]/, ['pt']],
  [/[ìò]|zion[ei]$/, ['it']],
  [/[őű]/, ['hu']],
  [/[ğış]/, ['tr']],
  [/[ăâșț]/, ['ro']],
  [/[ėųįšžč]/, ['lt']],
  [/sch[lmnrw]|tsch|(?:ung|ungen|heit|keit|schaft|lich|lichen)$/, ['de']],
  [/(?:ij|heid|tje|aar|eer)/, ['nl']],
  [/(?:eaux?|eux|euse|aient|oir)$/, ['fr']],
  [/(?:dad|iendo|aron|ieron)$/, ['es']],
  [/[іїєґ]/, ['uk']],
  [/[јљњћђџ]/, ['sr']],
  [/ъ/, ['bg']],
]

/** Most words match no hint, so that one test is enough for them. */
const anyHint = new RegExp(hints.map(([pattern]) => pattern.source).join('|'))

const letterHints = lazy(() => hints.map(([pattern, tells]) => ({ pattern, numbers: tells.map(indexOf) })))

/** The likely languages of a short text, the likeliest first; empty if no word gives a hint. */
export function languagesOf(text: string): readonly TextLanguage[] {
  const words = speltWords(text)
  const votes = new Int32Array(languages.length)
  for (const word of words) addVotes(votes, votesOf(word))
  const script = scripts.find(({ letters }) => words.some((word) => letters.test(word)))
  const guessed = script && guessLanguages(script, votes)
  return !guessed || guessed === script.unsure ? [] : guessed
}
