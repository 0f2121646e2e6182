import type { Delivery, Found, Receipt } from '../../../domain/delivery.ts'
import type { Log } from '../../../lib/log.ts'
import type { MailAccount } from '../account.ts'
import { type MailFacts, readFacts } from '../facts.ts'
import { outboxMark, ownMessageId } from '../threads/own-id.ts'
import type { ImapDeps } from '../wire/imap.ts'
import { type ComposeDeps, compose } from './compose.ts'
import { createDrafting } from './drafting.ts'
import { isAddress } from './header-words.ts'
import { lookUp, type Wanted } from './look-up.ts'
import { createOutgoing, type OutgoingDeps } from './outgoing.ts'
import { createSentCopies } from './sent-copy.ts'

export interface SenderDeps extends OutgoingDeps, ComposeDeps {
  account: MailAccount
  imap: ImapDeps
  log: Log
}

export interface Sender {
  send(delivery: Delivery, signal: AbortSignal): Promise<Receipt>
  reconcile(delivery: Delivery, signal: AbortSignal): Promise<Found>
  close(): Promise<void>
}

/**
 * What we died over goes again where nobody can say whether it left: most of it had not even been begun, and a second copy
 * is byte by byte the same, under the same id, which most programs show once. So it is not lost however often we die; only
 * what might be the cause of it must come to an end. A server that does not answer gets it twice at most, as everywhere.
 */
const MOST_DEATHS = 20

/** Lets answers leave from one mailbox, or lays them into its Drafts. */
export function createSender(deps: SenderDeps): Sender {
  const { account, imap } = deps
  const outgoing = createOutgoing(deps)
  /** What the server gave no answer to, in this life of ours. */
  const unanswered = new Set<string>()
  const copies = createSentCopies(deps)
  const drafting = createDrafting({ ...deps, outgoing, copies })

  /** `most` bounds what hangs on it. */
  async function sendAnswer(
    delivery: Delivery,
    facts: MailFacts,
    signal: AbortSignal,
    most?: number,
  ): Promise<Receipt> {
    const { bytes, messageId } = await compose(deps, delivery, facts, most)
    const handed = await outgoing.hand(delivery, facts.to, bytes, signal)
    if (handed.isSent) {
      const again = async () => (await compose(deps, delivery, facts, most)).bytes
      if (account.sentCopy === 'append') copies.keep({ ...wantedOf(delivery, facts), bytes: again })
      return { status: 'sent', remoteId: handed.serverMessageId ?? messageId }
    }
    // The words must not be lost with the files.
    if (handed.isTooLarge && most === undefined && delivery.files.length > 0)
      return await sendAnswer(delivery, facts, signal, 0)
    return handed.receipt
  }

  function wantedOf({ key, at }: Delivery, { token }: MailFacts): Wanted {
    return { messageId: ownMessageId(token, key, account.address), mark: outboxMark(key), at }
  }

  /** What the daemon itself has to say, a notice about a draft above all, is for whoever is let in. */
  function isDraft({ kind }: Delivery, facts: MailFacts): boolean {
    return kind === 'reply' && (account.mode === 'draft' || facts.draft === true)
  }

  async function send(delivery: Delivery, signal: AbortSignal): Promise<Receipt> {
    const facts = readFacts(delivery.route)
    if (!facts) return { status: 'refused', reason: 'it does not say to whom it goes' }
    const { to } = facts
    if (!isAddress(to)) return { status: 'refused', reason: 'it goes to no mail address' }
    const wanted = wantedOf(delivery, facts)
    if (delivery.approved) return await drafting.send(delivery, wanted, to, signal)
    if (isDraft(delivery, facts)) {
      const { bytes } = await compose(deps, delivery, facts)
      return await drafting.lay({ ...wanted, bytes, inReplyTo: facts.inReplyTo }, to, signal)
    }
    // Whoever is not let in hears nothing of us that nobody has read.
    if (facts.draft) return { status: 'refused', reason: 'it goes to somebody who is not let in' }
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
      // What was never sent is not there; and a draft is looked for before it is laid.
      if (!facts || (isDraft(delivery, facts) && !delivery.approved)) return { status: 'absent' }
      const keeping = { sentCopy: account.sentCopy, isCopied: outgoing.isCopied() }
      const found = await lookUp(imap, keeping, { ...wantedOf(delivery, facts), token: facts.token }, signal)
      const isDeath = !unanswered.has(delivery.key) && delivery.attempt <= MOST_DEATHS
      return found.status === 'unknown' && isDeath ? { status: 'absent' } : found
    },
    async close() {
      outgoing.close()
      await copies.close()
    },
  }
}
