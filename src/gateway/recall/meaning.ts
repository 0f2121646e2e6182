import type { Meaning } from '../../domain/meaning.ts'
import type { Readable } from '../../domain/readable.ts'
import type { RecallIndex, RecallLine } from './recall-index.ts'

/** From here on a line speaks of the same, as far as a model can say. */
export const ALIKE_FROM = 0.7

const NEAREST_LINES = 150
/** These come before what the words found, so that what was said around them is looked at too. */
const NEAREST_FIRST = 25

/** What the words found and what means the nearest. */
export function joinNearest(
  index: RecallIndex,
  { chats, asOf, meaning }: { chats: Readable; asOf: Date; meaning: Meaning | undefined },
  found: number[],
): number[] {
  if (!meaning) return found
  const near = index.nearest(chats, meaning, { most: NEAREST_LINES, asOf })
  return [...new Set([...near.slice(0, NEAREST_FIRST), ...found, ...near])]
}

/**
 * 1 for the most alike, 0 for what is as alike as most lines are. Every model has a scale of its own: with one two lines
 * that have nothing in common are at 0.1, with another at 0.7; only how far a line stands out can be compared.
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
