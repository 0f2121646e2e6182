import { backoffMs } from '../../../lib/time/timers.ts'
import { type Backoff, type BackoffDeps, createBackoff } from '../../shared/outage.ts'
import { emailMessages } from '../email-messages.ts'
import type { MailboxFailure } from './failure.ts'

const OUTAGE_SECONDS = 300
/** One refusal may be a glitch. We slow down after the second, because many providers lock the account after a few. */
const MAX_REFUSALS = 2
const REFUSED_SECONDS = 900

/** `address` is that of the mailbox. */
export function createMailBackoff(deps: BackoffDeps & { address: string }): Backoff<MailboxFailure> {
  const { address } = deps
  return createBackoff(deps, {
    source: address,
    describe: (failure) => ('reason' in failure ? failure.reason : 'the server asks for a pause'),
    pauseSeconds(failure, streak) {
      if (failure.kind === 'throttled') return failure.afterMs / 1000 + Math.random()
      if (failure.kind === 'refused') return streak < MAX_REFUSALS ? 20 : REFUSED_SECONDS * (1 + Math.random() / 10)
      const maxSeconds = failure.kind === 'lost' ? 60 : 300
      return backoffMs(streak, { maxSeconds, second: 1, random: Math.random() })
    },
    notice(failure) {
      if (failure.kind === 'lost' || failure.kind === 'throttled')
        return { afterSeconds: OUTAGE_SECONDS, sentence: emailMessages.unreachable(address) }
      return { afterFailures: MAX_REFUSALS, sentence: notices[failure.kind](address, failure.reason) }
    },
  })
}

const notices = {
  refused: emailMessages.loginRefused,
  unencrypted: emailMessages.unencrypted,
  'no such folder': emailMessages.noSuchFolder,
}
