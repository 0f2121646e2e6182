import { createHash } from 'node:crypto'
import type { Delivery } from '../../../domain/delivery.ts'
import { expiryOf } from '../inbound.ts'
import { ok, type TalkAnswer } from '../wire/failure.ts'
import type { TalkClient } from '../wire/talk-client.ts'

/** Identifies this daemon in references. */
export interface ReferenceWriter {
  /** Unique to this installation. */
  seed: string
  /** The id of this run of the daemon. */
  run: string
}

/**
 * The reference by which we find a message when we do not know its id: `skein:<task>:result:<run>:<mark>`, within the
 * 64 characters the server stores. The mark identifies one message of one delivery of one installation: a new store
 * starts its task numbers again, and messages of the old one are still in the room. The run lets us detect another
 * Skein on the same account; old versions wrote none.
 */
export function referenceOf({ key, task, kind }: Delivery, item: number, { seed, run }: ReferenceWriter): string {
  const mark = createHash('sha256').update(`${seed}\n${key}\n${item}`).digest('hex').slice(0, 24)
  return `skein:${task ?? 'none'}:${kind === 'reply' ? 'result' : kind}:${run}:${mark}`
}

/** Whether both name the same message, whichever run sent it. */
export function isSameMessage(reference: string, other: string): boolean {
  return reference.startsWith('skein:') && other.startsWith('skein:') && readMark(reference) === readMark(other)
}

/** The run that wrote the message; undefined if somebody else or an old version wrote it. */
export function runOfReference(reference: string): string | undefined {
  return /^skein:\w{1,20}:\w{1,20}:([0-9a-f]{8}):[0-9a-f]{24}$/.exec(reference)?.[1]
}

function readMark(reference: string): string {
  return reference.slice(reference.lastIndexOf(':') + 1)
}

/** Which of our messages are in a room, by their references. */
export interface FoundReferences {
  /** The server's id of each message that was found. */
  ids: ReadonlyMap<string, string>
  /** When the server deletes them. */
  expiry: { expiresAt?: Date }
  /** We read every page that could contain one of them, so the missing ones do not exist. */
  isWhole: boolean
}

interface ReferenceQuery {
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
      const matching = references.find((reference) => isSameMessage(reference, message.referenceId))
      if (matching === undefined) continue
      ids.set(matching, String(message.id))
      expiry = expiryOf(message)
    }
    // A short or empty page is not the end, because some messages are hidden from us. It ends when the position stops
    // moving.
    if (lastGiven === undefined || lastGiven >= before || lastGiven <= (after ?? 0)) break
    before = lastGiven
  }
  return ok({ ids, expiry, isWhole: true })
}
