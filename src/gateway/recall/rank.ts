import type { LineEvidence, WeighedLine } from './evidence.ts'

/** Returns the score of each line, in the order in which they are given. */
export type Rank = (candidates: WeighedLine[], circumstances: Circumstances) => number[]

/** Facts about the chat and the message on which the weight of some evidence depends. */
export interface Circumstances {
  /** The share of lines that an assistant wrote. */
  assistant: number
  /** The share of the message that is not a question. */
  tells: number
}

type EvidenceWeights = Partial<Record<keyof LineEvidence, number>>

/** How much each kind of evidence counts: always, and how much more or less in certain circumstances. */
export interface Weights {
  always: EvidenceWeights
  /** Where an assistant writes every second line. */
  assistant: EvidenceWeights
  /** Where the message asks nothing. */
  tells: EvidenceWeights
}

/** Fitted by `npm run bench -- recall-fit --data DIR` and rounded; what each of them is worth: bench/recall/ABLATION.md. */
export const weights: Weights = {
  always: {
    rareWords: 7.5,
    near1: 5.1,
    near2: 2.9,
    beginnings: 7.3,
    conversation: 6.7,
    conversationLive: 5.8,
    speaker: 2.4,
    human: 3,
    aboutSelf: 2.5,
    opens: 5.3,
    nearDate: 7.3,
    category: 13.7,
    fresh: 0,
    live: -3,
    length: -2.3,
    meaning: 4,
    nearMeaning: 0.75,
  },
  assistant: { length: -1.7, near1: -1.7, near2: -2 },
  tells: { fresh: 6 },
}

/** Circumstances count by degree, without a threshold: a slightly different chat is ranked slightly differently. */
export function createRank(weightTable: Weights): Rank {
  return (candidates, circumstances) => {
    const effective = Object.entries(effectiveWeights(weightTable, circumstances)) as [keyof LineEvidence, number][]
    return candidates.map(({ evidence }) =>
      effective.reduce((score, [kind, weight]) => score + evidence[kind] * weight, 0),
    )
  }
}

function effectiveWeights({ always, ...byCircumstance }: Weights, circumstances: Circumstances): EvidenceWeights {
  const effective = { ...always }
  const degrees = degreesOf(circumstances)
  for (const circumstance of ['assistant', 'tells'] as const) {
    for (const [kind, weight] of Object.entries(byCircumstance[circumstance]) as [keyof LineEvidence, number][]) {
      effective[kind] = (effective[kind] ?? 0) + weight * degrees[circumstance]
    }
  }
  return effective
}

/** Each from 0 to 1. */
export function degreesOf({ assistant, tells }: Circumstances): Record<keyof Circumstances, number> {
  return { assistant: Math.min(1, 2 * assistant), tells }
}
