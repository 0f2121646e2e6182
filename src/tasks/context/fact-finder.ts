import type { StoredFact } from '../../domain/fact.ts'
import type { FactsQuery } from '../../gateway/history-source.ts'
import type { Fact, PastMessage } from '../../gateway/past.ts'
import { reasonMessages } from '../../gateway/reason-messages.ts'
import { type AskedWord, createQuestionReader, plainWords } from '../../lib/text/words.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { findFacts } from '../../store/memory/facts.ts'
import { readPerson } from '../../store/people/people.ts'
import { pastMessages } from '../../store/recall/lane-history.ts'
import type { createRecallSource } from '../../store/recall/recall-source.ts'

/** So few facts are all shown: they cost less than leaving out the right one. */
const MAX_SHOWN_UNASKED = 5
/** With fewer facts, how many of them contain a word says little. */
const MIN_FACTS_FOR_COMMON_WORDS = 5
const COMMON_IN_FACTS = 0.3
const COMMON_WORD_FACTOR = 0.2
/** A word in more lines than this is not counted further. */
const MAX_COUNTED_LINES = 1000
/** What the shared words of a fact and a message must weigh, and their share of either. */
const MIN_WEIGHT = 0.35
const MIN_SHARE_OF_MESSAGE = 0.25
const MIN_SHARE_OF_FACT = 0.34
/** One word that is in hardly any line is enough if both spell it: a name, or what the fact is about. */
const RARE_WEIGHT = 0.7
/** A word that they share only as a part of a compound, or as a stem in another language, is often chance. */
const UNLIKE_WORD_FACTOR = 0.5
/** A message that has this share of the fact's words says what the fact says. */
const MIN_SHARE_SAID = 0.7

interface FactWords {
  stems: ReadonlySet<string>
  spelt: string[]
}

export interface MatchedFact {
  fact: StoredFact
  /** The shared words. */
  words: string[]
  weight: number
}

/** Finds the facts that matter for a message. */
export interface FactFinder {
  /** The facts that share words with the message, best first. */
  match(query: FactsQuery): MatchedFact[]
  /** The same, with those that always hold or are new, as the prompt shows them. */
  find(query: FactsQuery): Fact[]
}

/**
 * Facts are few and short, so all that may be shown are compared. Their words are kept between messages, because
 * stemming is most of the work.
 */
export function createFactFinder(db: Database, source: ReturnType<typeof createRecallSource>): FactFinder {
  const readQuestion = createQuestionReader()
  let cache = new Map<number, FactWords>()

  function readVisible({ privateFactsOf, chat, bound }: FactsQuery): StoredFact[] {
    const all = findFacts(db, { privateTo: privateFactsOf, chat }, { validAt: bound.asOf })
    return all.filter(({ saidAt }) => saidAt <= bound.asOf)
  }

  function wordsOf(facts: StoredFact[]): Map<number, FactWords> {
    const known = facts.map((fact): [number, FactWords] => [fact.id, cache.get(fact.id) ?? readWords(fact)])
    const words = new Map(known)
    cache = words
    return words
  }

  function readWords({ subject, statement }: StoredFact): FactWords {
    const text = `${subject} ${statement}`
    return { stems: new Set(db.words(text)), spelt: plainWords(text) }
  }

  function rank(query: FactsQuery, facts: StoredFact[]): MatchedFact[] {
    const asked = distinct(readQuestion(query.text))
    if (asked.length === 0 || facts.length === 0) return []
    const words = wordsOf(facts)
    const inFacts = new Map<string, number>()
    for (const { stems } of words.values()) for (const word of stems) inFacts.set(word, (inFacts.get(word) ?? 0) + 1)
    const countFacts = ({ forms }: AskedWord) => Math.max(...forms.map((form) => inFacts.get(form) ?? 0))
    const shared = asked.filter((word) => countFacts(word) > 0)
    if (shared.length === 0) return []
    const weightOf = createWeights(query, asked, (word) => {
      const isCommon = countFacts(word) > facts.length * COMMON_IN_FACTS
      return facts.length >= MIN_FACTS_FOR_COMMON_WORDS && isCommon ? COMMON_WORD_FACTOR : 1
    })
    const all = asked.reduce((total, word) => total + weightOf(word), 0)
    return facts
      .flatMap((fact): MatchedFact[] => {
        const { stems, spelt } = words.get(fact.id) ?? readWords(fact)
        const common = shared.flatMap((word) => {
          if (!word.forms.some((form) => stems.has(form))) return []
          const isSpelt = spelt.some((other) => isSameWord(other, word.spelt))
          return [{ word, isSpelt, weight: weightOf(word) * (isSpelt ? 1 : UNLIKE_WORD_FACTOR) }]
        })
        const weight = common.reduce((total, one) => total + one.weight, 0)
        if (weight < MIN_WEIGHT) return []
        // What a fact says besides the shared words is not counted in lines, so each such word weighs one.
        const shareOfFact = weight / (weight + Math.max(0, stems.size - common.length))
        const isMatch =
          weight >= all * MIN_SHARE_OF_MESSAGE ||
          shareOfFact >= MIN_SHARE_OF_FACT ||
          common.some((one) => one.isSpelt && one.weight >= RARE_WEIGHT && !/\d/.test(one.word.spelt))
        return isMatch ? [{ fact, words: common.map(({ word }) => word.spelt), weight }] : []
      })
      .toSorted((a, b) => b.weight - a.weight || b.fact.saidAt.getTime() - a.fact.saidAt.getTime())
  }

  /** From 0 for a word in every line to 1 for a word in none. */
  function createWeights({ chats, bound }: FactsQuery, asked: AskedWord[], factor: (word: AskedWord) => number) {
    const { messages } = source.size(chats)
    const words = asked.map(({ word }) => word)
    const lines = source.messagesContaining(chats, words, { most: MAX_COUNTED_LINES, asOf: bound.asOf })
    const weights = new Map(
      asked.map((word, index) => {
        const count = Math.min(lines[index]?.length ?? 0, messages)
        return [word, factor(word) * (1 - Math.log(count + 1) / Math.log(messages + 2))] as const
      }),
    )
    return (word: AskedWord) => weights.get(word) ?? 0
  }

  function toShown(fact: StoredFact, reason: LocalizedText): Fact {
    const { id, statement: text, saidAt: at, trust, messageId } = fact
    const [line] = messageId === undefined ? [] : pastMessages(db, [messageId])
    const said = line && saysAll(line.text, fact) ? { saidIn: line.text } : {}
    const own = fact.writtenBy === 'command' ? { saidBy: readPerson(db, fact.toldById).name } : {}
    return { id, text, at, trust, reason, ...own, ...(line && { source: toSource(line) }), ...said }
  }

  function saysAll(text: string, { statement }: StoredFact): boolean {
    const said = new Set(db.words(text))
    const words = db.words(statement)
    return words.filter((word) => said.has(word)).length >= words.length * MIN_SHARE_SAID
  }

  return {
    match: (query) => rank(query, readVisible(query)),
    find(query) {
      const facts = readVisible(query)
      const matched = rank(query, facts)
      const taken = new Set(matched.map(({ fact }) => fact.id))
      const others = facts.filter(({ id }) => !taken.has(id))
      const { since } = query
      const added = since
        ? others.filter(({ createdAt }) => createdAt >= since)
        : facts.length <= MAX_SHOWN_UNASKED
          ? others
          : others.filter(({ kind }) => kind === 'preference' || kind === 'instruction')
      const { facts: reasons, found } = reasonMessages
      const addedReason = since ? reasons.isNew : facts.length <= MAX_SHOWN_UNASKED ? reasons.few : reasons.always
      return [
        ...matched.map(({ fact, words }) => toShown(fact, found.shares(words))),
        ...added.slice(0, MAX_SHOWN_UNASKED).map((fact) => toShown(fact, addedReason)),
      ]
    },
  }
}

const MIN_STEM_CHARS = 4
const MAX_ENDING_CHARS = 2

/** Whether two words are spelt alike, apart from their endings: vacanza, vacanze. */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  return same >= MIN_STEM_CHARS && Math.max(one.length, other.length) <= same + MAX_ENDING_CHARS
}

function distinct(words: AskedWord[]): AskedWord[] {
  return [...new Map(words.map((word) => [word.word, word])).values()]
}

function toSource({ id, lane, at }: Pick<PastMessage, 'id' | 'lane' | 'at'>): Fact['source'] {
  return { id, lane, at }
}
