import type { ImapFlow } from 'imapflow'
import { createTransport } from 'nodemailer'
import { createLog } from '../../../lib/log.ts'
import { systemClock } from '../../../lib/time/clock.ts'
import type { LocalizedText } from '../../../messages/localized.ts'
import type { MailAccount, MailCredential } from '../account.ts'
import { parseAuthenticationResults } from '../authority/authentication-results.ts'
import { headerValues, readHeaders } from '../authority/headers.ts'
import { emailMessages } from '../email-messages.ts'
import { visitMailbox } from '../send/mailbox-folders.ts'
import { failureOf } from './failure.ts'
import { createCredentials } from './oauth.ts'
import { mailTroubleText } from './trouble-words.ts'

export interface MailFinding {
  verdict: 'ok' | 'note' | 'bad'
  says: LocalizedText
  /** What the finding is about; reading if it is missing. */
  topic?: 'sending' | 'verification'
}

const texts = emailMessages.doctor

export interface ExamineDeps {
  account: MailAccount
  /** The refresh token that replaced the configured one. */
  kept(): string | undefined
}

const CHECKED_MAILS = 20
const MAX_LISTED_FOLDERS = 30
const REQUEST_TIMEOUT_MS = 15_000

/** Logs in to both servers of a mailbox and checks the configured folders. */
export async function examineMailbox({ account, kept }: ExamineDeps, signal: AbortSignal): Promise<MailFinding[]> {
  const { get } = createCredentials({ login: account.login, clock: systemClock, kept, keep() {} })
  const log = createLog({ level: 'silent', format: 'json', destination: process.stderr, scrub: (words) => words })
  try {
    const imap = { server: account.imap, credential: get, log }
    const findings = await visitMailbox(imap, signal, (client) => examineFolders(client, account), REQUEST_TIMEOUT_MS)
    return [...findings, { ...(await examineSubmission(account, await get(signal))), topic: 'sending' }]
  } catch (error) {
    return [bad(texts.notRead(account.address, whyNot('imap', error, account)))]
  }
}

async function examineFolders(client: ImapFlow, account: MailAccount): Promise<MailFinding[]> {
  const { address, folders } = account
  const existing = (await client.list()).map(({ path }) => path)
  const missing = folders.filter((folder) => !existing.some((path) => sameFolder(path, folder)))
  if (missing.length > 0) return [bad(texts.noFolder(address, missing, existing.slice(0, MAX_LISTED_FOLDERS)))]
  return [
    { verdict: 'ok', says: texts.read(address, account.imap.host, folders) },
    { ...(await examineResults(client, account)), topic: 'verification' },
  ]
}

/** Checks which server judged the senders of the last mails. */
async function examineResults(client: ImapFlow, { folders, authservId }: MailAccount): Promise<MailFinding> {
  const { exists } = await client.mailboxOpen(folders[0] ?? 'INBOX', { readOnly: true })
  const range = `${Math.max(1, exists - CHECKED_MAILS + 1)}:*`
  const mails = exists === 0 ? [] : await client.fetchAll(range, { headers: ['authentication-results'] })
  const signers = mails.flatMap(({ headers }) => signerOf(headers) ?? [])
  const usual = mostFrequent(signers)
  if (authservId !== undefined) {
    if (signers.includes(authservId.toLowerCase()) || mails.length === 0)
      return { verdict: 'ok', says: texts.verifiedBy(authservId) }
    const says = texts.noneVerified(mails.length, authservId)
    return bad(usual === undefined ? says : texts.otherServer(says, usual))
  }
  if (usual === undefined) return { verdict: 'ok', says: texts.bySignatures }
  return { verdict: 'note', says: texts.byServer(usual) }
}

/** The server that added the topmost results about the sender. */
function signerOf(headers: Buffer | undefined): string | undefined {
  const [value] = headerValues(readHeaders(headers ?? Buffer.alloc(0)), 'authentication-results')
  const parsed = value === undefined ? undefined : parseAuthenticationResults(value)
  return parsed?.results.some(({ method }) => method === 'dmarc') ? parsed.authservId : undefined
}

function mostFrequent(names: string[]): string | undefined {
  const count = (name: string) => names.filter((other) => other === name).length
  return [...new Set(names)].toSorted((a, b) => count(b) - count(a))[0]
}

/** Logs in to the submission server without sending anything. */
async function examineSubmission(account: MailAccount, login: MailCredential): Promise<MailFinding> {
  const { address, smtp } = account
  const { user } = login
  const transport = createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.security === 'tls',
    requireTLS: smtp.security === 'starttls',
    ignoreTLS: smtp.security === 'plain',
    auth:
      'password' in login ? { user, pass: login.password } : { type: 'OAuth2', user, accessToken: login.accessToken },
    connectionTimeout: REQUEST_TIMEOUT_MS,
    greetingTimeout: REQUEST_TIMEOUT_MS,
    socketTimeout: REQUEST_TIMEOUT_MS,
  })
  try {
    await transport.verify()
    return { verdict: 'ok', says: texts.sends(address, smtp.host) }
  } catch (error) {
    return bad(texts.notSending(address, whyNot('smtp', error, account)))
  } finally {
    transport.close()
  }
}

/** The name INBOX is case insensitive. */
function sameFolder(path: string, folder: string): boolean {
  return path === folder || (path.toUpperCase() === 'INBOX' && folder.toUpperCase() === 'INBOX')
}

/** Uses the sentences of `skein setup email`, with the names of configuration keys. */
function whyNot(step: 'imap' | 'smtp', error: unknown, account: MailAccount): LocalizedText {
  return mailTroubleText(step, failureOf(error), account, (server) => `email.${server} = `).says
}

function bad(says: LocalizedText): MailFinding {
  return { verdict: 'bad', says }
}
