import { setMaxListeners } from 'node:events'
import type { Delivery, Receipt } from '../../../domain/delivery.ts'
import type { MailAccount } from '../account.ts'
import { emailMessages } from '../email-messages.ts'
import { plusAddress } from '../threads/message-ids.ts'
import { createReceipts, type ReceiptDeps } from './receipts.ts'
import { type SubmitDeps, submit } from './submit.ts'

export interface OutgoingMailDeps extends ReceiptDeps, Omit<SubmitDeps, 'server'> {
  account: Pick<MailAccount, 'address' | 'smtp' | 'plusAddresses' | 'receipts'>
}

/** Either the server has accepted the mail, possibly under a new id, or the receipt says why not. */
export type HandoverResult =
  | { isSent: true; serverMessageId?: string }
  | { isSent: false; isTooLarge: boolean; receipt: Receipt }

/** Sends the mails of one mailbox. */
export interface OutgoingMail {
  send(delivery: Delivery, to: string, bytes: Buffer, signal: AbortSignal): Promise<HandoverResult>
  /**
   * Whether everything we send also arrives in our own mailbox. Only then does a missing copy prove that a mail was not
   * sent.
   */
  isCopied(): boolean
  close(): void
}

/** Some servers limit connections, and each needs a login. */
export const MAX_SMTP_CONNECTIONS = 3
/** A send interrupted by our shutdown is retried right after the next start. */
const INTERRUPTED_RETRY_MS = 1000

export function createOutgoingMail(deps: OutgoingMailDeps): OutgoingMail {
  const { address, smtp, plusAddresses, receipts: wantsCopies } = deps.account
  const receipts = createReceipts(deps)
  const queue = createTurns(MAX_SMTP_CONNECTIONS)
  let sendsInProgress = 0
  const closed = new AbortController()
  setMaxListeners(0, closed.signal)
  const copies = wantsCopies ? [plusAddresses ? plusAddress(address, 'sent') : address] : []

  let areCopiesAccepted = true

  function noteCopies(isAccepted: boolean): void {
    if (areCopiesAccepted && !isAccepted) deps.trouble(emailMessages.copyRefused(address, smtp.host))
    areCopiesAccepted = isAccepted
  }

  async function sendNow(delivery: Delivery, to: string, bytes: Buffer, signal: AbortSignal): Promise<HandoverResult> {
    const hold = receipts.held(sendsInProgress > 0)
    if (hold) return { isSent: false, isTooLarge: false, receipt: hold }
    const mail = { from: address, to, copies, bytes }
    sendsInProgress++
    const outcome = await submit({ ...deps, server: smtp }, mail, signal, closed.signal).finally(
      () => sendsInProgress--,
    )
    if (outcome.status === 'accepted' || outcome.status === 'unanswered') noteCopies(!outcome.isCopyRefused)
    if (outcome.status === 'accepted') {
      receipts.accepted(delivery)
      const { serverMessageId } = outcome
      return { isSent: true, ...(serverMessageId !== undefined && { serverMessageId }) }
    }
    if (outcome.status === 'unsent' && signal.aborted) {
      const receipt = { status: 'retry', reason: outcome.reason, afterMs: INTERRUPTED_RETRY_MS } as const
      return { isSent: false, isTooLarge: false, receipt }
    }
    return {
      isSent: false,
      isTooLarge: outcome.status === 'too large',
      receipt: receipts.failed(delivery, outcome),
    }
  }

  return {
    send: (...mail) => queue.take(() => sendNow(...mail)),
    isCopied: () => wantsCopies && areCopiesAccepted,
    close: () => closed.abort(),
  }
}

/** Limits how much runs at once. The others wait in order. */
interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>
}

function createTurns(limit: number): Turns {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    async take(work) {
      // A waiting job takes the place of the one that ends, so that no newcomer gets in between.
      if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
      else running++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
