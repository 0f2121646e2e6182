import type { Delivery, Receipt } from '../../../domain/delivery.ts'
import type { Log } from '../../../lib/log.ts'
import { truncate } from '../../../lib/text/text.ts'
import type { MailAccount } from '../account.ts'
import type { ImapDeps } from '../wire/imap.ts'
import { asSent } from './draft-bytes.ts'
import { findDraft, type Lying, layDraft, type NewDraft, removeDraft } from './drafts.ts'
import { inOneLine } from './header-words.ts'
import type { Wanted } from './look-up.ts'
import type { Outgoing } from './outgoing.ts'
import type { SentCopies } from './sent-copy.ts'

export interface DraftingDeps {
  account: Pick<MailAccount, 'address' | 'sentCopy'>
  imap: ImapDeps
  outgoing: Outgoing
  copies: SentCopies
  log: Log
}

/** Answers that a person reviews before they are sent. */
export interface Drafting {
  /** Repeating it finds the existing draft. */
  lay(mail: NewDraft, to: string, signal: AbortSignal): Promise<Receipt>
  /** Sends what is in Drafts now, because somebody may have edited it. */
  send(delivery: Delivery, wanted: Wanted, to: string, signal: AbortSignal): Promise<Receipt>
}

/** The mail has been sent, so cleaning up must not delay its receipt. */
const TIDY_MS = 30_000

export function createDrafting({ account, imap, outgoing, copies, log }: DraftingDeps): Drafting {
  /** The copy comes first: with it we can tell that the mail was sent, even after the draft is gone. */
  async function tidy(wanted: Wanted, messageId: string, bytes: Buffer, signal: AbortSignal): Promise<void> {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(TIDY_MS)])
    const left = { ...wanted, messageId, bytes: async () => bytes }
    try {
      if (account.sentCopy === 'append') await copies.keepNow(left, soon)
      await removeDraft(imap, wanted, soon)
    } catch (err) {
      log.warn({ err }, 'a draft that was sent could not be tidied away')
      if (account.sentCopy === 'append') copies.keep(left)
    }
  }

  return {
    async lay(mail, to, signal) {
      try {
        const folder = await layDraft(imap, mail, signal)
        return { status: 'drafted', remoteId: mail.messageId, where: `${folder} of ${account.address}`, to }
      } catch (error) {
        return unreached(error)
      }
    },
    async send(delivery, wanted, to, signal) {
      let lying: Lying
      try {
        lying = await findDraft(imap, wanted, signal)
      } catch (error) {
        return unreached(error)
      }
      if (lying.status === 'sent') return lying
      if (lying.status === 'gone') return { status: 'refused', reason: 'it is no longer in Drafts' }
      const { bytes, messageId } = asSent(lying.bytes, wanted)
      const handed = await outgoing.hand(delivery, to, bytes, signal)
      if (!handed.isSent) return handed.receipt
      await tidy(wanted, messageId, bytes, signal)
      return { status: 'sent', remoteId: handed.serverMessageId ?? messageId }
    },
  }
}

/** Nothing was sent. What was started in the mailbox will be found next time. */
function unreached(error: unknown): Receipt {
  const words = error instanceof Error ? error.message : String(error)
  return { status: 'retry', reason: `the mailbox is not reached: ${truncate(inOneLine(words), 300)}`, away: true }
}
