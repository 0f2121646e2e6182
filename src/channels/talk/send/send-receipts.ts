import type { Receipt } from '../../../domain/delivery.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { isConversation } from '../receive/known-room.ts'
import { talkMessages } from '../talk-messages.ts'
import { reasonOf, receiptOf, type TalkFailure } from '../wire/failure.ts'
import type { TalkClient } from '../wire/talk-client.ts'

/** How often we retry while a lobby is closed or a room is locked. */
const CLOSED_ROOM_RETRY_MS = 60_000

/** Checks the room after a 403, because the server does not say that it is locked. */
export async function receiptInRoom(
  client: Pick<TalkClient, 'rooms'>,
  token: string,
  failure: TalkFailure,
  signal: AbortSignal,
): Promise<Receipt> {
  if (failure.kind !== 'refused' || failure.status !== 403) return receiptOfSend(failure)
  const answer = await client.rooms(undefined, signal)
  const room = answer.ok ? answer.value.rooms.find((listedRoom) => listedRoom.token === token) : undefined
  // A one-to-one whose other person is gone stays locked for good.
  const opensAgain = room?.readOnly && isConversation(room)
  return opensAgain
    ? { status: 'retry', reason: talkMessages.roomLocked, afterMs: CLOSED_ROOM_RETRY_MS, closed: true }
    : receiptOfSend(failure)
}

/** The receipt for a message whose sending failed. */
export function receiptOfSend(failure: TalkFailure): Receipt {
  if (failure.kind !== 'refused') return receiptOf(failure)
  if (failure.status === 412)
    return { status: 'retry', reason: reasons[412], afterMs: CLOSED_ROOM_RETRY_MS, closed: true }
  return { status: 'refused', reason: hasReason(failure.status) ? reasons[failure.status] : failure.reason }
}

/** The receipt if a check before sending failed, so the message was certainly not sent. */
export function receiptBeforeSend(failure: TalkFailure): Receipt {
  if (failure.kind === 'refused') return receiptOfSend(failure)
  const reason = reasonOf(failure)
  if (failure.kind === 'unsent' || failure.kind === 'unknown') return { status: 'retry', reason, away: true }
  return receiptOf(failure)
}

export function whyNoFile(failure: Extract<TalkFailure, { kind: 'refused' }>): AnyText {
  switch (failure.status) {
    case 507:
      return talkMessages.storageFull
    case 413:
      return talkMessages.fileTooLarge
    case 403:
      return talkMessages.noSharing
    default:
      return failure.reason
  }
}

const reasons = {
  403: talkMessages.noWriting,
  404: talkMessages.roomGone,
  412: talkMessages.lobbyClosed,
} as const

function hasReason(status: number): status is keyof typeof reasons {
  return status in reasons
}
