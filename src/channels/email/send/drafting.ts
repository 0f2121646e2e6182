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

/** Answers that somebody reads before they go. */
export interface Drafting {
  /** Done again it finds what lies there already. */
  lay(mail: NewDraft, to: string, signal: AbortSignal): Promise<Receipt>
  /** What lies in Drafts now goes: somebody may have put it right. */
  send(delivery: Delivery, wanted: Wanted, to: string, signal: AbortSignal): Promise<Receipt>
}

/** The mail has left; what is still done for it must not keep its receipt. */
const TIDY_MS = 30_000

export function createDrafting({ account, imap, outgoing, copies, log }: DraftingDeps): Drafting {
  /** First the copy: with it, it can be said of the mail that it went, also once the draft is gone. */
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

/** Nothing was sent; what was begun in the mailbox is found there the next time. */
function unreached(error: unknown): Receipt {
  const words = error instanceof Error ? error.message : String(error)
  return { status: 'retry', reason: `the mailbox is not reached: ${truncate(inOneLine(words), 300)}`, away: true }
}
