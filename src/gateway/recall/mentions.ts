import type { Counted } from './conversation-evidence.ts'

/** Where a rare word first came up, and where it last did: the more telling the word, the nearer to 1. */
export interface Mentions {
  first: Map<number, number>
  last: Map<number, number>
}

/** The terms are the first of those that were counted. */
export function createMentions(counted: Counted[], rarest: { idf: number }[]): Mentions {
  const inOrder = counted.toSorted((a, b) => a.line.at.getTime() - b.line.at.getTime() || a.line.id - b.line.id)
  const mentions: Mentions = { first: new Map(), last: new Map() }
  const most = Math.max(Number.EPSILON, ...rarest.map(({ idf }) => idf))
  for (const [at, { idf }] of rarest.entries()) {
    const holds = ({ asked }: Counted) => (asked[at] ?? 0) > 0
    note(mentions.first, inOrder.find(holds), idf / most)
    note(mentions.last, inOrder.findLast(holds), idf / most)
  }
  return mentions
}

function note(kept: Map<number, number>, where: Counted | undefined, worth: number): void {
  if (where) kept.set(where.line.id, Math.max(kept.get(where.line.id) ?? 0, worth))
}
