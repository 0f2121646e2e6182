import { isSmallIn } from '../../lib/text/language/language-guess.ts'
import { plainWords } from '../../lib/text/words.ts'
import type { SearchTerm } from './candidates.ts'
import { isAtNamedTime, type WeighedLine } from './evidence.ts'
import { MIN_SAME_MEANING } from './meaning.ts'
import { isGeneralQuestion, speaksOfSelf } from './self-reference.ts'

// A word says the more, the rarer it is: its idf is the information that it carries. Words that were never said here count
// too, so that what a message shares with a line or a conversation can be compared with all that it says.

/**
 * The share of what the message says that a conversation must have in common with it; less when somebody speaks about
 * themselves. A single line needs a little less.
 */
const MIN_SHARE = { general: 0.55, personal: 0.35 }
const LINE_MARGIN = 0.1
/** In a past of this many messages, a word that was never said counts half. In a shorter one most words were never said. */
const HALF_COUNTING_MESSAGES = 200
/** The information that a message and a conversation must share to be related, however much else the message says. */
const MUCH_INFORMATION = 18
/** The same for a longer message in which somebody speaks about themselves. */
const PERSONAL_INFORMATION = 8
const PERSONAL_WORDS = 7
/** "What were we talking about?" has so few words that it hardly says what it is about. */
const FEW_WORDS = 2
/** What an impersonal message must share with a conversation, and how much it must say, to be clearly about the past. */
const CLEAR_INFORMATION = 10
const CLEAR_WORDS = 4
/** With fewer candidates, everything that was said fits into a short prompt. */
const MIN_CANDIDATES = 40

export interface RelatedFacts {
  text: string
  /** All candidates that were said before. */
  lines: WeighedLine[]
  /** The words of the message that say what it is about. */
  terms: SearchTerm[]
  /** The number of all messages here. */
  messages: number
}

/**
 * How much a message has in common with the past. "what goes well with salmon?" may share its words with it by chance, so
 * it is `faint`, unless it is personal, names somebody or shares much.
 */
export type Relation = 'none' | 'faint' | 'clear'

/**
 * Tells how a message is related to the past. It has something in common with it when there are enough rare words in one conversation or line, a
 * time, a category or a meaning. "What is 17 * 23?" has not, so it needs nothing of it. The limits were chosen with messages
 * that need no past and questions that do (bench/recall/NOTES.md).
 */
export function relationToPast({ text, lines, terms, messages }: RelatedFacts): Relation {
  const isPersonal = speaksOfSelf(text)
  const isAboutOwnMatters = isPersonal && !isGeneralQuestion(text)
  if (terms.length === 0 || lines.length < MIN_CANDIDATES) return 'clear'
  if (isAboutOwnMatters && terms.length <= FEW_WORDS) return 'clear'
  if (lines.some(({ evidence }) => isAtNamedTime(evidence))) return 'clear'
  if (lines.some(({ evidence }) => evidence.meaning >= MIN_SAME_MEANING)) return 'clear'

  const sharedByLine = lines.map((line) => line.shares())
  const sharedByConversation = new Map<number, Set<string>>()
  for (const [at, { line }] of lines.entries()) {
    const id = line.conversation?.id ?? -line.id
    const words = sharedByConversation.get(id) ?? new Set()
    for (const word of sharedByLine[at] ?? []) words.add(word)
    sharedByConversation.set(id, words)
  }
  const known = new Set(sharedByLine.flat())
  const unknownWeight = messages / (messages + HALF_COUNTING_MESSAGES)
  const information = new Map(terms.map(({ word, idf }) => [word, known.has(word) ? idf : idf * unknownWeight]))
  const informationIn = (words: Iterable<string>) =>
    [...words].reduce((sum, word) => sum + (information.get(word) ?? 0), 0)

  const total = informationIn(information.keys())
  const minShared = total * (isPersonal ? MIN_SHARE.personal : MIN_SHARE.general)
  const inConversation = Math.max(0, ...[...sharedByConversation.values()].map(informationIn))
  const inLine = Math.max(0, ...sharedByLine.map(informationIn))
  const isAboutSomebody = namesSomebody(text, known, lines)
  const isRelated =
    isAboutSomebody ||
    lines.some(({ evidence }) => evidence.category > 0) ||
    inConversation >= Math.min(minShared, MUCH_INFORMATION) ||
    inLine >= minShared - LINE_MARGIN * total ||
    (isPersonal && terms.length <= FEW_WORDS) ||
    (isPersonal && terms.length >= PERSONAL_WORDS && inConversation >= PERSONAL_INFORMATION)
  if (!isRelated) return 'none'
  const sharesMuch = inConversation >= CLEAR_INFORMATION && terms.length >= CLEAR_WORDS
  return isAboutOwnMatters || sharesMuch || isAboutSomebody ? 'clear' : 'faint'
}

/** Names are compared by their beginnings, because words are stored as stems. */
const COMPARED_CHARS = 5

/**
 * Whether it has a capitalised word, not at the start of a sentence, that was said here before and capitalised as well.
 * German capitalises every noun.
 */
function namesSomebody(text: string, known: ReadonlySet<string>, lines: WeighedLine[]): boolean {
  const words = plainWords(text)
  const smallWords = (language: 'de' | 'en') => words.filter((word) => isSmallIn(word, language)).length
  if (smallWords('de') > smallWords('en')) return false
  const names = Array.from(text.matchAll(/[\p{L}\p{N},;] (\p{Lu}[\p{L}\p{N}]{2,40})/gu), ([, name = '']) => name)
  return names.some(
    (name) =>
      [...known].some((word) => name.toLowerCase().startsWith(word.slice(0, COMPARED_CHARS))) &&
      lines.some(({ line }) => line.text.includes(name)),
  )
}
