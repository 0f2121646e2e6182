import type { HistorySource } from '../history-source.ts'
import type { PastMessage } from '../past.ts'
import type { Question } from '../question.ts'
import type { Arrival } from './lane-past.ts'

/**
 * Background results that were delivered since the person's last message, newest first. So each of them is shown once: on
 * the next turn it is older than the person's last message.
 */
export function previousTasks(
  source: HistorySource,
  { lane }: Question,
  arrival: Arrival,
  count: number,
): PastMessage[] {
  const { recent, bound, marks } = arrival
  if (count === 0 || pointsAtResult(arrival)) return []
  const lastHumanAt = recent.find(({ author }) => author === 'human')?.at
  const since = marks.clearedAt && (!lastHumanAt || marks.clearedAt > lastHumanAt) ? marks.clearedAt : lastHumanAt
  return source.background(lane, since, bound, count)
}

/** A reply to a result says which result is meant, so the others are not shown. */
export function pointsAtResult({ target }: Pick<Arrival, 'target'>): boolean {
  return target !== undefined && target.origin !== 'chat'
}
