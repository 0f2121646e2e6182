import type { ImapFlow } from 'imapflow'
import { type ImapDeps, openImap } from '../wire/imap.ts'

/** What a folder is for, whatever it is called there. */
export type Use = 'Sent' | 'Drafts' | 'All'

/** How long the mailbox may take for what is wanted of it here. */
const LONGEST_MS = 120_000
const DAY_MS = 86_400_000

/** A short visit in the mailbox, over a connection of its own. Rejects when it cannot be had, or breaks. */
export async function visit<T>(
  imap: ImapDeps,
  signal: AbortSignal,
  work: (client: ImapFlow) => Promise<T>,
  longestMs = LONGEST_MS,
): Promise<T> {
  const client = await openImap(imap, AbortSignal.any([signal, AbortSignal.timeout(longestMs)]))
  try {
    return await work(client)
  } finally {
    client.close()
  }
}

/** Its path; undefined where there is none. */
export async function folderFor(client: Pick<ImapFlow, 'list'>, use: Use): Promise<string | undefined> {
  const folders = await client.list()
  return folders.find(({ specialUse }) => specialUse === `\\${use}`)?.path
}

/** Made where there is none. */
export async function ensureFolder(
  client: Pick<ImapFlow, 'list' | 'mailboxCreate'>,
  use: 'Sent' | 'Drafts',
): Promise<string> {
  return (await folderFor(client, use)) ?? (await client.mailboxCreate(use)).path
}

/** A mail of ours, by what it carries. */
export interface Traces {
  messageId: string
  /** Survives a relay that gives mails ids of its own. */
  mark: string
  /** Its thread, where anybody can put mails: the mark can be guessed, this cannot. */
  token?: string
}

export interface FoundMail {
  uid: number
  /** What it is called there. */
  messageId: string
}

/** Opens the folder and looks. `since` bounds the work in one that is large. */
export async function findMail(
  client: ImapFlow,
  folder: string,
  { messageId, mark, token }: Traces,
  since?: Date,
): Promise<FoundMail | undefined> {
  // Not to read only: a client that has opened a folder so leaves out the flags of what it appends.
  await client.mailboxOpen(folder)
  const marked = { 'x-skein-outbox': mark, ...(token !== undefined && { references: token }) }
  for (const header of [{ 'message-id': messageId }, marked]) {
    const uids = await client.search({ header, ...(since && { since }) }, { uid: true })
    // A server that could not search must not be taken for one that has nothing.
    if (!uids) throw new Error(`a search in ${folder} failed`)
    const uid = uids.at(-1)
    if (uid === undefined) continue
    const mail = await client.fetchOne(String(uid), { envelope: true }, { uid: true })
    if (mail) return { uid, messageId: mail.envelope?.messageId || messageId }
  }
  return undefined
}

/** No copy is older than what it is a copy of; servers search by the day, and by a clock and a zone of their own. */
export function dayBefore(at: Date): Date {
  return new Date(at.getTime() - 2 * DAY_MS)
}

/** Puts a mail where it is not yet. */
export async function appendOnce(
  client: ImapFlow,
  folder: string,
  mail: Traces & { bytes: Buffer; at: Date },
  flags: string[],
): Promise<void> {
  if (await findMail(client, folder, mail, dayBefore(mail.at))) return
  if (!(await client.append(folder, mail.bytes, flags, mail.at))) throw new Error(`${folder} took no mail`)
}
