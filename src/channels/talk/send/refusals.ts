import type { Receipt } from '../../../domain/delivery.ts'
import { isHeard } from '../receive/room-book.ts'
import type { TalkClient } from '../wire/client.ts'
import { describeFailure, type Failure, receiptOf } from '../wire/failure.ts'

/** A lobby opens again, and a locked room is unlocked; until then it is asked now and then. */
const CLOSED_MS = 60_000

/** The same, where the room itself may tell more: the server says nothing but "no" when it is locked. */
export async function receiptInRoom(
  client: Pick<TalkClient, 'rooms'>,
  token: string,
  failure: Failure,
  signal: AbortSignal,
): Promise<Receipt> {
  if (failure.kind !== 'refused' || failure.status !== 403) return receiptOfSend(failure)
  const listed = await client.rooms(undefined, signal)
  const room = listed.ok ? listed.value.rooms.find((one) => one.token === token) : undefined
  // What is left of a one-to-one after the other is gone is locked for good.
  const opensAgain = room?.readOnly && isHeard(room)
  return opensAgain
    ? { status: 'retry', reason: 'the room is locked (read-only)', afterMs: CLOSED_MS, closed: true }
    : receiptOfSend(failure)
}

/** What is known of a message that was sent and failed so. */
export function receiptOfSend(failure: Failure): Receipt {
  if (failure.kind !== 'refused') return receiptOf(failure)
  if (failure.status === 412) return { status: 'retry', reason: reasons[412], afterMs: CLOSED_MS, closed: true }
  return { status: 'refused', reason: isTold(failure.status) ? reasons[failure.status] : failure.reason }
}

/** What is known of a message for which only a look failed: it is not there. */
export function withoutSend(failure: Failure): Receipt {
  if (failure.kind === 'refused') return receiptOfSend(failure)
  const reason = describeFailure(failure)
  if (failure.kind === 'unsent' || failure.kind === 'unknown') return { status: 'retry', reason, away: true }
  return receiptOf(failure)
}

/** Why somebody gets no file, in a sentence. */
export function whyNoFile(failure: Extract<Failure, { kind: 'refused' }>): string {
  switch (failure.status) {
    case 507:
      return 'my storage on this Nextcloud is full; its administrator can raise the quota of my account'
    case 413:
      return 'it is larger than this Nextcloud takes'
    case 403:
      return 'I may not share files here'
    default:
      return failure.reason
  }
}

const reasons = {
  403: 'I may not write in this room',
  404: 'the room is gone, or I am not in it any more',
  412: 'the lobby of the room is closed',
} as const

function isTold(status: number): status is keyof typeof reasons {
  return status in reasons
}
