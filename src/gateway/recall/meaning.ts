import type { Meaning, Readable } from '../../domain/recall.ts'
import type { RecallIndex, RecallLine } from './recall-index.ts'

/** From this similarity on a line counts as having the same meaning. */
export const MIN_SAME_MEANING = 0.7

const MAX_NEAREST_LINES = 150
/** These come before the lines found by words, so that their neighbours are read too. */
const MAX_NEAREST_AHEAD = 25

/** Adds the lines nearest in meaning to those found by words. */
export function addNearest(
  index: RecallIndex,
  { chats, asOf, meaning }: { chats: Readable; asOf: Date; meaning: Meaning | undefined },
  foundIds: number[],
): number[] {
  if (!meaning) return foundIds
  const nearestIds = index.nearest(chats, meaning, { most: MAX_NEAREST_LINES, asOf })
  return [...new Set([...nearestIds.slice(0, MAX_NEAREST_AHEAD), ...foundIds, ...nearestIds])]
}

/**
 * 1 for the most similar line, 0 for the median. Every model has its own scale: two unrelated lines may have 0.1 with one
 * model and 0.7 with another, so only the distance from the median can be compared.
 */
export function similarityByLine(
  index: RecallIndex,
  meaning: Meaning | undefined,
  lines: RecallLine[],
): ReadonlyMap<number, number> {
  if (!meaning) return new Map()
  const similarities = index.likeness(
    meaning,
    lines.map(({ id }) => id),
  )
  const sorted = [...similarities.values()].toSorted((a, b) => a - b)
  const [median = 0, max = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)]
  const range = Math.max(max - median, Number.EPSILON)
  return new Map([...similarities].map(([id, value]) => [id, Math.max(0, (value - median) / range)]))
}
