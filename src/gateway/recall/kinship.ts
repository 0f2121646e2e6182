import { createScorer, scaled } from './bm25.ts'
import { type ConversationEvidence, type Counted, weighConversations } from './conversation-evidence.ts'

/** How much a line, and a conversation, speaks of the things that the best lines speak of. */
export interface Kinship {
  line: Map<number, number>
  conversation: Map<number, number>
}

const MODELS = 10
const WORDS = 30

/**
 * What belongs to the matter but was not asked for: the words that the best lines share, weighed by how rare they are
 * among all candidates, make a second question (pseudo-relevance feedback). It only ranks; it finds nothing new.
 */
export function findKinship(
  counted: Counted[],
  talks: Map<number, ConversationEvidence>,
  { asked, meanChars, live }: { asked: Set<string>; meanChars: number; live: number | undefined },
): Kinship {
  const past = counted.filter(({ line }) => live === undefined || line.conversation?.id !== live)
  const worth = ({ line, score }: Counted) => score + 0.5 * (talks.get(line.conversation?.id ?? -1)?.score ?? 0)
  const models = past.toSorted((a, b) => worth(b) - worth(a)).slice(0, MODELS)
  const weight = new Map<string, number>()
  for (const model of models) {
    const share = worth(model) / Math.max(8, model.words.length)
    for (const word of model.words) if (!asked.has(word)) weight.set(word, (weight.get(word) ?? 0) + share)
  }
  const holders = new Map([...weight.keys()].map((word) => [word, { lines: 0, last: -1 }]))
  for (const { words, line } of past) {
    for (const word of words) {
      const held = holders.get(word)
      if (!held || held.last === line.id) continue
      held.lines++
      held.last = line.id
    }
  }
  const terms = [...weight]
    .map(([word, share]) => ({ word, idf: share * Math.log(1 + past.length / (holders.get(word)?.lines || 1)) }))
    .sort((a, b) => b.idf - a.idf)
    .slice(0, WORDS)
  const scorer = createScorer(terms, meanChars)
  const kin = past.map((one) => ({ ...one, asked: scorer.count(one.words) }))
  const conversations = weighConversations(kin, { asked: scorer, live: createScorer([], meanChars) })
  return {
    line: scaled(new Map(kin.map(({ line, asked: counts }) => [line.id, scorer.score(counts, line.text.length)]))),
    conversation: new Map([...conversations].map(([id, { score }]) => [id, score])),
  }
}
