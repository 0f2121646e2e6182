import type { Log } from '../../../lib/log.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { backoffMs, createOutageWatch } from '../../shared/backoff.ts'
import { describeFailure, failureOf, isSilence, type TelegramFailure } from './failure.ts'

export interface PatienceDeps {
  log: Log
  clock: Clock
  /** Tells the owner what only they can put right. */
  trouble(sentence: string): void
  /** How long a second takes; shorter in tests. */
  second: number
}

/** Knows how long to wait after what went wrong, and when to tell somebody. */
export interface Patience {
  succeeded(): void
  /** Answers how long to wait, in ms. Nothing here is a reason to stop for good. */
  failed(error: unknown): number
}

/** One refusal may be a hiccup of the platform; so many in a row are an answer, and the next try is far away. */
const REFUSALS_IN_A_ROW = 3
const UNAUTHORIZED_SECONDS = 900

/** An outage shorter than this is nobody's business. */
const OUTAGE_SECONDS = 120

/** Whatever pause is asked for: for so long at most nobody is heard, not even a stop. */
const DEAF_SECONDS = 600

/** Conflicts further apart than this have nothing to do with each other. */
const APART_SECONDS = 600

/** Counts failures of one kind in a row, and how long nobody has answered at all, whatever the kind. */
export function createPatience({ log, trouble, clock, second }: PatienceDeps): Patience {
  let streak = 0
  let kind = ''
  /** Two readers take turns: a poll that succeeds between two conflicts proves nothing. */
  let conflicts = { first: Number.NEGATIVE_INFINITY, last: Number.NEGATIVE_INFINITY }
  const outage = createOutageWatch({
    clock,
    afterMs: OUTAGE_SECONDS * second,
    tell: () => trouble(sentences.unreachable),
  })

  function pauseFor(failure: TelegramFailure | { kind: 'not stored' }): number {
    // Together they would come back together.
    const jitter = Math.random() * second
    if (failure.kind === 'throttled') return Math.min(DEAF_SECONDS, failure.afterMs / 1000) * second + jitter
    if (failure.kind === 'conflict') return Math.min(60, 5 * 2 ** (streak - 1)) * second + jitter
    if (failure.kind === 'unauthorized') return (streak < REFUSALS_IN_A_ROW ? 10 : UNAUTHORIZED_SECONDS) * second
    return backoffMs(streak, { second })
  }

  function watchConflict(webhook: boolean): void {
    const now = clock.mono()
    conflicts = { first: now - conflicts.last > APART_SECONDS * second ? now : conflicts.first, last: now }
    if (webhook) trouble(sentences.webhook)
    else if (now - conflicts.first >= 60 * second) trouble(sentences.conflict)
  }

  return {
    succeeded() {
      if (streak > 0) log.info({ failures: streak }, 'telegram answers again')
      streak = 0
      kind = ''
      outage.answered()
    },
    failed(error: unknown): number {
      const failure = judge(error)
      if (failure.kind !== kind) [streak, kind] = [0, failure.kind]
      streak++
      const afterMs = pauseFor(failure)
      const says = failure.kind === 'not stored' ? failure.kind : describeFailure(failure)
      log.warn({ kind: failure.kind, says, streak, afterMs: Math.round(afterMs) }, 'telegram was not heard')
      if (failure.kind === 'not stored') log.error({ err: error }, 'updates could not be stored')
      if (isOutage(failure.kind)) outage.failed()
      if (failure.kind === 'unauthorized' && streak === REFUSALS_IN_A_ROW) trouble(sentences.unauthorized)
      if (failure.kind === 'conflict') watchConflict(failure.webhook)
      return afterMs
    },
  }
}

/** Nobody at the other end, or nobody who understands us. The rest are answers. */
function isOutage(kind: TelegramFailure['kind'] | 'not stored'): boolean {
  return kind === 'refused' || (kind !== 'not stored' && isSilence({ kind }))
}

/** What is no failure of the platform's is one of ours: the batch was not stored, and stays unacknowledged. */
function judge(error: unknown): TelegramFailure | { kind: 'not stored' } {
  try {
    return failureOf(error)
  } catch {
    return { kind: 'not stored' }
  }
}

const sentences = {
  unreachable:
    'I have not reached Telegram for more than two minutes. I keep trying; it keeps what you write there for a day. If this lasts, look at the network of this machine and at telegram.api_root, or run "skein doctor".',
  unauthorized:
    'Telegram refuses the bot token: it was revoked or mistyped. Get the current one from @BotFather, put it into telegram.token and restart. Until then I try again every 15 minutes.',
  webhook:
    'Telegram delivers to a webhook instead of to me, so I hear nothing. "skein doctor" shows where it points; remove it with deleteWebhook, or use another bot.',
  conflict:
    'Another program reads the messages of this Telegram bot, so some may not reach me. Stop it, or get a new token from @BotFather.',
}
