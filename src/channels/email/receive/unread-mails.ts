import type { FetchMessageObject, ImapFlow } from 'imapflow'
import type { Log } from '../../../lib/log.ts'
import type { LocalizedText } from '../../../messages/localized.ts'
import type { MailServer } from '../account.ts'
import { readHeaders } from '../authority/headers.ts'
import { emailMessages } from '../email-messages.ts'
import { failureOf } from '../wire/failure.ts'
import { type ImapDeps, openImap } from '../wire/imap.ts'
import { readEnvelope } from './envelope.ts'

/** A mailbox that is only looked at and never changed. */
export interface WatchedMailbox {
  server: MailServer
  user: string
  password: string
  folder: string
}

/** The headers of an unread mail. Everything except the date is the sender's claim. */
export interface UnreadHead {
  /** Stable as long as the mail exists. */
  key: string
  from: string
  subject: string
  /** When the server received it. */
  at: Date
}

export type Unread = { status: 'found'; mails: UnreadHead[] } | { status: 'failed'; reason: LocalizedText }

export interface UnreadDeps extends Pick<ImapDeps, 'tls'> {
  log: Log
  /** The limit for everything together. */
  timeoutMs?: number
}

const texts = emailMessages.unread

const TIMEOUT_MS = 20_000
const FIELDS = ['from', 'subject']

/** The newest unread mails of a folder, newest first. The folder is opened read-only, so they stay unread. */
export async function readUnread(
  { log, tls, timeoutMs = TIMEOUT_MS }: UnreadDeps,
  mailbox: WatchedMailbox,
  limit: number,
  signal: AbortSignal,
): Promise<Unread> {
  const { server, user, password, folder } = mailbox
  const timedOut = new AbortController()
  const timer = setTimeout(() => timedOut.abort(), timeoutMs)
  const untilEnd = AbortSignal.any([signal, timedOut.signal])
  let client: ImapFlow | undefined
  try {
    const credential = async () => ({ user, password })
    client = await openImap({ server, credential, log, ...(tls && { tls }) }, untilEnd)
    const { uidValidity } = await client.mailboxOpen(folder, { readOnly: true })
    const uids = await client.search({ seen: false, deleted: false }, { uid: true })
    // imapflow returns false for a failed search.
    if (!Array.isArray(uids)) throw new Error('it does not search the folder')
    const newest = uids.toSorted((a, b) => b - a).slice(0, limit)
    if (newest.length === 0) return { status: 'found', mails: [] }
    const fetched = await client.fetchAll(
      newest.join(','),
      { uid: true, internalDate: true, headers: FIELDS },
      { uid: true },
    )
    const mails = fetched
      .filter(({ uid }) => newest.includes(uid))
      .toSorted((a, b) => b.uid - a.uid)
      .map((mail) => headOf(mail, String(uidValidity)))
    return { status: 'found', mails }
  } catch (error) {
    if (timedOut.signal.aborted) return { status: 'failed', reason: texts.late(server.host, timeoutMs / 1000) }
    return { status: 'failed', reason: describeError(error, mailbox) }
  } finally {
    clearTimeout(timer)
    client?.close()
  }
}

function headOf({ uid, internalDate, headers }: FetchMessageObject, validity: string): UnreadHead {
  const { from, subject } = readEnvelope(readHeaders(headers ?? Buffer.alloc(0)))
  const [sender] = from
  return {
    // By UID, because a sender can choose everything else.
    key: `${validity}/${uid}`,
    from: sender ? sender.name || sender.address : '',
    subject,
    at: internalDate instanceof Date ? internalDate : new Date(0),
  }
}

function describeError(error: unknown, { server, user, folder }: WatchedMailbox): LocalizedText {
  const failure = failureOf(error)
  switch (failure.kind) {
    case 'refused':
      return texts.refused(server.host, user, failure.reason)
    case 'throttled':
      return texts.throttled(server.host)
    case 'unencrypted':
      return texts.unencrypted(server.host, failure.reason)
    case 'no such folder':
      return texts.noFolder(server.host, folder)
    case 'lost':
      return texts.lost(server.host, failure.reason)
  }
}
