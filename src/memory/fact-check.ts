import type { DropReason } from '../domain/fact.ts'
import { createOwnText } from '../lib/text/own-text.ts'
import { plainWords } from '../lib/text/words.ts'
import type { FoundFact, SourceLine } from './fact-request.ts'

/** The share of the words of a statement that its source must contain. The rest makes it a sentence of its own. */
const MIN_SHARED_WORDS = 0.5

/** Why a fact does not follow from its source line; undefined if it does, as far as words can tell. */
export function doubtAbout(
  { quote, statement, kind }: FoundFact,
  source: SourceLine | undefined,
  stemsOf: (text: string) => string[],
): DropReason | undefined {
  if (!source) return 'no_source'
  if (kind === 'instruction') return 'instruction'
  if (!createOwnText([plainQuotes(source.text)]).holds(plainQuotes(quote))) return 'misquoted'
  const [given, names] = [source.text, source.name].map((text) => unique([...stemsOf(text), ...plainWords(text)]))
  const isGiven = (word: string) => isAmong(given ?? [], word)
  const isName = (word: string) => isAmong(names ?? [], word)
  const said = withoutDates(statement)
  const own = unique(stemsOf(said)).filter((stem) => !isName(stem))
  if (own.length === 0 || own.filter(isGiven).length < own.length * MIN_SHARED_WORDS) return 'unsupported'
  const mustBeGiven = [...namesIn(said), ...(said.match(/\d+/g) ?? [])].flatMap(plainWords)
  return mustBeGiven.every((word) => isGiven(word) || isName(word)) ? undefined : 'unsupported'
}

const MIN_STEM_CHARS = 3

/** Whether it is one of these words or differs only in its ending: one word can have several stems. */
function isAmong(words: string[], word: string): boolean {
  return words.some((other) => {
    const [short, long] = word.length < other.length ? [word, other] : [other, word]
    return (
      short === long ||
      (short.length >= MIN_STEM_CHARS && !/\d/.test(short) && long.startsWith(short) && long.length <= short.length + 3)
    )
  })
}

function plainQuotes(text: string): string {
  return text.toLowerCase().replaceAll('’', "'")
}

/** Words with a capital letter, except at the beginning of a sentence. */
function namesIn(statement: string): string[] {
  return statement.split(/\s+/).flatMap((word, at) => (at > 0 && /^\p{P}*\p{Lu}./u.test(word) ? [word] : []))
}

/** Without dates like 2026-03-14, which a model writes for "tomorrow". */
function withoutDates(statement: string): string {
  return statement.replace(/\d{4}-\d\d-\d\d/g, ' ')
}

const articles = new Set(
  'a an the der die das den dem des ein eine einen einem einer eines le la les l un une el los las una'.split(' '),
)

/** Equal for statements with the same words in the same order. Only articles, punctuation and accents may differ. */
export function sameStatementKey(statement: string): string {
  return plainWords(statement)
    .filter((word) => !articles.has(word))
    .join(' ')
}

/** The share of the words of the shorter statement that the other one contains, too. */
export function overlapOf(one: string, other: string, stemsOf: (text: string) => string[]): number {
  const [stems, others] = [new Set(stemsOf(one)), new Set(stemsOf(other))]
  const shared = [...stems].filter((stem) => others.has(stem)).length
  return shared / Math.max(1, Math.min(stems.size, others.size))
}

function unique(words: string[]): string[] {
  return [...new Set(words)]
}
