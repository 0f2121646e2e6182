import type { HistorySource } from '../history-source.ts'
import type { PastMessage } from '../past.ts'

/**
 * Finds the message that a line replies to, unless that is the line right before it, as in every mail. A message that was
 * edited after the reply is not named either, because the reply answers its earlier text.
 */
export function createReplyLinks(
  source: Pick<HistorySource, 'message'>,
  newestFirst: PastMessage[],
): (message: PastMessage) => PastMessage | undefined {
  const previousId = new Map(newestFirst.map(({ id }, index) => [id, newestFirst[index + 1]?.id]))
  const cache = new Map<number, PastMessage | undefined>()
  return ({ id, at, replyTo }) => {
    if (replyTo === undefined || previousId.get(id) === replyTo) return undefined
    if (!cache.has(replyTo)) cache.set(replyTo, source.message(replyTo))
    const target = cache.get(replyTo)
    return target && target.at <= at ? target : undefined
  }
}
