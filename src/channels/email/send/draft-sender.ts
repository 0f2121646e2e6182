import type { Delivery, Receipt } from '../../../domain/delivery.ts'
import type { Log } from '../../../lib/log.ts'
import { truncate } from '../../../lib/text/text.ts'
import type { MailAccount } from '../account.ts'
import { emailMessages } from '../email-messages.ts'
import type { ImapDeps } from '../wire/imap.ts'
import { type FoundDraft, findDraft, type NewDraft, removeDraft, saveDraft } from './draft-folder.ts'
import { inOneLine } from './header-text.ts'
import type { MailTraces } from './mailbox-folders.ts'
import type { OutgoingMail } from './outgoing-mail.ts'
import type { SentCopies } from './sent-copies.ts'
import type { SentMailQuery } from './sent-mail-lookup.ts'

export interface DraftSenderDeps {
  account: Pick<MailAccount, 'address' | 'sentCopy'>
  imap: ImapDeps
  outgoing: OutgoingMail
  copies: SentCopies
  log: Log
}

/** Answers that a person reviews before they are sent. */
export interface DraftSender {
  /** Repeating it finds the existing draft. */
  save(mail: NewDraft, to: string, signal: AbortSignal): Promise<Receipt>
  /** Sends what is in Drafts now, because somebody may have edited it. */
  send(delivery: Delivery, query: SentMailQuery, to: string, signal: AbortSignal): Promise<Receipt>
}

/** The mail has been sent, so cleaning up must not delay its receipt. */
const CLEANUP_TIMEOUT_MS = 30_000

export function createDraftSender({ account, imap, outgoing, copies, log }: DraftSenderDeps): DraftSender {
  /** The copy comes first: with it we can tell that the mail was sent, even after the draft is gone. */
  async function cleanUp(query: SentMailQuery, messageId: string, bytes: Buffer, signal: AbortSignal): Promise<void> {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(CLEANUP_TIMEOUT_MS)])
    const copy = { ...query, messageId, bytes: async () => bytes }
    try {
      if (account.sentCopy === 'append') await copies.keepNow(copy, soon)
      await removeDraft(imap, query, soon)
    } catch (err) {
      log.warn({ err }, 'a draft that was sent could not be removed')
      if (account.sentCopy === 'append') copies.keep(copy)
    }
  }

  return {
    async save(mail, to, signal) {
      try {
        const folder = await saveDraft(imap, mail, signal)
        return { status: 'drafted', remoteId: mail.messageId, where: `${folder} of ${account.address}`, to }
      } catch (error) {
        return unreached(error)
      }
    },
    async send(delivery, query, to, signal) {
      let draft: FoundDraft
      try {
        draft = await findDraft(imap, query, signal)
      } catch (error) {
        return unreached(error)
      }
      if (draft.status === 'sent') return draft
      if (draft.status === 'gone') return { status: 'refused', reason: emailMessages.draftGone }
      const { bytes, messageId } = asSent(draft.bytes, query)
      const handover = await outgoing.send(delivery, to, bytes, signal)
      if (!handover.isSent) return handover.receipt
      await cleanUp(query, messageId, bytes, signal)
      return { status: 'sent', remoteId: handover.serverMessageId ?? messageId }
    },
  }
}

/** Nothing was sent. What was started in the mailbox will be found next time. */
function unreached(error: unknown): Receipt {
  const words = error instanceof Error ? error.message : String(error)
  return {
    status: 'retry',
    reason: emailMessages.mailboxUnreachable(truncate(inOneLine(words), 300)),
    away: true,
  }
}

/**
 * The draft as it will be sent: as the person left it, but without Bcc, and with our ids if their mail program dropped
 * them.
 */
function asSent(draft: Buffer, { messageId, mark }: MailTraces): { messageId: string; bytes: Buffer } {
  const { head, body } = splitMail(draft)
  const fields = fieldsOf(head).filter((field) => nameOf(field) !== 'bcc')
  const has = (name: string) => fields.some((field) => nameOf(field) === name)
  const added = [
    ...(has('message-id') ? [] : [`Message-ID: ${messageId}`]),
    ...(has('x-skein-outbox') ? [] : [`X-Skein-Outbox: ${mark}`]),
  ]
  const messageIdField = fields.find((field) => nameOf(field) === 'message-id')
  const bytes = Buffer.concat([Buffer.from([...added, ...fields, '', ''].join('\r\n'), 'latin1'), body])
  return { messageId: /<[^<>\s]+>/.exec(messageIdField ?? '')?.[0] ?? messageId, bytes }
}

function splitMail(mail: Buffer): { head: string; body: Buffer } {
  const text = mail.toString('latin1')
  const { index = text.length, 0: gap = '' } = /\r?\n\r?\n/.exec(text) ?? {}
  return { head: text.slice(0, index), body: mail.subarray(index + gap.length) }
}

/** Each header with its folded lines. */
function fieldsOf(head: string): string[] {
  return head.split(/\r?\n(?![ \t])/).filter((field) => field !== '')
}

function nameOf(field: string): string {
  return field
    .slice(0, Math.max(0, field.indexOf(':')))
    .trim()
    .toLowerCase()
}
