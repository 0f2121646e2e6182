import type { Receipt } from '../../../domain/delivery.ts'
import { describeFailure, type Failure, receiptOf } from '../wire/failure.ts'

/** A closed lobby opens again; until then it is asked now and then. */
const LOBBY_MS = 60_000

/** What is known of a message that was sent and failed so. */
export function receiptOfSend(failure: Failure): Receipt {
  if (failure.kind !== 'refused') return receiptOf(failure)
  if (failure.status === 412) return { status: 'retry', reason: reasons[412], afterMs: LOBBY_MS }
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
  403: 'the room is locked, or I may not write in it',
  404: 'the room is gone, or I am not in it any more',
  412: 'the lobby of the room is closed',
} as const

function isTold(status: number): status is keyof typeof reasons {
  return status in reasons
}
