import type { Channel } from '../channels/channel.ts'
import type { Receipt } from '../domain/delivery.ts'
import { type ChatId, channelOf, makeChatId } from '../domain/ids.ts'
import { later, momentOf, msBetween } from '../lib/clock.ts'
import { crashPoint } from '../lib/crash-point.ts'
import { sleep } from '../lib/sleep.ts'
import { createWake } from '../lib/wake.ts'
import { chatElsewhere, chatOwner } from '../store/chats.ts'
import {
  type Head,
  lanesToDeliver,
  markAbsent,
  markEnded,
  markResend,
  markRetry,
  markSending,
  markSent,
  markUnknown,
  type OutboxRow,
  readOutboxRow,
  toDelivery,
} from '../store/outbox.ts'
import { tellOfStrangers } from './door.ts'
import { giveNotice } from './house-notice.ts'
import { sentences } from './notices.ts'
import { createPauses } from './pauses.ts'
import { backoffMs, bearable } from './retries.ts'
import type { Road } from './road.ts'

export interface Deliver {
  /** Sends what is due until the signal aborts; then lets what is under way come to an end. */
  run(signal: AbortSignal): Promise<void>
  wake(): void
}

const AT_ONCE = 16
const POLL_MS = 5000
/** How long a send under way may take when the daemon stops. */
const FLUSH_MS = 5000
/** Time for a message to show up on the other side before we look for it. */
const RECONCILE_AFTER_MS = 30_000
const UNCONFIGURED_MS = 60_000
/** Whatever a platform asks for. */
const LONGEST_PAUSE_MS = 86_400_000

export function createDeliver(road: Road): Deliver {
  const { db, clock, log } = road
  const wake = createWake()
  const sending = new Map<string, Promise<void>>()
  const pauses = createPauses(clock)

  /** Starts what may go now; returns how long until more may. */
  function begin(signal: AbortSignal): number {
    const steady = clock.steady()
    let next = POLL_MS
    for (const head of lanesToDeliver(db)) {
      if (sending.size >= AT_ONCE) break
      if (sending.has(head.lane) || head.state === 'sending' || pauses.isPaused(head.chat)) continue
      if (head.dueAt > steady) next = Math.min(next, msBetween(steady, head.dueAt))
      else start(head, signal)
    }
    return Math.max(10, next)
  }

  function start(head: Head, signal: AbortSignal): void {
    const under = deliverOne(road, readOutboxRow(db, head.id), pauses.throttled, signal)
      .catch(async (err: unknown) => {
        log.error({ err, delivery: head.id }, 'a delivery stumbled')
        await road.persist(() => release(head.id))
        // Holding the lane for a moment keeps a broken one from spinning.
        await sleep(1000, signal)
      })
      // Only a store that refuses even this: the next start finds the row `sending` and reconciles it.
      .catch((err: unknown) => log.error({ err, delivery: head.id }, 'a delivery could not be released'))
      .finally(() => {
        sending.delete(head.lane)
        wake.ring()
      })
    sending.set(head.lane, under)
  }

  /** Whatever broke, bytes may have left: without this the row would stay `sending` and hold its lane until a restart. */
  function release(id: number): void {
    if (readOutboxRow(db, id).state !== 'sending') return
    markUnknown(db, id, later(clock.steady(), RECONCILE_AFTER_MS), 'sending it broke off')
  }

  return {
    wake: () => wake.ring(),
    async run(signal) {
      while (!signal.aborted) {
        await wake.wait(attempt(signal), signal)
      }
      const late = new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref())
      await Promise.race([Promise.all(sending.values()), late])
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

type Throttled = (chat: ChatId, afterMs: number) => void

async function deliverOne(road: Road, row: OutboxRow, throttled: Throttled, signal: AbortSignal): Promise<void> {
  const { db, clock } = road
  const channel = road.channels.get(row.channel)
  const steady = clock.steady()
  if (steady >= row.deadAt) return bury(road, row, row.error ?? 'it could not be delivered in time')
  if (!channel) return markRetry(db, row.id, later(steady, UNCONFIGURED_MS), `the channel ${row.channel} is not set up`)
  // The route was fixed at intake; a row that points anywhere else is a bug, and is refused rather than sent.
  if (channelOf(row.route.chat) !== channel.name) return bury(road, row, 'its route does not belong to its channel')
  if (row.state === 'unknown') return reconcile(road, channel, row, signal)

  crashPoint('deliver.before-sending')
  markSending(db, row.id, road.epoch)
  crashPoint('deliver.after-sending')
  const receipt = await channel.send(toDelivery(db, { ...row, attempt: row.attempt + 1 }), signal).catch(asUnknown)
  crashPoint('deliver.after-send')
  await road.persist(() => settle(road, row, receipt, throttled))
  crashPoint('deliver.after-sent')
}

function asUnknown(error: unknown): Receipt {
  return { status: 'unknown', reason: error instanceof Error ? error.message : String(error) }
}

function settle(road: Road, row: OutboxRow, receipt: Receipt, throttled: Throttled): void {
  const { db } = road
  const { now, steady } = momentOf(road.clock)
  const after = (ms: number) => later(steady, ms)
  const own = backoffMs(row.attempt + 1)
  switch (receipt.status) {
    case 'sent':
      return markSent(db, row.id, receipt.remoteId, now)
    case 'retry':
      return markRetry(db, row.id, after(bearable(receipt.afterMs ?? own, own, LONGEST_PAUSE_MS)), receipt.reason)
    case 'throttled': {
      const afterMs = bearable(receipt.afterMs, own, LONGEST_PAUSE_MS)
      throttled(row.route.chat, afterMs)
      return markRetry(db, row.id, after(afterMs), 'the platform asked for a pause')
    }
    case 'unknown':
      return markUnknown(db, row.id, after(RECONCILE_AFTER_MS), receipt.reason)
    case 'refused':
      return bury(road, row, receipt.reason)
  }
}

/** Bytes left and no answer came: look whether it arrived; where nobody can tell, send once more, marked, and never a third time. */
async function reconcile(road: Road, channel: Channel, row: OutboxRow, signal: AbortSignal): Promise<void> {
  const { db, clock } = road
  const found = await channel.reconcile(toDelivery(db, row), signal)
  switch (found) {
    case 'sent':
      return markSent(db, row.id, row.remoteId, clock.now())
    case 'absent':
      return markAbsent(db, row.id)
    case 'unknown':
      if (row.resent === 0) return markResend(db, row.id)
      return db.transaction(() => {
        markEnded(db, row.id, 'held', row.error ?? 'no sign of arrival')
        tellElsewhere(road, row, sentences.held(row.route.chat))
      })
  }
}

/** The end of a delivery that cannot be made. The person learns of it somewhere else. */
function bury(road: Road, row: OutboxRow, reason: string): void {
  road.db.transaction(() => {
    markEnded(road.db, row.id, 'dead', reason)
    if (row.kind !== 'notice') tellElsewhere(road, row, sentences.undelivered(row.route.chat, reason))
  })
}

function tellElsewhere(road: Road, row: OutboxRow, text: string): void {
  const personId = chatOwner(road.db, row.route.chat)
  const other = personId === undefined ? undefined : chatElsewhere(road.db, personId, row.channel)
  const chat = other ?? makeChatId('web', 'notices')
  giveNotice(road, { key: `undelivered:${row.id}`, chat, personId, text }, road.clock.now())
}
