import type { SearchTerm } from './candidates.ts'
import { isQuestion, type WeighedLine } from './evidence.ts'

// The rarer a word is, the more it says: its idf is the information that it carries. Words that were never said here
// count too, so that what a message shares with a line or a conversation can be compared with all that it says.

export interface OverlapFacts {
  /** All candidates that were said before, best first. */
  lines: WeighedLine[]
  /** The words of the message that say what it is about, the rarest first, and in their order in the message. */
  terms: SearchTerm[]
  words: string[]
  /** The number of all messages here. */
  messages: number
  /** The words of a text, and the forms of a word of the message, as numbers of the lexicon. */
  read(text: string): number[]
  formsOf(word: string): number[]
}

/** How much information a message shares with the past. */
export interface Overlap {
  /** All that the message says. */
  total: number
  /** The most that it shares with one conversation, and with one line. */
  conversation: number
  line: number
  /** Somebody said nearly all of it in one sentence that asks nothing. */
  isTold: boolean
  /** The most that two rare words carry that stand together both in the message and in a line: "folding trunk". */
  pair: number
  /** The lines of people that contain a word of the message. */
  byPeople: Sharing[]
}

export interface Sharing {
  weighed: WeighedLine
  /** The words of the message in it. */
  shared: string[]
}

/** In a past of this many messages, a word that was never said counts half. In a shorter one most words were never said. */
const HALF_COUNTING_MESSAGES = 200
/** A word that at most one line in twenty contains. */
const RARE = Math.log(20)
/** The share of what the message says that such a sentence has, and at least as much as two rare words carry. */
const TOLD_SHARE = 0.8
/** This many lines, and this much of each, are read sentence by sentence. */
const MAX_READ_LINES = 20
const MAX_READ_CHARS = 4000

export function findOverlap({ lines, terms, words, messages, read, formsOf }: OverlapFacts): Overlap {
  const asked = new Set(words)
  const sharing = lines.flatMap((weighed): Sharing[] => {
    if (weighed.evidence.words === 0) return []
    const shared = weighed.shares().filter((word) => asked.has(word))
    return shared.length > 0 ? [{ weighed, shared }] : []
  })
  const known = new Set(sharing.flatMap(({ shared }) => shared))
  const unknownWeight = messages / (messages + HALF_COUNTING_MESSAGES)
  const information = new Map(terms.map(({ word, idf }) => [word, known.has(word) ? idf : idf * unknownWeight]))
  const informationIn = (words: Iterable<string>) =>
    [...words].reduce((sum, word) => sum + (information.get(word) ?? 0), 0)
  const byPeople = sharing.filter(({ weighed }) => weighed.line.author === 'human')
  const several = byPeople.filter(({ shared }) => shared.length > 1)
  const total = informationIn(information.keys())
  return {
    total,
    conversation: maxOf([...sharedByConversation(sharing).values()].map(informationIn)),
    line: maxOf(sharing.map(({ shared }) => informationIn(shared))),
    isTold: findTold(),
    pair: findPair(),
    byPeople,
  }

  /** What people asked before says nothing about what they told. */
  function findTold(): boolean {
    const wordByForm = new Map(words.flatMap((word) => formsOf(word).map((form) => [form, word] as const)))
    const isEnough = (shared: readonly string[]) =>
      shared.length > 1 && informationIn(shared) >= Math.max(2 * RARE, TOLD_SHARE * total)
    const wordsIn = (sentence: string) => [...new Set(read(sentence).flatMap((form) => wordByForm.get(form) ?? []))]
    return several
      .filter(({ shared }) => isEnough(shared))
      .slice(0, MAX_READ_LINES)
      .flatMap(({ weighed }) => sentencesOf(weighed.line.text.slice(0, MAX_READ_CHARS)))
      .some((sentence) => !isQuestion(sentence) && isEnough(wordsIn(sentence)))
  }

  function findPair(): number {
    const isRare = (word: string) => known.has(word) && informationIn([word]) >= RARE
    const pairs = words
      .slice(1)
      .map((second, index) => [words[index] ?? '', second] as const)
      .filter((pair) => pair.every(isRare))
    const told = several.filter(({ weighed }) => !isQuestion(weighed.line.text))
    return maxOf(pairs.filter((pair) => told.some((one) => holdsTogether(one, pair))).map(informationIn))
  }

  function holdsTogether({ weighed, shared }: Sharing, [first, second]: readonly [string, string]): boolean {
    if (!shared.includes(first) || !shared.includes(second)) return false
    const [firstForms, secondForms] = [formsOf(first), formsOf(second)]
    return weighed.words.some(
      (form, index) => firstForms.includes(form) && secondForms.includes(weighed.words[index + 1] ?? -1),
    )
  }
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?。！？؟\n])/)
}

function sharedByConversation(sharing: Sharing[]): Map<number, Set<string>> {
  const byConversation = new Map<number, Set<string>>()
  for (const { weighed, shared } of sharing) {
    const id = weighed.line.conversation?.id ?? -weighed.line.id
    const words = byConversation.get(id) ?? new Set()
    for (const word of shared) words.add(word)
    byConversation.set(id, words)
  }
  return byConversation
}

function maxOf(values: number[]): number {
  return Math.max(0, ...values)
}
