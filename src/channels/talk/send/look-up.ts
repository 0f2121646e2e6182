import { expiryOf } from '../inbound.ts'
import type { TalkClient } from '../wire/client.ts'
import { type Answer, ok } from '../wire/failure.ts'
import { isSameMessage } from './reference.ts'

/** Which of our messages stand in a room, by their references. */
export interface Traces {
  /** The server's number of each that was found. */
  ids: ReadonlyMap<string, string>
  /** When the server takes them away by itself. */
  expiry: { expiresAt?: Date }
  /** All was read that one of them could stand in: what was not found is not there. */
  isWhole: boolean
}

export interface Wanted {
  token: string
  /** A message that all of them came after, where there is one. */
  after: number | undefined
  references: readonly string[]
}

const PAGE = 200
/** Without such a message: so many since it was sent are more than anybody writes in a day. */
const MOST_PAGES = 25

/**
 * Reads the room back from its end, until it has seen all of them or could see none any more. Not onwards: in a room where
 * people go on talking, and where every look of ours is a line too, that would never come to an end.
 */
export async function lookUp(
  client: Pick<TalkClient, 'me' | 'messages'>,
  { token, after, references }: Wanted,
  signal: AbortSignal,
): Promise<Answer<Traces>> {
  const self = await client.me(signal)
  if (!self.ok) return self
  const ids = new Map<string, string>()
  let expiry: Traces['expiry'] = {}
  let before = Number.POSITIVE_INFINITY
  for (let page = 0; ids.size < references.length; page++) {
    if (after === undefined && page >= MOST_PAGES) return ok({ ids, expiry, isWhole: false })
    const answer = await client.messages(token, { ...(page === 0 ? {} : { before }), limit: PAGE }, signal)
    if (!answer.ok) return answer
    const { lines, lastGiven } = answer.value
    for (const { message } of lines) {
      if (message?.actorType !== 'users' || message.actorId !== self.value.id) continue
      const wanted = references.find((reference) => isSameMessage(reference, message.referenceId))
      if (wanted === undefined) continue
      ids.set(wanted, String(message.id))
      expiry = expiryOf(message)
    }
    // Fewer than asked for, even none, is not the end: some are not shown to us. Where it does not go on, it is.
    if (lastGiven === undefined || lastGiven >= before || lastGiven <= (after ?? 0)) break
    before = lastGiven
  }
  return ok({ ids, expiry, isWhole: true })
}
