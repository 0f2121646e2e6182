import { backoffMs } from '../../../lib/time/timers.ts'
import { type Backoff, type BackoffDeps, createBackoff, type OutagePolicy } from '../../shared/outage.ts'
import { telegramMessages } from '../telegram-messages.ts'
import { describeFailure, failureOf, isSilence, type TelegramFailure } from './failure.ts'

/** One refusal may be a glitch of the platform. After this many in a row we wait long before the next attempt. */
const MAX_REFUSALS = 3
const UNAUTHORIZED_SECONDS = 900

/** Shorter outages are not reported. */
const OUTAGE_SECONDS = 120

/** We never stop listening for longer than this, whatever pause the server asks for, so that we still receive a stop. */
const MAX_PAUSE_SECONDS = 600

/** Conflicts further apart than this have nothing to do with each other. */
const APART_SECONDS = 600

/**
 * Takes the error that a poll threw. An error that does not come from the platform means that the batch could not be
 * stored, so it is not acknowledged.
 */
export function createPollBackoff(deps: BackoffDeps): Backoff<unknown> {
  const backoff = createBackoff(deps, policy)
  const conflicts = createConflictWatch(deps)
  return {
    succeeded: backoff.succeeded,
    failed(error) {
      const failure = classify(error)
      if (failure.kind === 'not stored') deps.log.error({ err: error }, 'updates could not be stored')
      if (failure.kind === 'conflict') conflicts.failed(failure.webhook)
      return backoff.failed(failure)
    },
  }
}

type PollFailure = TelegramFailure | { kind: 'not stored' }

const policy: OutagePolicy<PollFailure> = {
  source: 'telegram',
  describe: (failure) => (failure.kind === 'not stored' ? failure.kind : describeFailure(failure)),
  pauseSeconds(failure, streak) {
    // Random, so that many clients do not come back at the same moment.
    const jitter = Math.random()
    if (failure.kind === 'throttled') return Math.min(MAX_PAUSE_SECONDS, failure.afterMs / 1000) + jitter
    if (failure.kind === 'conflict') return Math.min(60, 5 * 2 ** (streak - 1)) + jitter
    if (failure.kind === 'unauthorized') return streak < MAX_REFUSALS ? 10 : UNAUTHORIZED_SECONDS
    return backoffMs(streak, { maxSeconds: 30, second: 1, random: jitter })
  },
  notice({ kind }) {
    if (kind === 'unauthorized') return { afterFailures: MAX_REFUSALS, sentence: telegramMessages.unauthorized }
    return isOutage(kind) ? { afterSeconds: OUTAGE_SECONDS, sentence: telegramMessages.unreachable } : undefined
  },
}

/** Two readers of one bot take turns, so a poll that succeeds between two conflicts proves nothing. */
function createConflictWatch({ clock, trouble, second }: BackoffDeps) {
  let conflicts = { first: Number.NEGATIVE_INFINITY, last: Number.NEGATIVE_INFINITY }
  return {
    failed(webhook: boolean): void {
      const now = clock.mono()
      conflicts = { first: now - conflicts.last > APART_SECONDS * second ? now : conflicts.first, last: now }
      if (webhook) trouble(telegramMessages.webhook)
      else if (now - conflicts.first >= 60 * second) trouble(telegramMessages.conflict)
    },
  }
}

/** The platform did not answer, or not in a way we understand. */
function isOutage(kind: PollFailure['kind']): boolean {
  return kind === 'refused' || (kind !== 'not stored' && isSilence({ kind }))
}

function classify(error: unknown): PollFailure {
  try {
    return failureOf(error)
  } catch {
    return { kind: 'not stored' }
  }
}
