import type { Channel, CommandPrefix } from '../../channels/channel.ts'
import type { Receipt } from '../../domain/delivery.ts'
import { type ChannelName, channelOf, noticesChat } from '../../domain/ids.ts'
import { noteKey, partKey, undeliveredKey } from '../../domain/outbox-key.ts'
import { crashPoint } from '../../lib/crash-point.ts'
import { later, momentOf, msBetween } from '../../lib/time/clock.ts'
import { sleep } from '../../lib/time/sleep.ts'
import { createWake } from '../../lib/time/wake.ts'
import { chatElsewhere, chatOwner } from '../../store/messages/chats.ts'
import {
  type Head,
  hasDelivery,
  isUnasked,
  lanesToDeliver,
  markAbsent,
  markDrafted,
  markEnded,
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
  toDelivery,
} from '../../store/work/outbox.ts'
import { tellOfStrangers } from '../people/stranger-bounds.ts'
import type { Road } from '../road.ts'
import { backoffMs, bearable } from '../run/retries.ts'
import { giveNotice } from '../say/notice.ts'
import { noteToOwner } from '../say/owner-notices.ts'
import { prefixIn } from '../say/prefix.ts'
import { sentences } from '../say/sentences.ts'
import { speak } from '../say/speak.ts'
import { createPauses, LONGEST_AWAY_MS, type Pauses } from './pauses.ts'

export interface Deliver {
  /** Sends what is due until the signal aborts; then lets what is under way come to an end. */
  run(signal: AbortSignal): Promise<void>
  wake(): void
  /** Calls back whenever a delivery was tried, with whatever came of it written; returns the way to stop that. */
  onTried(listener: () => void): () => void
}

const LANES_AT_ONCE = 16
/** Of these; the others are kept for answers. */
const NOTICES_AT_ONCE = 4
const POLL_MS = 5000
/** How long a send under way may take when the daemon stops. */
const FLUSH_MS = 5000
/** Of a channel that is not set up any more. */
const RECONCILE_AFTER_MS = 30_000
const UNCONFIGURED_MS = 60_000
/** Whatever a platform asks for. */
const LONGEST_PAUSE_MS = 86_400_000
const DAY_MS = 86_400_000

export function createDeliver(road: Road): Deliver {
  const { db, clock, log } = road
  const wake = createWake()
  const sending = new Map<string, { channel: ChannelName; isNotice: 0 | 1; under: Promise<void> }>()
  const pauses = createPauses(clock)
  const listeners = new Set<() => void>()

  /** Starts what may go now; returns how long until more may. */
  function begin(signal: AbortSignal): number {
    const steady = clock.steady()
    let next = POLL_MS
    for (const head of lanesToDeliver(db)) {
      if (sending.size >= LANES_AT_ONCE) break
      if (sending.has(lineOf(head)) || head.state === 'sending' || pauses.isPaused(head.chat)) continue
      if (isFull(channelOf(head.chat))) continue
      const waitMs = Math.max(msBetween(steady, head.dueAt), probeInMs(channelOf(head.chat)))
      if (waitMs > 0) next = Math.min(next, waitMs)
      else if (head.isNotice === 0 || underWay(({ isNotice }) => isNotice === 1) < NOTICES_AT_ONCE) start(head, signal)
    }
    return Math.max(10, next)
  }

  function isFull(channel: ChannelName): boolean {
    const { sendsAtOnce = LANES_AT_ONCE } = road.channels.get(channel)?.manners ?? {}
    return underWay((one) => one.channel === channel) >= sendsAtOnce
  }

  /** While nobody answers on a channel, one send at a time asks whether somebody does again. */
  function probeInMs(channel: ChannelName): number {
    const waitMs = pauses.probeInMs(channel)
    if (waitMs === undefined) return 0
    return underWay((one) => one.channel === channel) > 0 ? POLL_MS : waitMs
  }

  function underWay(fits: (one: { channel: ChannelName; isNotice: 0 | 1 }) => boolean): number {
    return [...sending.values()].filter(fits).length
  }

  function start(head: Head, signal: AbortSignal): void {
    const under = deliverOne(road, readOutboxRow(db, head.id), pauses, signal)
      .catch(async (err: unknown) => {
        log.error({ err, delivery: head.id }, 'a delivery stumbled')
        await road.persist(() => release(head.id))
        // Holding the lane for a moment keeps a broken one from spinning.
        await sleep(1000, signal)
      })
      // Only a store that refuses even this: the next start finds the row `sending` and reconciles it.
      .catch((err: unknown) => log.error({ err, delivery: head.id }, 'a delivery could not be released'))
      .finally(() => {
        sending.delete(lineOf(head))
        wake.ring()
        for (const heard of listeners) heard()
      })
    sending.set(lineOf(head), { channel: channelOf(head.chat), isNotice: head.isNotice, under })
  }

  /** Whatever broke, bytes may have left: without this the row would stay `sending` and hold its lane until a restart. */
  function release(id: number): void {
    if (readOutboxRow(db, id).state !== 'sending') return
    markUnknown(db, id, later(clock.steady(), RECONCILE_AFTER_MS), 'sending it broke off')
  }

  return {
    wake: () => wake.ring(),
    onTried(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async run(signal) {
      while (!signal.aborted) {
        await wake.wait(attempt(signal), signal)
      }
      const late = new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref())
      await Promise.race([Promise.all([...sending.values()].map(({ under }) => under)), late])
    },
  }

  function attempt(signal: AbortSignal): number {
    try {
      const next = begin(signal)
      // What was gathered for the owner goes out when its time has come, whether or not anybody writes.
      if (tellOfStrangers(road, momentOf(clock))) wake.ring()
      return next
    } catch (err) {
      log.error({ err }, 'deliveries could not be read')
      return POLL_MS
    }
  }
}

/** Where a delivery stands in line: an answer behind the answers of its lane, never behind a notice. */
function lineOf({ lane, isNotice }: Head): string {
  return isNotice === 1 ? `notice:${lane}` : lane
}

async function deliverOne(road: Road, row: OutboxRow, pauses: Pauses, signal: AbortSignal): Promise<void> {
  const { db, clock } = road
  const channel = road.channels.get(row.channel)
  const steady = clock.steady()
  if (steady >= row.deadAt) return bury(road, row, row.error ?? 'it could not be delivered in time')
  if (!channel) return markRetry(db, row.id, later(steady, UNCONFIGURED_MS), `the channel ${row.channel} is not set up`)
  // The route was fixed at intake; a row that points anywhere else is a bug, and is refused rather than sent.
  if (channelOf(row.route.chat) !== channel.name) return bury(road, row, 'its route does not belong to its channel')
  if (row.state === 'unknown') return reconcile(road, channel, row, pauses, signal)

  crashPoint('deliver.before-sending')
  markSending(db, row.id, road.instance)
  crashPoint('deliver.after-sending')
  const receipt = await channel.send(toDelivery(db, { ...row, attempt: row.attempt + 1 }), signal).catch(asUnknown)
  crashPoint('deliver.after-send')
  await road.persist(() => settle(road, row, receipt, pauses))
  crashPoint('deliver.after-sent')
}

function asUnknown(error: unknown): Receipt {
  return { status: 'unknown', reason: error instanceof Error ? error.message : String(error) }
}

function settle(road: Road, row: OutboxRow, receipt: Receipt, pauses: Pauses): void {
  const { db } = road
  const { now, steady } = momentOf(road.clock)
  const after = (ms: number) => later(steady, ms)
  const own = backoffMs(row.attempt + 1)
  if (receipt.status === 'retry' && receipt.away) {
    outlive(road, row.channel, receipt.alone ? undefined : pauses)
    const soon = after(Math.min(own, LONGEST_AWAY_MS))
    return receipt.maybeArrived
      ? markGivenUp(db, row.id, after(reconcileAfter(road, row)), receipt.reason)
      : markRetry(db, row.id, soon, receipt.reason)
  }
  if (receipt.status !== 'unknown') pauses.answered(row.channel)
  switch (receipt.status) {
    case 'sent':
      return markSent(db, row.id, receipt.remoteId, now)
    case 'retry':
      return markRetry(db, row.id, after(bearable(receipt.afterMs ?? own, own, LONGEST_PAUSE_MS)), receipt.reason)
    case 'throttled': {
      const afterMs = bearable(receipt.afterMs, own, LONGEST_PAUSE_MS)
      // A notice that is too much for a chat says nothing about what is too much for the channel.
      if (!isUnasked(row)) pauses.throttled(row.route.chat, afterMs)
      return markRetry(db, row.id, after(afterMs), 'the platform asked for a pause')
    }
    case 'unknown':
      return markUnknown(db, row.id, after(reconcileAfter(road, row)), receipt.reason)
    case 'refused':
      return bury(road, row, receipt.reason)
    case 'drafted':
      return putAside(road, row, receipt, now)
  }
}

/** The owner is told on another channel where there is one: on this one it would be one more mail about a mail. */
function putAside(road: Road, row: OutboxRow, draft: Extract<Receipt, { status: 'drafted' }>, now: Date): void {
  const { where, to, remoteId } = draft
  road.db.transaction(() => {
    markDrafted(road.db, row.id, remoteId, where)
    const text = (prefix: CommandPrefix) => sentences.drafted(prefix, { id: row.id, to, where })
    noteToOwner(road, { key: noteKey('draft', row.key), text, ratherNot: row.channel }, now)
  })
}

function reconcileAfter(road: Road, { channel }: OutboxRow): number {
  return road.channels.get(channel)?.manners.reconcileAfterMs ?? RECONCILE_AFTER_MS
}

/** Nobody is there to take anything: nothing that goes there grows old meanwhile, whichever of it was tried. */
function outlive({ db, clock, channels }: Road, channel: ChannelName, pauses: Pauses | undefined): void {
  const steady = clock.steady()
  const { retryForMs = DAY_MS } = channels.get(channel)?.manners ?? {}
  pauses?.away(channel)
  outlast(db, channel, { if: later(steady, retryForMs / 2), until: later(steady, retryForMs) })
}

/**
 * Bytes left and no answer came: look whether it arrived. Where nobody can tell, it is sent once more, marked, as soon as
 * the other side answers again, and never a third time.
 */
async function reconcile(
  road: Road,
  channel: Channel,
  row: OutboxRow,
  pauses: Pauses,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = road
  const found = await channel.reconcile(toDelivery(db, row), signal)
  if (found.status === 'away') {
    outlive(road, row.channel, found.alone ? undefined : pauses)
    const waitMs = found.alone ? LONGEST_AWAY_MS : pauses.probeInMs(row.channel)
    return putOff(db, row.id, later(clock.steady(), waitMs ?? 0))
  }
  pauses.answered(row.channel)
  switch (found.status) {
    case 'sent':
      return markSent(db, row.id, found.remoteId, clock.now())
    case 'absent':
      return markAbsent(db, row.id)
    case 'unknown':
      if (row.resent !== 1) return markResend(db, row.id)
      return db.transaction(() => {
        markEnded(db, row.id, 'held', row.error ?? 'no sign of arrival')
        tell(road, row, {
          here: sentences.heldHere(prefixIn(road, row.route.chat)),
          elsewhere: sentences.held(row.route.chat),
        })
      })
  }
}

/** The end of a delivery that cannot be made. */
function bury(road: Road, row: OutboxRow, reason: string): void {
  road.db.transaction(() => {
    markEnded(road.db, row.id, 'dead', reason)
    const elsewhere = sentences.undelivered(row.route.chat, reason)
    tell(road, row, { here: sentences.undeliveredHere(prefixIn(road, row.route.chat), reason), elsewhere })
  })
}

/**
 * An answer that does not arrive is never held silently: they learn of it where they are, and on another channel if they
 * have one, because this one may be the trouble. Of several parts it is said once; of a notice nobody waits for, never.
 */
function tell(road: Road, row: OutboxRow, says: { here: string; elsewhere: string }): void {
  const { db, clock } = road
  const key = undeliveredKey(row.messageId)
  if (isUnasked(row) || hasDelivery(db, partKey(key, 0))) return
  const now = clock.now()
  const personId = chatOwner(db, row.route.chat)
  const other = personId === undefined ? undefined : chatElsewhere(db, personId, row.channel)
  giveNotice(road, { key, chat: other ?? noticesChat, text: says.elsewhere }, now)
  // Whoever a draft is for knows nothing of it yet.
  if (channelOf(row.route.chat) !== row.channel || row.approved) return
  speak(
    road,
    { key: undeliveredKey(row.messageId, 'here'), kind: 'notice', lane: row.lane, route: row.route, text: says.here },
    now,
  )
}
