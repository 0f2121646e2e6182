import type { ImapFlow } from 'imapflow'
import type { Found } from '../../../domain/delivery.ts'
import type { MailAccount } from '../account.ts'
import type { ImapDeps } from '../wire/imap.ts'
import { dayBefore, type FoundMail, findMail, folderFor, type Traces, visit } from './folders.ts'

export interface Wanted extends Traces {
  /** When it was said: no copy of it is older. */
  at: Date
}

type Keeping = Pick<MailAccount, 'sentCopy' | 'receipts'>

/**
 * Whether a mail that nobody answered for has left. Where the server keeps what it sends, or everything goes to ourselves
 * too, one that is found nowhere was not sent; elsewhere nobody can say.
 */
export async function lookUp(
  { imap, account }: { imap: ImapDeps; account: Keeping },
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Found> {
  if (account.sentCopy === 'none' && !account.receipts) return { status: 'unknown' }
  try {
    return await visit(imap, signal, async (client) => {
      const sent = await findSent(client, wanted)
      if (sent.mail) return { status: 'sent', remoteId: sent.mail.messageId }
      const receipt = account.receipts ? await findMail(client, 'INBOX', wanted, dayBefore(wanted.at)) : undefined
      if (receipt) return { status: 'sent', remoteId: receipt.messageId }
      const isProof = account.receipts || (account.sentCopy === 'server' && sent.isKept)
      return { status: isProof ? 'absent' : 'unknown' }
    })
  } catch {
    return { status: 'away' }
  }
}

/** In the folder for what was sent, or in the one that holds everything, where that is not shown to us. */
export async function findSent(client: ImapFlow, wanted: Wanted): Promise<{ mail?: FoundMail; isKept: boolean }> {
  const folder = (await folderFor(client, 'Sent')) ?? (await folderFor(client, 'All'))
  if (folder === undefined) return { isKept: false }
  const mail = await findMail(client, folder, wanted, dayBefore(wanted.at))
  return { ...(mail && { mail }), isKept: true }
}
