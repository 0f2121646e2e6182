import type { Channel, CommandPrefix } from '../../channels/channel.ts'
import type { Receipt } from '../../domain/delivery.ts'
import { type ChannelName, channelOf } from '../../domain/ids.ts'
import { noticeKey } from '../../domain/outbox-key.ts'
import { crashPoint } from '../../lib/crash-point.ts'
import { runNamed } from '../../lib/named-work.ts'
import { later, momentOf } from '../../lib/time/clock.ts'
import { backoffMs } from '../../lib/time/timers.ts'
import { deliveryMessages } from '../../messages/delivery-messages.ts'
import { joinTexts } from '../../messages/localized.ts'
import { noteExpiry } from '../../store/messages/deletions.ts'
import {
  isUnasked,
  markAbsent,
  markDrafted,
  markGivenUp,
  markResend,
  markRetry,
  markSending,
  markSent,
  markUnknown,
  type OutboxRow,
  outlast,
  putOff,
  readOutboxRow,
  replaceDrafts,
  toDelivery,
} from '../../store/work/outbox.ts'
import { boundedWait } from '../run/retries.ts'
import { DRAFT_MAX_CHARS, describeDraft } from '../say/draft-description.ts'
import { sendOwnerNotice } from '../say/notices.ts'
import type { TaskDeps } from '../task-deps.ts'
import { type DeliveryPauses, MAX_OUTAGE_PAUSE_MS } from './pauses.ts'
import { giveUpDelivery, holdDelivery, tellWaiting } from './undelivered.ts'

const RECONCILE_AFTER_MS = 30_000
/** How long a delivery waits if its channel is not set up any more. */
const UNCONFIGURED_RETRY_MS = 60_000
/** The longest pause that a platform may ask for. */
const MAX_PAUSE_MS = 86_400_000
const DAY_MS = 86_400_000

/** Makes one attempt and stores its result in the outbox row. */
export async function deliverOne(
  deps: TaskDeps,
  row: OutboxRow,
  pauses: DeliveryPauses,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = deps
  const channel = deps.channels.get(row.channel)
  const steady = clock.steady()
  if (steady >= row.deadAt) return giveUpDelivery(deps, row, row.error ?? deliveryMessages.tooLate)
  if (!channel)
    return markRetry(db, row.id, later(steady, UNCONFIGURED_RETRY_MS), deliveryMessages.channelMissing(row.channel))
  // The route was fixed at intake; a row that points anywhere else is a bug, and is refused rather than sent.
  if (channelOf(row.route.chat) !== channel.name) return giveUpDelivery(deps, row, deliveryMessages.wrongChannel)
  if (row.state === 'unknown') return reconcile(deps, channel, row, pauses, signal)

  crashPoint('deliver.before-sending')
  markSending(db, row.id, deps.instance)
  crashPoint('deliver.after-sending')
  const receipt = await runNamed(`delivery ${row.id} to ${row.channel}`, () =>
    channel.send(toDelivery(db, { ...row, attempt: row.attempt + 1 }), signal).catch(asUnknown),
  )
  crashPoint('deliver.after-send')
  await deps.persist(() => settle(deps, row, receipt, pauses))
  crashPoint('deliver.after-sent')
}

/** After a crash of an attempt the row is unknown, because bytes may have left. It must not block its lane as `sending`. */
export function releaseDelivery({ db, clock }: TaskDeps, id: number): void {
  if (readOutboxRow(db, id).state !== 'sending') return
  markUnknown(db, id, later(clock.steady(), RECONCILE_AFTER_MS), deliveryMessages.brokeOff)
}

function asUnknown(error: unknown): Receipt {
  return { status: 'unknown', reason: error instanceof Error ? error.message : String(error) }
}

function settle(deps: TaskDeps, row: OutboxRow, receipt: Receipt, pauses: DeliveryPauses): void {
  const { db } = deps
  const { now, steady } = momentOf(deps.clock)
  const after = (ms: number) => later(steady, ms)
  const backoff = backoffMs(row.attempt + 1, { maxSeconds: 300 })
  if (receipt.status === 'retry' && receipt.away) {
    postponeExpiry(deps, row.channel, receipt.alone ? undefined : pauses)
    const soon = after(Math.min(backoff, MAX_OUTAGE_PAUSE_MS))
    return receipt.maybeArrived
      ? markGivenUp(db, row.id, after(reconcileAfter(deps, row)), receipt.reason)
      : markRetry(db, row.id, soon, receipt.reason)
  }
  if (receipt.status !== 'unknown') pauses.answered(row.channel)
  switch (receipt.status) {
    case 'sent':
      return noteSent(deps, row, receipt, now)
    case 'retry':
      if (receipt.closed) tellWaiting(deps, row, receipt.reason)
      return markRetry(
        db,
        row.id,
        after(boundedWait(receipt.afterMs ?? backoff, backoff, MAX_PAUSE_MS)),
        receipt.reason,
      )
    case 'throttled': {
      const afterMs = boundedWait(receipt.afterMs, backoff, MAX_PAUSE_MS)
      // A throttled notice says nothing about the limits for answers, so it pauses nothing.
      if (!isUnasked(row)) pauses.throttled(row.route.chat, afterMs)
      return markRetry(db, row.id, after(afterMs), deliveryMessages.paused)
    }
    case 'unknown':
      return markUnknown(db, row.id, after(reconcileAfter(deps, row)), receipt.reason)
    case 'refused':
      return giveUpDelivery(deps, row, receipt.reason)
    case 'drafted':
      return noteDraft(deps, row, receipt, now)
  }
}

function noteSent({ db }: TaskDeps, row: OutboxRow, { remoteId, expiresAt }: Arrived, now: Date): void {
  db.transaction(() => {
    markSent(db, row.id, remoteId, now)
    if (expiresAt) noteExpiry(db, row.messageId, expiresAt)
  })
}

type Arrived = Extract<Receipt, { status: 'sent' }>

/** Tells the owner about a draft, on another channel if possible: here it would be one more mail about a mail. */
function noteDraft(deps: TaskDeps, row: OutboxRow, draft: Extract<Receipt, { status: 'drafted' }>, now: Date): void {
  const { where, to, remoteId } = draft
  deps.db.transaction(() => {
    markDrafted(deps.db, row.id, remoteId, `${where}, to ${to}`)
    replaceDrafts(deps.db, row)
    const description = describeDraft(deps.db, row, DRAFT_MAX_CHARS)
    const text = (prefix: CommandPrefix) => {
      const send = `${prefix}send ${row.id}`
      const change = joinTexts([send, deliveryMessages.shorter], ' ')
      return deliveryMessages.drafted({ to, where, shown: description }, { send, change })
    }
    const buttons = [{ label: deliveryMessages.sendButton, data: `send ${row.id}` }]
    const note = { key: noticeKey('draft', row.key), text, buttons, trust: 'untrusted' } as const
    sendOwnerNotice(deps, { ...note, avoidChannel: row.channel }, now)
  })
}

function reconcileAfter(deps: TaskDeps, { channel }: OutboxRow): number {
  return deps.channels.get(channel)?.manners.reconcileAfterMs ?? RECONCILE_AFTER_MS
}

/** While the server is unreachable, pending deliveries to it do not expire. */
function postponeExpiry(
  { db, clock, channels }: TaskDeps,
  channel: ChannelName,
  pauses: DeliveryPauses | undefined,
): void {
  const steady = clock.steady()
  const { retryForMs = DAY_MS } = channels.get(channel)?.manners ?? {}
  pauses?.away(channel)
  outlast(db, channel, { if: later(steady, retryForMs / 2), until: later(steady, retryForMs) })
}

/**
 * Bytes left but no answer came, so check whether the message arrived. If the channel cannot tell, it is sent once more,
 * marked as a repetition, when the server answers again. It is never sent a third time.
 */
async function reconcile(
  deps: TaskDeps,
  channel: Channel,
  row: OutboxRow,
  pauses: DeliveryPauses,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = deps
  const result = await channel.reconcile(toDelivery(db, row), signal)
  if (result.status === 'away') {
    postponeExpiry(deps, row.channel, result.alone ? undefined : pauses)
    const waitMs = result.alone ? MAX_OUTAGE_PAUSE_MS : pauses.probeInMs(row.channel)
    return putOff(db, row.id, later(clock.steady(), waitMs ?? 0))
  }
  pauses.answered(row.channel)
  switch (result.status) {
    case 'sent':
      return noteSent(deps, row, result, clock.now())
    case 'absent':
      return markAbsent(db, row.id)
    case 'unknown':
      if (row.resent !== 1) return markResend(db, row.id)
      return holdDelivery(deps, row)
  }
}
