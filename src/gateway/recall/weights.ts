import type { Evidence } from './evidence.ts'

/** How much each kind of evidence counts. */
export type Profile = Record<keyof Evidence, number>

/** People among themselves, or a person and their assistant: what is true of the chat decides. */
export function profileFor({ messages, botMessages }: { messages: number; botMessages: number }): Profile {
  return botMessages > messages * ASSISTANT_SHARE ? withAssistant : amongPeople
}

export function scoreOf(evidence: Evidence, profile: Profile): number {
  let score = 0
  for (const kind of kinds) score += evidence[kind] * profile[kind]
  return score
}

/** The share of lines that are ours from which a chat counts as one with an assistant. */
const ASSISTANT_SHARE = 0.2

// Fitted on long conversations whose answers are known, to the logarithm of the budget that is used up before an answer
// is shown (`npm run bench -- recall` measures that), each conversation left out once to see that the rest predicts it.
// Then rounded, and set by hand where the data is silent or an accident of how it was made: nobody dates or names
// anything in the one kind, nothing goes on in the other.

const amongPeople: Profile = {
  words: 3.4,
  rare: 3.3,
  near1: 2.3,
  near2: 3.8,
  near3: 0.56,
  pairs: 3.7,
  beginnings: 3,
  conversation: 1.2,
  conversationRare: 1.2,
  conversationBest: 1.3,
  conversationLive: 1,
  kin: 2.6,
  conversationKin: 1.8,
  speaker: 1.4,
  human: 0.5,
  asks: -0.79,
  answers: 7.9,
  opens: 2.6,
  dated: 3.4,
  nearDate: 2.5,
  times: 2.6,
  first: 2.6,
  last: 0.41,
  fresh: 0.3,
  live: -2,
  length: -0.62,
  meaning: 4,
  nearMeaning: 1.5,
}

const withAssistant: Profile = {
  words: 1.2,
  rare: 1.6,
  near1: 1.2,
  near2: 0.4,
  near3: 0.81,
  pairs: 0.28,
  beginnings: 0.5,
  conversation: 1.9,
  conversationRare: 0.82,
  conversationBest: 3,
  conversationLive: 1.6,
  kin: 0,
  conversationKin: 4.5,
  speaker: 0.5,
  human: 2.3,
  asks: 1.1,
  answers: 1.6,
  opens: 5,
  dated: 1.4,
  nearDate: 1,
  times: 1,
  first: 0.5,
  last: 1.8,
  fresh: 6,
  live: -3,
  length: -1.3,
  meaning: 4,
  nearMeaning: 0,
}

const kinds = Object.keys(amongPeople) as (keyof Evidence)[]
