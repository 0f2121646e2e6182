import { backoffMs } from '../../../lib/time/timers.ts'
import { createPatience, type Patience, type PatienceDeps } from '../../shared/outage.ts'
import type { MailboxFailure } from './failure.ts'

const OUTAGE_SECONDS = 300
/** One refusal may be a glitch; the second one counts. More would lock the account at many providers. */
const MAX_REFUSALS = 2
const REFUSED_SECONDS = 900

/** `address` is the mailbox. */
export function createMailPatience(deps: PatienceDeps & { address: string }): Patience<MailboxFailure> {
  const { address } = deps
  return createPatience(deps, {
    source: address,
    describe: (failure) => ('reason' in failure ? failure.reason : 'it asks for a pause'),
    pauseSeconds(failure, streak) {
      if (failure.kind === 'throttled') return failure.afterMs / 1000 + Math.random()
      if (failure.kind === 'refused') return streak < MAX_REFUSALS ? 20 : REFUSED_SECONDS * (1 + Math.random() / 10)
      const maxSeconds = failure.kind === 'lost' ? 60 : 300
      return backoffMs(streak, { maxSeconds, second: 1, random: Math.random() })
    },
    notice(failure) {
      if (failure.kind === 'lost' || failure.kind === 'throttled')
        return { afterSeconds: OUTAGE_SECONDS, sentence: sentences.unreachable(address) }
      return { afterFailures: MAX_REFUSALS, sentence: sentences[failure.kind](address, failure.reason) }
    },
  })
}

const sentences = {
  unreachable: (address: string) =>
    `I have not reached the mailbox ${address} for more than five minutes. I keep trying, and read everything once it answers. If this lasts, look at the network of this machine and at email.imap, or run "skein doctor".`,
  refused: (address: string, reason: string) =>
    `The mail server refuses the login of ${address} (${reason}). Make a new app password there, or sign in anew where it uses OAuth2, put it into the configuration and restart. Until then I try again every 15 minutes, no sooner, because more wrong logins would lock the account.`,
  unencrypted: (address: string, reason: string) =>
    `The mail server of ${address} does not encrypt (${reason}), so I do not log in there. Use imaps:// and smtps:// in the configuration, or ask whoever runs it; if it always did encrypt, somebody stands in between.`,
  'no such folder': (address: string, reason: string) =>
    `A folder of ${address} that I am to read is not there (${reason}). Look at email.folders; "skein doctor" lists those that are.`,
}
