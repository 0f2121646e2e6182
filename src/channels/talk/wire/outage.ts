import { backoffMs } from '../../../lib/time/timers.ts'
import { type Backoff, type BackoffDeps, createBackoff } from '../../shared/outage.ts'
import { talkMessages } from '../talk-messages.ts'
import { describeFailure, type TalkFailure } from './failure.ts'

/** Shorter outages are not reported. Maintenance is usually planned and may take longer. */
const OUTAGE_SECONDS = 120
const MAINTENANCE_SECONDS = 600
/** We never stop listening for longer than this, whatever pause the server asks for. */
const MAX_PAUSE_SECONDS = 300
/** One refusal may be a glitch. After the second we wait long before the next attempt. */
const MAX_REFUSALS = 2
const UNAUTHORIZED_SECONDS = 900

/** `user` is the account we log in as. */
export function createTalkBackoff(deps: BackoffDeps & { user: string }): Backoff<TalkFailure> {
  return createBackoff(deps, {
    source: 'talk',
    describe: describeFailure,
    pauseSeconds(failure, streak) {
      // Random, so that many clients do not come back at the same moment.
      if (failure.kind === 'throttled') return Math.min(MAX_PAUSE_SECONDS, failure.afterMs / 1000) + Math.random()
      if (failure.kind === 'unauthorized') return streak < MAX_REFUSALS ? 10 : UNAUTHORIZED_SECONDS
      const jitter = { second: 1, random: Math.random() }
      return isMaintenance(failure)
        ? backoffMs(streak + 4, { maxSeconds: 120, ...jitter })
        : backoffMs(streak, { maxSeconds: 30, ...jitter })
    },
    notice(failure) {
      if (failure.kind === 'unauthorized')
        return { afterFailures: MAX_REFUSALS, sentence: talkMessages.unauthorized(deps.user) }
      if (failure.kind === 'throttled') return { afterSeconds: OUTAGE_SECONDS, sentence: talkMessages.throttled }
      return isMaintenance(failure)
        ? { afterSeconds: MAINTENANCE_SECONDS, sentence: talkMessages.maintenance }
        : { afterSeconds: OUTAGE_SECONDS, sentence: talkMessages.unreachable }
    },
  })
}

function isMaintenance(failure: TalkFailure): boolean {
  return failure.kind === 'unsent' && failure.maintenance === true
}
