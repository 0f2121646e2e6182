import type { Counted } from './conversation-evidence.ts'

/** Where a rare word first came up, and where it last did: the more telling the word, the nearer to 1. */
export interface Mentions {
  first: Map<number, number>
  last: Map<number, number>
}

/** The terms are the first of those that were counted. */
export function createMentions(counted: Counted[], rarest: { idf: number }[]): Mentions {
  const holding = counted.filter(({ asked }) => asked.length > 0)
  const mentions: Mentions = { first: new Map(), last: new Map() }
  const most = Math.max(Number.EPSILON, ...rarest.map(({ idf }) => idf))
  for (const [at, { idf }] of rarest.entries()) {
    const holders = holding.filter(({ asked }) => (asked[at] ?? 0) > 0)
    if (holders.length === 0) continue
    note(mentions.first, holders.reduce(earlier), idf / most)
    note(
      mentions.last,
      holders.reduce((a, b) => (earlier(a, b) === a ? b : a)),
      idf / most,
    )
  }
  return mentions
}

function earlier(a: Counted, b: Counted): Counted {
  const between = a.line.at.getTime() - b.line.at.getTime() || a.line.id - b.line.id
  return between <= 0 ? a : b
}

function note(kept: Map<number, number>, { line }: Counted, worth: number): void {
  kept.set(line.id, Math.max(kept.get(line.id) ?? 0, worth))
}
