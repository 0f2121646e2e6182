import type { ImapFlow } from 'imapflow'
import type { ReconcileResult } from '../../../domain/delivery.ts'
import type { MailAccount } from '../account.ts'
import type { ImapDeps } from '../wire/imap.ts'
import {
  type FoundMail,
  findByTraces,
  folderFor,
  type MailTraces,
  searchStart,
  visitMailbox,
} from './mailbox-folders.ts'

export interface SentMailQuery extends MailTraces {
  /** When it was written; no copy is older. */
  at: Date
}

/** Where copies of sent mails can be found. */
export interface CopyPolicy extends Pick<MailAccount, 'sentCopy'> {
  /** Everything we send also goes to ourselves. */
  isCopied: boolean
}

/**
 * Whether a mail with an unknown outcome was sent. If the server saves sent mails, or everything also goes to
 * ourselves, a mail found nowhere was not sent. Otherwise nobody can say.
 */
export async function lookUpSentMail(
  imap: ImapDeps,
  { sentCopy, isCopied }: CopyPolicy,
  query: SentMailQuery & { token: string },
  signal: AbortSignal,
): Promise<ReconcileResult> {
  if (sentCopy === 'none' && !isCopied) return { status: 'unknown' }
  try {
    return await visitMailbox(imap, signal, async (client) => {
      const { token, ...traces } = query
      const sent = await findSent(client, traces)
      if (sent.mail) return { status: 'sent', remoteId: sent.mail.messageId }
      const since = searchStart(query.at)
      const copy = isCopied ? await findByTraces(client, 'INBOX', { ...traces, token }, since) : undefined
      if (copy) return { status: 'sent', remoteId: copy.messageId }
      const isProof = isCopied || (sentCopy === 'server' && sent.isKept)
      return { status: isProof ? 'absent' : 'unknown' }
    })
  } catch {
    return { status: 'away' }
  }
}

/** Searches the folder for sent mails, or the one with all mails if that is not visible to us. */
export async function findSent(client: ImapFlow, query: SentMailQuery): Promise<{ mail?: FoundMail; isKept: boolean }> {
  const folder = (await folderFor(client, 'Sent')) ?? (await folderFor(client, 'All'))
  if (folder === undefined) return { isKept: false }
  const mail = await findByTraces(client, folder, query, searchStart(query.at))
  return { ...(mail && { mail }), isKept: true }
}
