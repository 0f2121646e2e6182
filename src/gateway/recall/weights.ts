import type { Weights } from './rank.ts'

// Fitted to the logarithm of the budget that is used up before an answer is shown, over long conversations of four kinds
// that count alike, with a preference for what was expected (the loss of `npm run bench -- recall-fit --data DIR`), and
// rounded. The figures of a kind that the weights have not seen: `npm run bench -- recall --leave-out KIND` (docs/decisions/0030).

export const weights: Weights = {
  always: {
    words: 1.4,
    rare: 6,
    near1: 3.1,
    near2: 2.5,
    near3: 1.6,
    pairs: 2.3,
    beginnings: 5.8,
    conversation: 1.9,
    conversationRare: 1.3,
    conversationBest: 1.9,
    conversationLive: 7.7,
    kin: 0.8,
    conversationKin: 1.5,
    speaker: 2.7,
    human: 4.2,
    ofSelf: 2.4,
    ofOther: -1.2,
    asks: 0.1,
    answers: 6.2,
    opens: 3.4,
    dated: 2.4,
    nearDate: 5,
    times: 1.5,
    things: 3,
    first: 2.2,
    last: 1.1,
    fresh: 0,
    live: -3,
    length: -1.9,
    meaning: 4,
    nearMeaning: 0.75,
  },
  assistant: { length: -1.8, asks: 0.8, answers: -5.3, near1: 0.3, near2: -2.8 },
  tells: { fresh: 4.7, opens: 3.2, conversationKin: 3.3 },
  goesOn: { opens: 2.9 },
}
