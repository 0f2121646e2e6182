import type { Meaning, Readable } from '../../domain/recall.ts'
import type { RecallIndex, RecallLine } from './recall-index.ts'

/** From this similarity on a line counts as having the same meaning. */
export const ALIKE_FROM = 0.7

const MAX_NEAREST_LINES = 150
/** These come before the lines found by words, so that their neighbours are read too. */
const NEAREST_FIRST = 25

/** Adds the lines nearest in meaning to those found by words. */
export function joinNearest(
  index: RecallIndex,
  { chats, asOf, meaning }: { chats: Readable; asOf: Date; meaning: Meaning | undefined },
  found: number[],
): number[] {
  if (!meaning) return found
  const near = index.nearest(chats, meaning, { most: MAX_NEAREST_LINES, asOf })
  return [...new Set([...near.slice(0, NEAREST_FIRST), ...found, ...near])]
}

/**
 * 1 for the most similar line, 0 for the median. Every model has its own scale: two unrelated lines may have 0.1 with one
 * model and 0.7 with another, so only the distance from the median can be compared.
 */
export function findAlike(
  index: RecallIndex,
  meaning: Meaning | undefined,
  lines: RecallLine[],
): ReadonlyMap<number, number> {
  if (!meaning) return new Map()
  const alike = index.likeness(
    meaning,
    lines.map(({ id }) => id),
  )
  const sorted = [...alike.values()].toSorted((a, b) => a - b)
  const [usual = 0, most = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)]
  const range = Math.max(most - usual, Number.EPSILON)
  return new Map([...alike].map(([id, value]) => [id, Math.max(0, (value - usual) / range)]))
}
