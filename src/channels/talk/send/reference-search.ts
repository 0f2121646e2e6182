import { expiryOf } from '../inbound.ts'
import { ok, type TalkAnswer } from '../wire/failure.ts'
import type { TalkClient } from '../wire/talk-client.ts'
import { isSameMessage } from './message-reference.ts'

/** Which of our messages are in a room, by their references. */
export interface FoundReferences {
  /** The server's id of each message that was found. */
  ids: ReadonlyMap<string, string>
  /** When the server deletes them. */
  expiry: { expiresAt?: Date }
  /** We read every page one of them could be on, so those not found do not exist. */
  isWhole: boolean
}

export interface ReferenceQuery {
  token: string
  /** All of them come after this message, if known. */
  after: number | undefined
  references: readonly string[]
}

const PAGE_MESSAGES = 200
/** Without a known earlier message we stop after this many pages, which is more than people write in a day. */
const MAX_PAGES = 25

/**
 * Reads the room backwards until all references are found or no more can come. Reading forwards might never end in a
 * busy room, where our own calls add messages too.
 */
export async function findReferences(
  client: Pick<TalkClient, 'me' | 'messages'>,
  { token, after, references }: ReferenceQuery,
  signal: AbortSignal,
): Promise<TalkAnswer<FoundReferences>> {
  const self = await client.me(signal)
  if (!self.ok) return self
  const ids = new Map<string, string>()
  let expiry: FoundReferences['expiry'] = {}
  let before = Number.POSITIVE_INFINITY
  for (let page = 0; ids.size < references.length; page++) {
    if (after === undefined && page >= MAX_PAGES) return ok({ ids, expiry, isWhole: false })
    const answer = await client.messages(token, { ...(page === 0 ? {} : { before }), limit: PAGE_MESSAGES }, signal)
    if (!answer.ok) return answer
    const { lines, lastGiven } = answer.value
    for (const { message } of lines) {
      if (message?.actorType !== 'users' || message.actorId !== self.value.id) continue
      const wanted = references.find((reference) => isSameMessage(reference, message.referenceId))
      if (wanted === undefined) continue
      ids.set(wanted, String(message.id))
      expiry = expiryOf(message)
    }
    // A short or empty page is not the end, because some messages are hidden from us. It ends when the position stops
    // moving.
    if (lastGiven === undefined || lastGiven >= before || lastGiven <= (after ?? 0)) break
    before = lastGiven
  }
  return ok({ ids, expiry, isWhole: true })
}
