import type { Log } from '../../../lib/log.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { backoffMs, createOutageWatch } from '../../shared/backoff.ts'
import type { Failure } from './failure.ts'

export interface PatienceDeps {
  log: Log
  clock: Pick<Clock, 'mono'>
  /** Which mailbox it is, for the sentences. */
  address: string
  /** Tells the owner what only they can put right. */
  trouble(sentence: string): void
  /** How long a second takes; shorter in tests. */
  second: number
}

/** Knows how long to wait after what went wrong, and when to tell somebody. */
export interface Patience {
  succeeded(): void
  /** Answers how long to wait, in ms. Nothing here is a reason to stop for good. */
  failed(failure: Failure): number
}

const OUTAGE_SECONDS = 300
/** One refusal may be a hiccup; the second is an answer. More of them lock the account at many providers. */
const REFUSALS = 2
const REFUSED_SECONDS = 900

export function createPatience({ log, clock, address, trouble, second }: PatienceDeps): Patience {
  let streak = 0
  let kind = ''
  const outage = createOutageWatch({
    clock,
    afterMs: OUTAGE_SECONDS * second,
    tell: () => trouble(sentences.unreachable(address)),
  })

  function pauseFor(failure: Failure): number {
    if (failure.kind === 'throttled') return (failure.afterMs / 1000) * second + Math.random() * second
    if (failure.kind === 'refused')
      return (streak < REFUSALS ? 20 : REFUSED_SECONDS * (1 + Math.random() / 10)) * second
    return backoffMs(streak, { second, mostSeconds: failure.kind === 'lost' ? 60 : 300 })
  }

  function tellOf(failure: Failure): void {
    if (failure.kind === 'lost' || failure.kind === 'throttled') return outage.failed()
    if (streak === REFUSALS) trouble(sentences[failure.kind](address, failure.reason))
  }

  return {
    succeeded() {
      if (streak > 0) log.info({ account: address, failures: streak }, 'the mailbox answers again')
      streak = 0
      kind = ''
      outage.answered()
    },
    failed(failure) {
      if (failure.kind !== kind) [streak, kind] = [0, failure.kind]
      streak++
      const afterMs = pauseFor(failure)
      const says = 'reason' in failure ? failure.reason : 'it asks for a pause'
      log.warn({ account: address, kind, says, streak, afterMs: Math.round(afterMs) }, 'the mailbox was not read')
      tellOf(failure)
      return afterMs
    },
  }
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
