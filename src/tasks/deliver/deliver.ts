// The delivery loop: sends what stands in the outbox, each lane in its order.
//   1. `run` loops: `begin` starts what may go now, then sleeps until more is due or somebody calls `wake`.
//   2. `begin` looks at the first open row of every lane. It skips lanes with a send under way, chats that the platform
//      asked to pause, and channels that are full or unreachable (one send at a time then asks whether they are back).
//   3. `start` gives one row to deliver-one.ts, which marks it as sending, calls the channel, and writes what came of it:
//      sent, to be tried again, or unknown. What is unknown is looked up before it is sent again.
// Notices have a line of their own and only a few places, so that they never hold up an answer.
import { type ChannelName, channelOf } from '../../domain/ids.ts'
import { msBetween } from '../../lib/time/clock.ts'
import { createWake, sleep } from '../../lib/time/timers.ts'
import { type Head, lanesToDeliver, readOutboxRow } from '../../store/work/outbox.ts'
import type { TaskDeps } from '../task-deps.ts'
import { deliverOne, releaseDelivery } from './deliver-one.ts'
import { createPauses } from './pauses.ts'

export interface Deliver {
  /** Sends what is due until the signal aborts; then lets what is under way come to an end. */
  run(signal: AbortSignal): Promise<void>
  wake(): void
  /** Calls back whenever a delivery was tried, with whatever came of it written; returns the way to stop that. */
  onTried(listener: () => void): () => void
}

const MAX_LANES_AT_ONCE = 16
/** Of these; the others are kept for answers. */
const MAX_NOTICES_AT_ONCE = 4
const POLL_MS = 5000
/** How long a send under way may take when the daemon stops. */
const SHUTDOWN_GRACE_MS = 5000

/** Decides what may go now: each lane in its order, so many at once, and nothing where a pause is kept. */
export function createDeliver(road: TaskDeps): Deliver {
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
      if (sending.size >= MAX_LANES_AT_ONCE) break
      if (sending.has(lineOf(head)) || head.state === 'sending' || pauses.isPaused(head.chat)) continue
      if (isFull(channelOf(head.chat))) continue
      const waitMs = Math.max(msBetween(steady, head.dueAt), probeInMs(channelOf(head.chat)))
      if (waitMs > 0) next = Math.min(next, waitMs)
      else if (head.isNotice === 0 || underWay(({ isNotice }) => isNotice === 1) < MAX_NOTICES_AT_ONCE)
        start(head, signal)
    }
    return Math.max(10, next)
  }

  function isFull(channel: ChannelName): boolean {
    const { sendsAtOnce = MAX_LANES_AT_ONCE } = road.channels.get(channel)?.manners ?? {}
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
        await road.persist(() => releaseDelivery(road, head.id))
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
      const late = new Promise((resolve) => setTimeout(resolve, SHUTDOWN_GRACE_MS).unref())
      await Promise.race([Promise.all([...sending.values()].map(({ under }) => under)), late])
    },
  }

  function attempt(signal: AbortSignal): number {
    try {
      return begin(signal)
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
