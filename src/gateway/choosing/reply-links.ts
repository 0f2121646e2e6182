import type { HistorySource } from '../history-source.ts'
import type { PastMessage } from '../past.ts'

/** Finds the message that a line replies to, unless that is the line right before it, as in every mail. */
export function createReplyLinks(
  source: Pick<HistorySource, 'message'>,
  newestFirst: PastMessage[],
): (message: PastMessage) => PastMessage | undefined {
  const previousId = new Map(newestFirst.map(({ id }, index) => [id, newestFirst[index + 1]?.id]))
  const cache = new Map<number, PastMessage | undefined>()
  return ({ id, replyTo }) => {
    if (replyTo === undefined || previousId.get(id) === replyTo) return undefined
    if (!cache.has(replyTo)) cache.set(replyTo, source.message(replyTo))
    return cache.get(replyTo)
  }
}
