import type { Delivery, Receipt } from '../../../domain/delivery.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { AnyText } from '../../../messages/localized.ts'
import { createOutageWatch } from '../../shared/outage.ts'
import type { MailAccount } from '../account.ts'
import { emailMessages } from '../email-messages.ts'
import type { SubmissionFailure } from './submission-outcome.ts'

export interface ReceiptDeps {
  account: Pick<MailAccount, 'address' | 'smtp'>
  clock: Pick<Clock, 'mono'>
  /** Called when the server refused the login. */
  loginRefused(): void
  /** Tells the owner about problems only they can fix. */
  trouble(sentence: AnyText): void
}

/** Turns outcomes into receipts for the outbox. */
export interface Receipts {
  /**
   * A receipt without an attempt, while the server is unreachable or refuses our login. `isTried`: another mail is being
   * sent and will show whether the server can be reached again.
   */
  held(isTried: boolean): Receipt | undefined
  accepted(delivery: Delivery): void
  failed(delivery: Delivery, failure: SubmissionFailure): Receipt
}

const MINUTE_MS = 60_000
/** A server that says "later" means minutes: with greylisting, many refuse everybody the first time. */
const LATER_RETRY_MINUTES = [1, 5, 15, 30, 60]
/** One refusal may be a glitch or an expired token. The second one counts, and more could lock the account. */
const LOGIN_RETRY_MINUTES = [1, 15, 60]
const OUTAGE_MINUTES = 10
const MAX_REMEMBERED = 1000

export function createReceipts({ account, clock, loginRefused, trouble }: ReceiptDeps): Receipts {
  const { address, smtp } = account
  /**
   * How often the server deferred each delivery. Attempts are not counted, because most of them may not have reached the
   * server.
   */
  const deferrals = new Map<string, number>()
  let refusals = 0
  let pausedLogin: { until: number; reason: string } | undefined
  let isAway = false
  let lastReason = ''
  const outage = createOutageWatch({
    clock,
    afterMs: OUTAGE_MINUTES * MINUTE_MS,
    report: () => trouble(emailMessages.sendingUnreachable(address, smtp.host, lastReason)),
  })

  function deferredMs({ key, attempt }: Delivery): number {
    const count = Math.min(attempt, (deferrals.get(key) ?? 0) + 1)
    deferrals.delete(key)
    deferrals.set(key, count)
    const [oldest] = deferrals.keys()
    if (deferrals.size > MAX_REMEMBERED && oldest !== undefined) deferrals.delete(oldest)
    return retryMs(LATER_RETRY_MINUTES, count)
  }

  function refuseLogin(reason: string): Receipt {
    loginRefused()
    refusals++
    const afterMs = retryMs(LOGIN_RETRY_MINUTES, refusals)
    pausedLogin = { until: clock.mono() + afterMs, reason }
    if (refusals === 2) trouble(emailMessages.sendingRefused(address, smtp.host, reason))
    return { status: 'retry', reason, afterMs }
  }

  function answered(): void {
    outage.answered()
    refusals = 0
    pausedLogin = undefined
  }

  return {
    held(isTried) {
      // Mails waiting for this server would occupy the slots of mails for other servers.
      if (isAway && isTried) return { status: 'retry', reason: lastReason, away: true }
      const waitMs = pausedLogin ? pausedLogin.until - clock.mono() : 0
      return pausedLogin && waitMs > 0 ? { status: 'retry', reason: pausedLogin.reason, afterMs: waitMs } : undefined
    },
    accepted({ key }) {
      isAway = false
      deferrals.delete(key)
      answered()
    },
    failed(delivery, { status, reason }) {
      lastReason = reason
      isAway = status === 'away'
      switch (status) {
        case 'refused':
        case 'too large':
          answered()
          deferrals.delete(delivery.key)
          return { status: 'refused', reason }
        case 'unanswered':
          answered()
          return { status: 'unknown', reason }
        case 'later':
          outage.answered()
          return { status: 'retry', reason, afterMs: deferredMs(delivery) }
        case 'unsent':
          outage.failed()
          return { status: 'retry', reason, afterMs: deferredMs(delivery) }
        case 'away':
          outage.failed()
          return { status: 'retry', reason, away: true }
        case 'login refused':
          return refuseLogin(reason)
      }
    },
  }
}

function retryMs(minutes: number[], count: number): number {
  return (minutes[count - 1] ?? minutes.at(-1) ?? 60) * MINUTE_MS
}
