import type { Evidence, Weighed } from './evidence.ts'

/** What each of these lines is worth, in the order they are given in. */
export type Rank = (found: Weighed[], circumstances: Circumstances) => number[]

/** What is true of the chat and of the message: how much each kind of evidence says depends on it. */
export interface Circumstances {
  /** The share of lines that are an assistant's. */
  assistant: number
  /** The share of the message that asks nothing. */
  tells: number
  /** A conversation is going on. */
  goesOn: boolean
}

export type Evidences = Record<keyof Evidence, number>

/** How much each kind of evidence counts: always, and how much more or less with what is true of the chat. */
export interface Weights {
  always: Evidences
  /** With an assistant, who writes every second line. */
  assistant: Partial<Evidences>
  /** Where the message tells instead of asking. */
  tells: Partial<Evidences>
  goesOn: Partial<Evidences>
}

/** On a slide, not by a threshold: a chat that is a little more of one kind is ranked a little differently. */
export function rankBy(weights: Weights): Rank {
  return (found, circumstances) => {
    const counting = Object.entries(countingIn(weights, circumstances)) as [keyof Evidence, number][]
    return found.map(({ evidence }) => {
      let score = 0
      for (const [kind, weight] of counting) score += evidence[kind] * weight
      return score
    })
  }
}

function countingIn({ always, ...slides }: Weights, circumstances: Circumstances): Evidences {
  const counting = { ...always }
  const degrees = degreesOf(circumstances)
  for (const circumstance of ['assistant', 'tells', 'goesOn'] as const) {
    for (const [kind, weight] of Object.entries(slides[circumstance])) {
      counting[kind as keyof Evidence] += weight * degrees[circumstance]
    }
  }
  return counting
}

/** Each from 0 to 1. */
export function degreesOf({ assistant, tells, goesOn }: Circumstances): Record<keyof Circumstances, number> {
  return { assistant: Math.min(1, 2 * assistant), tells, goesOn: goesOn ? 1 : 0 }
}
