import { NotStoredError } from '../../../domain/errors.ts'
import type { Cursor } from '../../../domain/message.ts'
import type { Log } from '../../../lib/log.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { sleep } from '../../../lib/time/sleep.ts'
import type { Inbox } from '../../channel.ts'
import type { TelegramApi } from '../wire/api.ts'
import { createPatience } from '../wire/outage.ts'
import { type RawUpdate, readBatch } from './batch.ts'

export interface PollerDeps {
  api: Pick<TelegramApi, 'account' | 'poll'>
  /** Update ids belong to one server: another one counts anew. */
  apiRoot: string
  clock: Clock
  log: Log
  /** Tells the owner what only they can put right. */
  trouble(sentence: string): void
  /** Stores the batch and its cursor. Rejects when it did not; then the same batch is asked for again. */
  take(updates: RawUpdate[], cursor: Cursor, signal: AbortSignal): Promise<void>
  /** One second of waiting, shorter in tests. */
  secondMs?: number
}

export interface Poller {
  /** Until the signal aborts. */
  run(inbox: Pick<Inbox, 'cursor'>, signal: AbortSignal): Promise<void>
  lastAttempt(): number
  /** Monotonic ms of the last answer to a poll; undefined before the first. */
  lastRoundTrip(): number | undefined
}

/** What we ask for, always and in full: the server remembers the last list it was given. */
const wanted = [
  'message',
  'edited_message',
  'callback_query',
  'my_chat_member',
  'message_reaction',
  'stopped_message_generation',
] as const
/** A batch is one commit, and nothing else runs meanwhile: a hundred updates of the largest kind took 120 ms. */
export const BATCH = 25
/** How long the server may wait for something to tell, and how much later its answer may be here. Together less than the watchdog's patience. */
const WAIT_SECONDS = 30
const GRACE_SECONDS = 10
/** A server that answers at once with nothing new does not wait for us, so we wait for it. */
const LEAST_SECONDS = 0.5
/** After a week of silence ids begin anew, perhaps just below the last: then an old offset would skip them. */
const SILENCE_MS = 6 * 86_400_000

/**
 * Asks for updates, one batch at a time. The next question is the acknowledgement of the batch before,
 * so it is asked only after that batch and its cursor were committed.
 */
export function createPoller(deps: PollerDeps): Poller {
  const { api, clock, log } = deps
  const second = deps.secondMs ?? 1000
  const place = { channel: 'telegram', account: api.account, stream: `updates@${deps.apiRoot}` } as const
  let attemptedAt = clock.mono()
  let answeredAt: number | undefined
  /** Waiting, or storing a batch: both end by themselves. */
  let isBusy = false

  async function round(position: Position, signal: AbortSignal): Promise<Position> {
    const silentMs = clock.now().getTime() - position.at
    // Set back, the clock tells nobody how long it was; what comes twice is taken in once.
    const isStale = silentMs > SILENCE_MS || silentMs < 0
    attemptedAt = clock.mono()
    const offset = isStale || position.offset === undefined ? {} : { offset: position.offset }
    const ask = { ...offset, limit: BATCH, timeout: WAIT_SECONDS, allowed_updates: wanted }
    const text = await api.poll(ask, { deadlineMs: (WAIT_SECONDS + GRACE_SECONDS) * second, signal })
    const updates = readBatch(text)
    answeredAt = clock.mono()
    attemptedAt = answeredAt
    const ids = updates.flatMap(({ id }) => (id === undefined ? [] : [id]))
    if (updates.length === 0) return position
    // From this batch alone, never the higher of two: when the platform counts anew, so do we.
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
      const patience = createPatience({ log, trouble: deps.trouble, clock, second })
      while (!signal.aborted) {
        try {
          const began = clock.mono()
          const next = await round(position, signal)
          patience.succeeded()
          const isNew = next.offset !== position.offset
          position = next
          const early = LEAST_SECONDS * second - (clock.mono() - began)
          if (!isNew && early > 0) await busy(sleep(early, signal))
        } catch (error) {
          if (signal.aborted) return
          await busy(sleep(patience.failed(error), signal))
        }
      }
    },
    lastAttempt: () => (isBusy ? clock.mono() : attemptedAt),
    lastRoundTrip: () => answeredAt,
  }
}

interface Position {
  offset: number | undefined
  /** When something last came. */
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
