import type { HistorySource } from '../history-source.ts'
import type { PastMessage } from '../past.ts'
import type { Question } from '../question.ts'
import type { Arrival } from './lane-past.ts'

/**
 * Background results that were delivered since the person last spoke, newest first. Counting from there is what shows
 * each of them once: on the next turn they are before the person's last message.
 */
export function previousTasks(
  source: HistorySource,
  { lane }: Question,
  arrival: Arrival,
  count: number,
): PastMessage[] {
  const { recent, bound, marks } = arrival
  if (count === 0 || pointsAtResult(arrival)) return []
  const spoke = recent.find(({ author }) => author === 'human')?.at
  const since = marks.clearedAt && (!spoke || marks.clearedAt > spoke) ? marks.clearedAt : spoke
  return source.background(lane, since, bound, count)
}

/** Whoever replies to one result says which one they mean: none of the others is about it. */
export function pointsAtResult({ target }: Pick<Arrival, 'target'>): boolean {
  return target !== undefined && target.origin !== 'chat'
}
