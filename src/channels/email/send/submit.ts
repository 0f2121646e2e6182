import { Readable } from 'node:stream'
import type { ConnectionOptions } from 'node:tls'
import SMTPConnection, { type SMTPConnectionAuth, type SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection'
import XOAuth2 from 'nodemailer/lib/xoauth2'
import { createScrubber } from '../../../lib/text/secrets.ts'
import type { MailCredential, MailServer } from '../account.ts'
import { copyingOf, outcomeOf, type SubmissionOutcome, type SubmissionProgress } from './submission-outcome.ts'

export interface SubmitDeps {
  server: MailServer
  /** Requested at every login. */
  credential(signal: AbortSignal): Promise<MailCredential>
  /** Additional root certificates, for a test server. */
  tls?: ConnectionOptions
  /** The length of a second; shorter in tests. */
  secondMs?: number
}

export interface Submission {
  from: string
  to: string
  /** More recipients in the same transaction. If they are refused, nothing changes for the mail. */
  copies: string[]
  bytes: Buffer
}

const CONNECT_TIMEOUT_SECONDS = 30
/** The limits for the commands before the mail, and for the mail itself. */
const COMMANDS_TIMEOUT_SECONDS = 120
const TRANSFER_TIMEOUT_SECONDS = 900
/** RFC 5321, 4.5.3.2.6: giving up sooner would cause duplicates. */
const ANSWER_TIMEOUT_SECONDS = 600
const QUIT_TIMEOUT_SECONDS = 5
const CHUNK_BYTES = 64 * 1024
const INTERRUPTED = 'it was broken off'

/**
 * Hands one mail to the server over its own connection. A server can only have accepted a mail whose end it has seen.
 * Until then any failure means that nothing was sent, and `signal` may abort. After that only an answer counts, and
 * only `closed` ends the wait.
 */
export async function submit(
  { server, credential, tls, secondMs = 1000 }: SubmitDeps,
  mail: Submission,
  signal: AbortSignal,
  closed: AbortSignal,
): Promise<SubmissionOutcome> {
  let login: MailCredential
  try {
    login = await credential(signal)
  } catch (error) {
    return loginFailure(error)
  }
  if (signal.aborted || closed.aborted) return { status: 'unsent', reason: INTERRUPTED }
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    // Otherwise a server or a man in the middle that offers no STARTTLS would get the password unencrypted.
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'plain',
    ...(tls && { tls }),
    connectionTimeout: CONNECT_TIMEOUT_SECONDS * secondMs,
    greetingTimeout: CONNECT_TIMEOUT_SECONDS * secondMs,
    socketTimeout: ANSWER_TIMEOUT_SECONDS * secondMs,
    maxResponseSize: 64 * 1024,
    logger: false,
  })
  const progress: SubmissionProgress = { stage: 'connecting', isWhole: false }
  const { scrub } = createLoginScrubber(login)
  const envelope = { from: mail.from, to: [mail.to, ...mail.copies], size: mail.bytes.length }

  return await new Promise<SubmissionOutcome>((resolve) => {
    let timer = setTimeout(onTimeout, COMMANDS_TIMEOUT_SECONDS * secondMs)
    const onClosed = () => failed(new Error(INTERRUPTED))
    const onAbort = () => {
      if (!progress.isWhole) onClosed()
    }
    signal.addEventListener('abort', onAbort, { once: true })
    closed.addEventListener('abort', onClosed, { once: true })
    connection.on('error', failed)
    // Irrelevant after an error. Without one, the server closed the connection although nothing was pending.
    connection.on('end', () => setImmediate(failed, new Error('the server closed the connection')))
    connection.connect((error) => (error ? failed(error) : logIn()))

    function wait(seconds: number): void {
      clearTimeout(timer)
      timer = setTimeout(onTimeout, seconds * secondMs)
    }

    function onTimeout(): void {
      failed(new Error('the server took too long'))
    }

    function settle(outcome: SubmissionOutcome): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      closed.removeEventListener('abort', onClosed)
      resolve(outcome)
    }

    function failed(error: Error): void {
      settle(outcomeOf(error, progress, scrub))
      connection.close()
    }

    function logIn(): void {
      progress.stage = 'login'
      // A server on this machine may not require a login. One that does refuses the first mail.
      if (!connection.allowsAuth) return send()
      connection.login(authOf(login), (error) => (error ? failed(error) : send()))
    }

    function send(): void {
      progress.stage = 'mail'
      connection.send(envelope, Readable.from(content(), { objectMode: false }), (error, info) => {
        if (error) return failed(error)
        sent(info)
      })
    }

    function sent({ serverMessageId }: SMTPConnectionSendInfo): void {
      // A server that answers before the end of a mail has not read it.
      if (!progress.isWhole) return failed(new Error('the server answered before it had the mail'))
      settle({ status: 'accepted', ...copyingOf(progress), ...(serverMessageId && { serverMessageId }) })
      connection.quit()
      setTimeout(() => connection.close(), QUIT_TIMEOUT_SECONDS * secondMs).unref()
    }

    /**
     * nodemailer requests the first chunk when the server is ready for the mail, and the end after all others were
     * sent.
     */
    async function* content(): AsyncGenerator<Buffer> {
      const { rejectedErrors = [] } = envelope as { rejectedErrors?: (Error & { recipient?: string })[] }
      // The copy must not go alone, because it would later look as if the mail had been sent.
      const refusal = rejectedErrors.find(({ recipient }) => recipient === mail.to)
      if (refusal) throw refusal
      progress.isCopyRefused = rejectedErrors.length > 0
      // Handles what the server said unasked, so that it is not mistaken for an answer to what we send next.
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
      wait(TRANSFER_TIMEOUT_SECONDS)
      for (let at = 0; at < mail.bytes.length; at += CHUNK_BYTES) yield mail.bytes.subarray(at, at + CHUNK_BYTES)
      progress.isWhole = true
      wait(ANSWER_TIMEOUT_SECONDS)
    }
  })
}

function authOf(login: MailCredential): SMTPConnectionAuth {
  if ('password' in login) return { credentials: { user: login.user, pass: login.password } }
  const { user, accessToken } = login
  return { user, oauth2: new XOAuth2({ user, accessToken }) }
}

/** A server may repeat what we sent. */
function createLoginScrubber(login: MailCredential) {
  const scrubber = createScrubber()
  scrubber.add('password' in login ? login.password : login.accessToken)
  return scrubber
}

/** The token service may refuse us for good. */
function loginFailure(error: unknown): SubmissionOutcome {
  const reason = error instanceof Error ? error.message : String(error)
  const isRefused = error instanceof Error && 'authenticationFailed' in error
  return { status: isRefused ? 'login refused' : 'unsent', reason }
}
