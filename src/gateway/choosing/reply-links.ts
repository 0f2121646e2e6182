import type { HistorySource } from '../history-source.ts'
import type { PastMessage } from '../past.ts'

/** Finds the message that a line replies to, unless that is the line right before it, as in every mail. */
export function createReplyLinks(
  source: Pick<HistorySource, 'message'>,
  newestFirst: PastMessage[],
): (message: PastMessage) => PastMessage | undefined {
  const before = new Map(newestFirst.map(({ id }, place) => [id, newestFirst[place + 1]?.id]))
  const known = new Map<number, PastMessage | undefined>()
  return ({ id, replyTo }) => {
    if (replyTo === undefined || before.get(id) === replyTo) return undefined
    if (!known.has(replyTo)) known.set(replyTo, source.message(replyTo))
    return known.get(replyTo)
  }
}
