import type { ImapFlow } from 'imapflow'
import { joinSignals } from '../../../lib/time/joined-signal.ts'
import { type ImapDeps, openImap } from '../wire/imap.ts'

/** The purpose of a folder, whatever its name. */
export type FolderUse = 'Sent' | 'Drafts' | 'All'

/** The limit for one visit. */
const VISIT_TIMEOUT_MS = 120_000
const DAY_MS = 86_400_000

/** Does some work in the mailbox over its own connection. Rejects if the connection fails. */
export async function visitMailbox<T>(
  imap: ImapDeps,
  signal: AbortSignal,
  work: (client: ImapFlow) => Promise<T>,
  timeoutMs = VISIT_TIMEOUT_MS,
): Promise<T> {
  const joined = joinSignals(signal, AbortSignal.timeout(timeoutMs))
  try {
    const client = await openImap(imap, joined.signal)
    try {
      return await work(client)
    } finally {
      client.close()
    }
  } finally {
    joined.release()
  }
}

/** The path of the folder; undefined if there is none. */
export async function folderFor(client: Pick<ImapFlow, 'list'>, use: FolderUse): Promise<string | undefined> {
  const folders = await client.list()
  return folders.find(({ specialUse }) => specialUse === `\\${use}`)?.path
}

/** Creates the folder if there is none. */
export async function ensureFolder(
  client: Pick<ImapFlow, 'list' | 'mailboxCreate'>,
  use: 'Sent' | 'Drafts',
): Promise<string> {
  return (await folderFor(client, use)) ?? (await client.mailboxCreate(use)).path
}

/** Identifies one of our mails. */
export interface MailTraces {
  messageId: string
  /** Survives relays that replace message ids. */
  mark: string
  /** The thread, for folders in which anybody can place mails: the mark can be guessed, this cannot. */
  token?: string
}

export interface FoundMail {
  uid: number
  /** Its message id in the folder. */
  messageId: string
}

/** Opens the folder and searches it. `since` limits the work in a large one. */
export async function findByTraces(
  client: ImapFlow,
  folder: string,
  { messageId, mark, token }: MailTraces,
  since?: Date,
): Promise<FoundMail | undefined> {
  // Not read-only, because imapflow then omits the flags of mails it appends.
  await client.mailboxOpen(folder)
  const marked = { 'x-skein-outbox': mark, ...(token !== undefined && { references: token }) }
  for (const header of [{ 'message-id': messageId }, marked]) {
    const uids = await client.search({ header, ...(since && { since }) }, { uid: true })
    // A failed search must not be mistaken for an empty result.
    if (!uids) throw new Error(`a search in ${folder} failed`)
    const uid = uids.at(-1)
    if (uid === undefined) continue
    const mail = await client.fetchOne(String(uid), { envelope: true }, { uid: true })
    if (mail) return { uid, messageId: mail.envelope?.messageId || messageId }
  }
  return undefined
}

/**
 * The date from which to search for copies of a mail. It is two days before the mail, because IMAP servers search by
 * whole days in their own time zone.
 */
export function searchStart(at: Date): Date {
  return new Date(at.getTime() - 2 * DAY_MS)
}

/** Appends a mail unless it is already there. */
export async function appendOnce(
  client: ImapFlow,
  folder: string,
  mail: MailTraces & { bytes: Buffer; at: Date },
  flags: string[],
): Promise<void> {
  if (await findByTraces(client, folder, mail, searchStart(mail.at))) return
  if (!(await client.append(folder, mail.bytes, flags, mail.at)))
    throw new Error(`the mail could not be saved in ${folder}`)
}
