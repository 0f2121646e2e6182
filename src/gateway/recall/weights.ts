import type { Weights } from './rank.ts'

// Fitted to the logarithm of the budget that is used up before an answer is shown, over long conversations of four kinds
// that count alike, with a preference for what was expected (`npm run bench -- recall-fit --data DIR`), and rounded. The
// figures of a kind that the weights have not seen: `npm run bench -- recall --leave-out KIND` (docs/decisions/0030).

export const weights: Weights = {
  always: {
    words: 1.9,
    rare: 5.6,
    near1: 2.7,
    near2: 2.2,
    near3: 1.1,
    pairs: 2.3,
    beginnings: 4.9,
    conversation: 2.1,
    conversationRare: 1.2,
    conversationBest: 3.1,
    conversationLive: 10,
    kin: 1,
    conversationKin: 1.2,
    speaker: 2.8,
    human: 5,
    asks: -0.8,
    answers: 6.5,
    opens: 2.4,
    dated: 2.9,
    nearDate: 4.5,
    times: 0.9,
    first: 1.9,
    last: 0.8,
    fresh: 0,
    live: -3,
    length: -2,
    meaning: 4,
    nearMeaning: 0.75,
  },
  assistant: { length: -1.8, asks: 1.5, answers: -6.1, near1: 0.5, near2: -2.3 },
  tells: { fresh: 4.7, opens: 4.1, conversationKin: 3.5 },
  goesOn: { opens: 3.3 },
}
