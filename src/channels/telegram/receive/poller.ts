// The poll loop of Telegram. `run` asks the server for updates until it is told to stop:
//   1. `round` sends getUpdates with the offset that was committed last; the server holds the request until it has news.
//   2. `readBatch` takes the answer apart, so that one update we cannot read does not cost the others.
//   3. `take` (update-dispatcher) turns the updates into events and gives them to the inbox, with the new offset, in one
//      commit.
//   4. Only after that commit the next request goes out. Its offset is the acknowledgement: until then Telegram keeps the
//      batch and gives it to us again.
// When anything fails, the offset stays as it was and the backoff decides how long to wait before the next try.

import { NotStoredError } from '../../../domain/errors.ts'
import type { Cursor } from '../../../domain/message.ts'
import type { Log } from '../../../lib/log.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { sleep } from '../../../lib/time/timers.ts'
import type { AnyText } from '../../../messages/localized.ts'
import type { Inbox } from '../../channel.ts'
import type { TelegramApi } from '../wire/api.ts'
import { createPollBackoff } from '../wire/outage.ts'
import { type RawUpdate, readBatch } from './update-dispatcher.ts'

export interface PollerDeps {
  api: Pick<TelegramApi, 'account' | 'poll'>
  /** Part of the cursor's name, because each server has its own update ids. */
  apiRoot: string
  clock: Clock
  log: Log
  /** Tells the owner about problems only they can fix. */
  trouble(sentence: AnyText): void
  /** Stores the batch and its cursor. If it rejects, the same batch is requested again. */
  take(updates: RawUpdate[], cursor: Cursor, signal: AbortSignal): Promise<void>
  /** The length of a second; shorter in tests. */
  secondMs?: number
}

export interface Poller {
  /** Runs until the signal aborts. */
  run(inbox: Pick<Inbox, 'cursor'>, signal: AbortSignal): Promise<void>
  lastAttempt(): number
  /** Monotonic ms of the last answer to a poll; undefined before the first. */
  lastRoundTrip(): number | undefined
}

/** Always sent in full, because the server remembers the last list it was given. */
export const allowedUpdates = [
  'message',
  'edited_message',
  'callback_query',
  'my_chat_member',
  'message_reaction',
  'stopped_message_generation',
] as const
/** A batch is one synchronous commit that blocks everything else: 100 updates of the largest kind took 120 ms. */
export const MAX_BATCH_UPDATES = 25
/**
 * How long the server may hold a poll, and how much later its answer may arrive. The sum is below the watchdog's limit.
 */
const POLL_WAIT_SECONDS = 30
const POLL_GRACE_SECONDS = 10
/** If the server answers at once without anything new, we pause this long instead of polling in a tight loop. */
const MIN_ROUND_SECONDS = 0.5
/**
 * After a week without updates Telegram restarts update ids, perhaps just below the last one. The old offset would then
 * skip new updates.
 */
const STALE_OFFSET_MS = 6 * 86_400_000

/**
 * Requests updates, one batch at a time. The next request acknowledges the previous batch, so it is only sent after
 * that batch and its cursor are committed.
 */
export function createPoller(deps: PollerDeps): Poller {
  const { api, clock, log } = deps
  const second = deps.secondMs ?? 1000
  const place = { channel: 'telegram', account: api.account, stream: `updates@${deps.apiRoot}` } as const
  let attemptedAt = clock.mono()
  let answeredAt: number | undefined
  /** True while sleeping or storing a batch; both end by themselves, so the watchdog need not worry. */
  let isBusy = false

  async function round(position: Position, signal: AbortSignal): Promise<Position> {
    const silentMs = clock.now().getTime() - position.at
    // Negative if the clock was set back; then the real pause is unknown. Updates that come twice are recognized as
    // duplicates.
    const isStale = silentMs > STALE_OFFSET_MS || silentMs < 0
    attemptedAt = clock.mono()
    const offset = isStale || position.offset === undefined ? {} : { offset: position.offset }
    const ask = { ...offset, limit: MAX_BATCH_UPDATES, timeout: POLL_WAIT_SECONDS, allowed_updates: allowedUpdates }
    const text = await api.poll(ask, { deadlineMs: (POLL_WAIT_SECONDS + POLL_GRACE_SECONDS) * second, signal })
    const updates = readBatch(text)
    answeredAt = clock.mono()
    attemptedAt = answeredAt
    const ids = updates.flatMap(({ id }) => (id === undefined ? [] : [id]))
    if (updates.length === 0) return position
    // Taken from this batch alone and not the maximum so far, because Telegram may restart its ids.
    const next = { offset: ids.length === 0 ? position.offset : Math.max(...ids) + 1, at: clock.now().getTime() }
    await busy(deps.take(updates, { ...place, value: writePosition(next) }, signal))
    if (ids.length === 0) throw new NotStoredError('a batch without a single update id cannot be acknowledged')
    return next
  }

  async function busy(work: Promise<void>): Promise<void> {
    isBusy = true
    try {
      await work
    } finally {
      isBusy = false
      attemptedAt = clock.mono()
    }
  }

  return {
    async run(inbox, signal) {
      let position = readPosition(inbox.cursor('telegram', place.account, place.stream))
      const backoff = createPollBackoff({ log, trouble: deps.trouble, clock, second })
      while (!signal.aborted) {
        try {
          const began = clock.mono()
          const next = await round(position, signal)
          backoff.succeeded()
          const isNew = next.offset !== position.offset
          position = next
          const early = MIN_ROUND_SECONDS * second - (clock.mono() - began)
          if (!isNew && early > 0) await busy(sleep(early, signal))
        } catch (error) {
          if (signal.aborted) return
          await busy(sleep(backoff.failed(error), signal))
        }
      }
    },
    lastAttempt: () => (isBusy ? clock.mono() : attemptedAt),
    lastRoundTrip: () => answeredAt,
  }
}

interface Position {
  offset: number | undefined
  /** When the last update arrived. */
  at: number
}

function readPosition(value: string | undefined): Position {
  const [offset, at] = (value ?? '').split('@').map(Number)
  const isSound = offset !== undefined && at !== undefined && Number.isSafeInteger(offset) && value !== ''
  return isSound && value !== undefined ? { offset, at } : { offset: undefined, at: 0 }
}

function writePosition({ offset, at }: Position): string {
  return `${offset ?? ''}@${at}`
}
