import type { HistorySource } from '../history-source.ts'
import type { PastMessage } from '../past.ts'
import type { Question } from '../question.ts'
import type { Arrival } from './scene.ts'

/**
 * Background results that were delivered since the person last spoke, newest first. Counting from there is what shows
 * each of them once: on the next turn they are before the person's last message.
 */
export function previousTasks(
  source: HistorySource,
  { lane }: Question,
  { recent, bound, target, marks }: Arrival,
  count: number,
): PastMessage[] {
  if (count === 0) return []
  const spoke = recent.find(({ author }) => author === 'human')?.at
  const since = marks.clearedAt && (!spoke || marks.clearedAt > spoke) ? marks.clearedAt : spoke
  // One more than is wanted, because the one that is replied to stands in a block of its own.
  const results = source.background(lane, since, bound, count + 1)
  return results.filter(({ id }) => id !== target?.id).slice(0, count)
}
