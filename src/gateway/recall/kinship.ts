import { createScorer, scaled } from './bm25.ts'
import { type ConversationEvidence, type Counted, scoreConversations } from './conversation-evidence.ts'

/** How much a line, and a conversation, speaks of the things that the best lines speak of. */
export interface Kinship {
  line: Map<number, number>
  conversation: Map<number, number>
}

const MODEL_LINES = 10
const SHARED_WORDS = 30

/**
 * What belongs to the matter but was not asked for: the words that the best lines share, weighed by how rare they are
 * among all candidates, make a second question (pseudo-relevance feedback). It only ranks; it finds nothing new.
 */
export function findKinship(
  counted: Counted[],
  conversations: Map<number, ConversationEvidence>,
  { asked, meanChars, live }: { asked: Set<number>; meanChars: number; live: number | undefined },
): Kinship {
  const past = counted.filter(({ line }) => live === undefined || line.conversation?.id !== live)
  const models = past
    .map(({ line, words, score }) => ({
      words,
      worth: score + 0.5 * (conversations.get(line.conversation?.id ?? -1)?.score ?? 0),
    }))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, MODEL_LINES)
  const weight = new Map<number, number>()
  for (const { words, worth } of models) {
    const share = worth / Math.max(8, words.length)
    for (const word of words) if (!asked.has(word)) weight.set(word, (weight.get(word) ?? 0) + share)
  }
  const shared = [...weight]
  const holders = countHolders(past, shared)
  const terms = shared
    .map(([number, share], at) => ({ numbers: [number], idf: share * Math.log(1 + past.length / (holders[at] || 1)) }))
    .sort((a, b) => b.idf - a.idf)
    .slice(0, SHARED_WORDS)
  const scorer = createScorer(terms, meanChars)
  const kin = past.map(({ line, words }) => ({ line, asked: scorer.count(words) }))
  return {
    line: scaled(kin.map(({ line, asked: counts }) => [line.id, scorer.score(counts, line.text.length)])),
    conversation: scoreConversations(kin, scorer),
  }
}

/** Of each of the words, in their order, how many lines hold it. */
function countHolders(past: Counted[], words: (readonly [number: number, share: number])[]): Int32Array {
  const places = new Map(words.map(([number], at) => [number, at]))
  const holders = new Int32Array(words.length)
  const last = new Int32Array(words.length)
  for (const [at, line] of past.entries()) {
    for (const word of line.words) {
      const place = places.get(word)
      if (place === undefined || last[place] === at + 1) continue
      last[place] = at + 1
      holders[place] = (holders[place] ?? 0) + 1
    }
  }
  return holders
}
