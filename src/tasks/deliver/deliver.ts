// The delivery loop: sends the rows of the outbox, each lane in its order.
//   1. `run` loops: `begin` starts what may be sent now, then sleeps until more is due or somebody calls `wake`.
//   2. `begin` looks at the first open row of every lane. It skips lanes with a send in progress, chats that the platform
//      asked to pause, and channels that are full or unreachable (then one send at a time tests whether they are back).
//   3. `start` gives one row to deliver-one.ts, which marks it as sending, calls the channel, and stores the result: sent,
//      retry or unknown. An unknown delivery is looked up before it is sent again.
// Notices have a queue of their own and only a few slots, so that they never delay an answer.
import { type ChannelName, channelOf } from '../../domain/ids.ts'
import { msBetween } from '../../lib/time/clock.ts'
import { createWaker, sleep } from '../../lib/time/timers.ts'
import { type Head, lanesToDeliver, readOutboxRow } from '../../store/work/outbox.ts'
import type { TaskDeps } from '../task-deps.ts'
import { deliverOne, releaseDelivery } from './deliver-one.ts'
import { createPauses } from './pauses.ts'

export interface Deliver {
  /** Sends what is due until the signal aborts, then waits for sends in progress. */
  run(signal: AbortSignal): Promise<void>
  wake(): void
  /** When it last looked for deliveries, or since when an attempt is overdue. For the watchdog. */
  lastPass(): number
  /** Calls the listener after each attempt, when its result is stored. Returns a function that unsubscribes. */
  onTried(listener: () => void): () => void
}

const MAX_LANES_AT_ONCE = 16
/** At most this many of them are notices; the others are reserved for answers. */
const MAX_NOTICES_AT_ONCE = 4
const POLL_MS = 5000
const MIN_POLL_MS = 10
const CRASH_PAUSE_MS = 1000
/** Every request of a channel ends much sooner, also for the largest file. */
const MAX_ATTEMPT_MS = 3_600_000
/** How long sends in progress may take when the daemon stops. */
const SHUTDOWN_GRACE_MS = 5000

/** Decides what may be sent now: each lane in order, a limited number at once, and nothing during a pause. */
export function createDeliver(deps: TaskDeps): Deliver {
  const { db, clock, log } = deps
  const waker = createWaker()
  const sending = new Map<string, { channel: ChannelName; isNotice: 0 | 1; began: number; done: Promise<void> }>()
  const pauses = createPauses(clock)
  const listeners = new Set<() => void>()
  let passedAt = clock.mono()

  /** Starts what may be sent now. Returns how long to wait for the next delivery. */
  function begin(signal: AbortSignal): number {
    const steady = clock.steady()
    let next = POLL_MS
    for (const head of lanesToDeliver(db)) {
      if (sending.size >= MAX_LANES_AT_ONCE) break
      if (sending.has(queueOf(head)) || head.state === 'sending' || pauses.isPaused(head.chat)) continue
      if (isFull(channelOf(head.chat))) continue
      const waitMs = Math.max(msBetween(steady, head.dueAt), probeInMs(channelOf(head.chat)))
      if (waitMs > 0) next = Math.min(next, waitMs)
      else if (head.isNotice === 0 || countSending(({ isNotice }) => isNotice === 1) < MAX_NOTICES_AT_ONCE)
        start(head, signal)
    }
    return Math.max(MIN_POLL_MS, next)
  }

  function isFull(channel: ChannelName): boolean {
    const { sendsAtOnce = MAX_LANES_AT_ONCE } = deps.channels.get(channel)?.manners ?? {}
    return countSending((send) => send.channel === channel) >= sendsAtOnce
  }

  /** While a channel is unreachable, one send at a time tests whether it is back. */
  function probeInMs(channel: ChannelName): number {
    const waitMs = pauses.probeInMs(channel)
    if (waitMs === undefined) return 0
    return countSending((send) => send.channel === channel) > 0 ? POLL_MS : waitMs
  }

  function countSending(fits: (send: { channel: ChannelName; isNotice: 0 | 1 }) => boolean): number {
    return [...sending.values()].filter(fits).length
  }

  function start(head: Head, signal: AbortSignal): void {
    const done = deliverOne(deps, readOutboxRow(db, head.id), pauses, signal)
      .catch(async (err: unknown) => {
        log.error({ err, delivery: head.id }, 'a delivery failed unexpectedly')
        await deps.persist(() => releaseDelivery(deps, head.id))
        // A short pause keeps a broken lane from spinning.
        await sleep(CRASH_PAUSE_MS, signal)
      })
      // Reached only if the store refuses the write: the next start finds the row `sending` and reconciles it.
      .catch((err: unknown) => log.error({ err, delivery: head.id }, 'a delivery could not be released'))
      .finally(() => {
        sending.delete(queueOf(head))
        waker.wake()
        for (const listener of listeners) listener()
      })
    sending.set(queueOf(head), { channel: channelOf(head.chat), isNotice: head.isNotice, began: clock.mono(), done })
  }

  return {
    wake: () => waker.wake(),
    lastPass: () => Math.min(passedAt, ...[...sending.values()].map(({ began }) => began + MAX_ATTEMPT_MS)),
    onTried(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async run(signal) {
      while (!signal.aborted) {
        await waker.wait(attempt(signal), signal)
      }
      const graceOver = new Promise((resolve) => setTimeout(resolve, SHUTDOWN_GRACE_MS).unref())
      await Promise.race([Promise.all([...sending.values()].map(({ done }) => done)), graceOver])
    },
  }

  function attempt(signal: AbortSignal): number {
    passedAt = clock.mono()
    try {
      return begin(signal)
    } catch (err) {
      log.error({ err }, 'deliveries could not be read')
      return POLL_MS
    }
  }
}

/** The queue of a delivery: an answer waits for the answers of its lane, never for a notice. */
function queueOf({ lane, isNotice }: Head): string {
  return isNotice === 1 ? `notice:${lane}` : lane
}
