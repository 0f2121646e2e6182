import type { Delivery, Receipt, ReconcileResult } from '../../../domain/delivery.ts'
import type { Log } from '../../../lib/log.ts'
import type { MailAccount } from '../account.ts'
import { emailMessages } from '../email-messages.ts'
import { type MailFacts, readFacts } from '../mail-facts.ts'
import { outboxMark, ownMessageId } from '../threads/message-ids.ts'
import type { ImapDeps } from '../wire/imap.ts'
import { type ComposeDeps, compose } from './compose.ts'
import { createDraftSender } from './draft-sender.ts'
import { isAddress } from './header-text.ts'
import { createOutgoingMail, type OutgoingMailDeps } from './outgoing-mail.ts'
import { createSentCopies } from './sent-copies.ts'
import { lookUpSentMail, type SentMailQuery } from './sent-mail-lookup.ts'

export interface SenderDeps extends OutgoingMailDeps, ComposeDeps {
  account: MailAccount
  imap: ImapDeps
  log: Log
}

export interface Sender {
  send(delivery: Delivery, signal: AbortSignal): Promise<Receipt>
  reconcile(delivery: Delivery, signal: AbortSignal): Promise<ReconcileResult>
  close(): Promise<void>
}

/**
 * If we crashed while sending and nobody can say whether the mail was sent, we send it again: usually sending had not
 * even started, and a duplicate has the same bytes and id, so most programs show it once. This keeps mails from being
 * lost however often we crash. The limit stops a mail that itself makes us crash. It does not apply when the server gave
 * no answer: then the general rule of at most two attempts holds.
 */
const MAX_CRASH_RETRIES = 20

/** Sends answers from one mailbox, or saves them in its Drafts. */
export function createSender(deps: SenderDeps): Sender {
  const { account, imap, log } = deps
  const outgoing = createOutgoingMail(deps)
  /** Deliveries that got no answer from the server during this run. */
  const unanswered = new Set<string>()
  const copies = createSentCopies(deps)
  const drafting = createDraftSender({ account, imap, outgoing, copies, log })

  /** `maxBytes` limits the attachments. */
  async function sendAnswer(
    delivery: Delivery,
    facts: MailFacts,
    signal: AbortSignal,
    maxBytes?: number,
  ): Promise<Receipt> {
    const { bytes, messageId } = await compose(deps, delivery, facts, maxBytes)
    const handover = await outgoing.send(delivery, facts.to, bytes, signal)
    if (handover.isSent) {
      const composeAgain = async () => (await compose(deps, delivery, facts, maxBytes)).bytes
      if (account.sentCopy === 'append') copies.keep({ ...queryFor(delivery, facts), bytes: composeAgain })
      return { status: 'sent', remoteId: handover.serverMessageId ?? messageId }
    }
    // The text must not be lost with the files.
    if (handover.isTooLarge && maxBytes === undefined && delivery.files.length > 0)
      return await sendAnswer(delivery, facts, signal, 0)
    return handover.receipt
  }

  function queryFor({ key, at }: Delivery, { token }: MailFacts): SentMailQuery {
    return { messageId: ownMessageId(token, key, account.address), mark: outboxMark(key), at }
  }

  /** Only replies become drafts. Notices from Skein go only to people with a role, so nobody has to review them. */
  function isDraft({ kind }: Delivery, facts: MailFacts): boolean {
    return kind === 'reply' && (account.mode === 'draft' || facts.draft === true)
  }

  async function send(delivery: Delivery, signal: AbortSignal): Promise<Receipt> {
    const facts = readFacts(delivery.route)
    if (!facts) return { status: 'refused', reason: emailMessages.noRecipient }
    const { to } = facts
    if (!isAddress(to)) return { status: 'refused', reason: emailMessages.noMailAddress(to) }
    const query = queryFor(delivery, facts)
    if (delivery.approved) return await drafting.send(delivery, query, to, signal)
    if (isDraft(delivery, facts)) {
      const { bytes } = await compose(deps, delivery, facts)
      return await drafting.save({ ...query, bytes, inReplyTo: facts.inReplyTo }, to, signal)
    }
    // Strangers get nothing that nobody has reviewed.
    if (facts.draft) return { status: 'refused', reason: emailMessages.notLetIn }
    return await sendAnswer(delivery, facts, signal)
  }

  return {
    async send(delivery, signal) {
      const receipt = await send(delivery, signal)
      if (receipt.status === 'unknown') unanswered.add(delivery.key)
      else unanswered.delete(delivery.key)
      return receipt
    },
    async reconcile(delivery, signal) {
      const facts = readFacts(delivery.route)
      // An unapproved draft was never sent, so it counts as absent. Saving it again finds the existing draft.
      if (!facts || (isDraft(delivery, facts) && !delivery.approved)) return { status: 'absent' }
      const copyPolicy = { sentCopy: account.sentCopy, isCopied: outgoing.isCopied() }
      const query = { ...queryFor(delivery, facts), token: facts.token }
      const lookup = await lookUpSentMail(imap, copyPolicy, query, signal)
      const canRetryAfterCrash = !unanswered.has(delivery.key) && delivery.attempt <= MAX_CRASH_RETRIES
      return lookup.status === 'unknown' && canRetryAfterCrash ? { status: 'absent' } : lookup
    },
    async close() {
      outgoing.close()
      await copies.close()
    },
  }
}
