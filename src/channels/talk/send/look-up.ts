import type { TalkClient } from '../wire/client.ts'
import { type Answer, ok } from '../wire/failure.ts'

/** Which of our messages stand in a room, by their references. */
export interface Traces {
  /** The server's number of each that was found. */
  ids: ReadonlyMap<string, string>
  /** All was read that one of them could stand in: what was not found is not there. */
  isWhole: boolean
}

export interface Wanted {
  token: string
  /** A message that all of them came after; without one they are looked for from the end of the room. */
  after: number | undefined
  references: readonly string[]
}

const PAGE = 200
/** Back from the end of a room: so many messages since it was sent are more than anybody writes in a day. */
const MOST_PAGES_BACK = 25

/** Reads the room until it has seen all of them, or until there is no more to read. */
export async function lookUp(
  client: Pick<TalkClient, 'me' | 'messages'>,
  { token, after, references }: Wanted,
  signal: AbortSignal,
): Promise<Answer<Traces>> {
  const self = await client.me(signal)
  if (!self.ok) return self
  const wanted = new Set(references)
  const ids = new Map<string, string>()
  let place = after
  for (let page = 0; ids.size < wanted.size; page++) {
    if (after === undefined && page >= MOST_PAGES_BACK) return ok({ ids, isWhole: false })
    const from = place === undefined ? {} : after === undefined ? { before: place } : { after: place }
    const answer = await client.messages(token, { ...from, limit: PAGE }, signal)
    if (!answer.ok) return answer
    const { lines, lastGiven } = answer.value
    for (const { message } of lines) {
      if (!message || message.actorType !== 'users' || message.actorId !== self.value.id) continue
      // The first of two: whatever came later is the one too many.
      const { referenceId, id } = message
      const known = Number(ids.get(referenceId) ?? id)
      if (wanted.has(referenceId)) ids.set(referenceId, String(Math.min(known, id)))
    }
    // Fewer than asked for, even none, is not the end: some are not shown to us. Where it does not go on, it is.
    const goesOn =
      lastGiven !== undefined && (after === undefined ? lastGiven < (place ?? Infinity) : lastGiven > (place ?? 0))
    if (!goesOn) break
    place = lastGiven
  }
  return ok({ ids, isWhole: true })
}
