import { randomUUID } from 'node:crypto'
import type { ImapFlow } from 'imapflow'
import type { Log } from '../../../lib/log.ts'
import { sleep } from '../../../lib/time/timers.ts'
import type { MailAccount, MailCredential } from '../account.ts'
import { parseAuthenticationResults } from '../authority/authentication-results.ts'
import { headerValues, readHeaders } from '../authority/headers.ts'
import { findByTraces, folderFor, type MailTraces, visitMailbox } from '../send/mailbox-folders.ts'
import { submit } from '../send/submit.ts'
import { failureOf, type MailboxFailure } from './failure.ts'
import type { MailStep } from './trouble-words.ts'

export interface TrialDeps {
  account: MailAccount
  credential(signal: AbortSignal): Promise<MailCredential>
  log: Log
}

/** How a mailbox behaves, as seen with one mail that it sends to itself. */
export interface MailboxBehavior {
  /** The server saves sent mails by itself. */
  savesSent: boolean
  /** The name the server uses in its results about senders, if it adds any. */
  authservId: string | undefined
}

export type TrialResult<T> = { ok: true; value: T } | { ok: false; step: MailStep; failure: MailboxFailure }

const ARRIVAL_TIMEOUT_MS = 60_000
const CHECK_INTERVAL_MS = 1000

/** Opens the mailbox and returns the names of its folders. */
export async function tryLogin(
  { account, credential, log }: TrialDeps,
  signal: AbortSignal,
): Promise<TrialResult<string[]>> {
  try {
    const folders = await visitMailbox({ server: account.imap, credential, log }, signal, (client) => client.list())
    return { ok: true, value: folders.map(({ path }) => path) }
  } catch (error) {
    return { ok: false, step: 'imap', failure: failureOf(error) }
  }
}

/** Sends a mail to the mailbox itself and waits for it. Both copies are deleted again. */
export async function tryMail(
  { account, credential, log }: TrialDeps,
  signal: AbortSignal,
): Promise<TrialResult<MailboxBehavior>> {
  const { traces, bytes } = mailToItself(account.address)
  const mail = { from: account.address, to: account.address, copies: [], bytes }
  const sent = await submit({ server: account.smtp, credential }, mail, signal, signal)
  if (sent.status !== 'accepted') {
    const kind = sent.status === 'login refused' ? 'refused' : 'lost'
    return { ok: false, step: 'smtp', failure: { kind, reason: sent.reason } }
  }
  try {
    const imap = { server: account.imap, credential, log }
    return await visitMailbox(imap, signal, (client) => waitForArrival(client, traces, signal))
  } catch (error) {
    return { ok: false, step: 'imap', failure: failureOf(error) }
  }
}

async function waitForArrival(
  client: ImapFlow,
  traces: MailTraces,
  signal: AbortSignal,
): Promise<TrialResult<MailboxBehavior>> {
  for (let waited = 0; waited < ARRIVAL_TIMEOUT_MS; waited += CHECK_INTERVAL_MS) {
    const receivedMail = await findByTraces(client, 'INBOX', traces)
    if (receivedMail) {
      const mail = await client.fetchOne(String(receivedMail.uid), { headers: true }, { uid: true })
      const authservId = authservIdIn((mail && mail.headers) || Buffer.alloc(0))
      await client.messageDelete(String(receivedMail.uid), { uid: true })
      return { ok: true, value: { savesSent: await deleteFromSent(client, traces), authservId } }
    }
    await sleep(CHECK_INTERVAL_MS, signal)
  }
  return { ok: false, step: 'delivery', failure: { kind: 'lost', reason: 'it did not arrive within a minute' } }
}

/**
 * The name of the server that checked the sender. We sent the mail without such a header, so our own server added it.
 * Only a server that checks DMARC counts. Another one may not be the server that checks mail from outside.
 */
function authservIdIn(head: Buffer): string | undefined {
  const [header] = headerValues(readHeaders(head), 'authentication-results')
  const checked = header === undefined ? undefined : parseAuthenticationResults(header)
  return checked?.results.some(({ method }) => method === 'dmarc') ? checked.authservId : undefined
}

async function deleteFromSent(client: ImapFlow, traces: MailTraces): Promise<boolean> {
  const folder = await folderFor(client, 'Sent')
  const sentMail = folder === undefined ? undefined : await findByTraces(client, folder, traces)
  if (sentMail) await client.messageDelete(String(sentMail.uid), { uid: true })
  return sentMail !== undefined
}

/** Sends a short mail to somebody, without waiting for anything. Returns why it failed. */
export async function sendShortMail(
  { account, credential }: Pick<TrialDeps, 'account' | 'credential'>,
  mail: ShortMail,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { bytes } = composeMail(account.address, mail)
  const submission = { from: account.address, to: mail.to, copies: [], bytes }
  const sent = await submit({ server: account.smtp, credential }, submission, signal, signal)
  return sent.status === 'accepted' ? undefined : sent.reason
}

export interface ShortMail {
  to: string
  subject: string
  text: string
}

function mailToItself(address: string): { traces: MailTraces; bytes: Buffer } {
  return composeMail(address, {
    to: address,
    subject: 'Skein tests this mailbox',
    text: 'Skein sent this mail to itself to test the mailbox. It will be deleted.',
  })
}

function composeMail(address: string, { to, subject, text }: ShortMail): { traces: MailTraces; bytes: Buffer } {
  const mark = `setup-${randomUUID()}`
  const messageId = `<${mark}@${address.slice(address.lastIndexOf('@') + 1)}>`
  const lines = [
    `From: Skein <${address}>`,
    `To: <${to}>`,
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${messageId}`,
    'Auto-Submitted: auto-generated',
    `X-Skein-Outbox: ${mark}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(`${text}\n`).toString('base64'),
    '',
  ]
  return { traces: { messageId, mark }, bytes: Buffer.from(lines.join('\r\n')) }
}
