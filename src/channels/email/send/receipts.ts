import type { Receipt } from '../../../domain/delivery.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { createOutageWatch } from '../../shared/backoff.ts'
import type { MailAccount } from '../account.ts'
import type { Failed } from './outcome.ts'

export interface ReceiptDeps {
  account: Pick<MailAccount, 'address' | 'smtp'>
  clock: Pick<Clock, 'mono'>
  /** Tells the owner what only they can put right. */
  trouble(sentence: string): void
}

/** What the outbox is told of what became of a mail. */
export interface Receipts {
  accepted(): void
  failed(outcome: { status: Failed; reason: string }, attempt: number): Receipt
}

const MINUTE_MS = 60_000
/** A server that says "later" means minutes: many turn everybody away the first time. */
const LATER_MINUTES = [1, 5, 15, 30, 60]
/** More wrong passwords would lock the account. */
const LOGIN_MINUTES = [15, 60]
const OUTAGE_MINUTES = 10

export function createReceipts({ account: { address, smtp }, clock, trouble }: ReceiptDeps): Receipts {
  let isLoginRefused = false
  const outage = createOutageWatch({
    clock,
    afterMs: OUTAGE_MINUTES * MINUTE_MS,
    tell: () => trouble(sentences.unreachable(address, smtp.host, reason)),
  })
  let reason = ''

  return {
    accepted() {
      isLoginRefused = false
      outage.answered()
    },
    failed(outcome, attempt) {
      reason = outcome.reason
      if (outcome.status === 'away' || outcome.status === 'unsent') outage.failed()
      else outage.answered()
      switch (outcome.status) {
        case 'refused':
        case 'too large':
          return { status: 'refused', reason }
        case 'later':
        case 'unsent':
          return { status: 'retry', reason, afterMs: minutes(LATER_MINUTES, attempt) }
        case 'away':
          return { status: 'retry', reason, away: true }
        case 'login refused':
          if (!isLoginRefused) trouble(sentences.login(address, smtp.host, reason))
          isLoginRefused = true
          return { status: 'retry', reason, afterMs: minutes(LOGIN_MINUTES, attempt) }
        case 'unanswered':
          return { status: 'unknown', reason }
      }
    },
  }
}

function minutes(steps: number[], attempt: number): number {
  return (steps[Math.max(1, attempt) - 1] ?? steps.at(-1) ?? 60) * MINUTE_MS
}

const sentences = {
  unreachable: (address: string, host: string, reason: string) =>
    `Mail from ${address} has not left for more than ten minutes: ${host} says or shows "${reason}". I keep trying, and everything that waits goes out once it answers. If this lasts, look at the network of this machine and at the line smtp of this account, or run "skein doctor".`,
  login: (address: string, host: string, reason: string) =>
    `${host} refuses the login of ${address} for sending mail: "${reason}". Make a new password for programs there, or sign in anew, put it into the configuration and restart. Until then I try again once an hour, no sooner, because more wrong passwords could lock the account.`,
}
