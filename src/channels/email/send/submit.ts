import { Readable } from 'node:stream'
import type { ConnectionOptions } from 'node:tls'
import SMTPConnection, { type SMTPConnectionAuth, type SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection'
import XOAuth2 from 'nodemailer/lib/xoauth2'
import { createScrubber } from '../../../lib/text/scrub.ts'
import type { Credential, MailServer } from '../account.ts'
import { copyingOf, type Outcome, outcomeOf, type Progress } from './outcome.ts'

export interface SubmitDeps {
  server: MailServer
  /** Asked at every login. */
  credential(signal: AbortSignal): Promise<Credential>
  /** Roots beside the usual ones, for a server in a test. */
  tls?: ConnectionOptions
  /** How long a second of waiting takes; shorter in tests. */
  secondMs?: number
}

export interface Submission {
  from: string
  to: string
  /** Where a copy goes in the same transaction; that it is not taken there changes nothing. */
  copies: string[]
  bytes: Buffer
}

const CONNECT_SECONDS = 30
/** Up to where the server wants the mail itself, and for the mail. */
const TALK_SECONDS = 120
const TRANSFER_SECONDS = 900
/** RFC 5321, 4.5.3.2.6: who ends it sooner makes two mails of one. */
const ANSWER_SECONDS = 600
const QUIT_SECONDS = 5
const CHUNK_BYTES = 64 * 1024
const BROKEN_OFF = 'it was broken off'

/**
 * Hands one mail to the server, over a connection of its own. A server can only have taken a mail whose end it has seen:
 * until the end leaves, whatever breaks has sent nothing, and the signal ends it; from then on only an answer counts, and
 * only `closed` ends the waiting for it.
 */
export async function submit(
  { server, credential, tls, secondMs = 1000 }: SubmitDeps,
  mail: Submission,
  signal: AbortSignal,
  closed: AbortSignal,
): Promise<Outcome> {
  let login: Credential
  try {
    login = await credential(signal)
  } catch (error) {
    return withoutLogin(error)
  }
  if (signal.aborted || closed.aborted) return { status: 'unsent', reason: BROKEN_OFF }
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    // Without it a server, or whoever stands before it, that offers no STARTTLS would get the password in the clear.
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'plain',
    ...(tls && { tls }),
    connectionTimeout: CONNECT_SECONDS * secondMs,
    greetingTimeout: CONNECT_SECONDS * secondMs,
    socketTimeout: ANSWER_SECONDS * secondMs,
    maxResponseSize: 64 * 1024,
    logger: false,
  })
  const progress: Progress = { stage: 'connecting', isWhole: false }
  const { scrub } = scrubberOf(login)
  const envelope = { from: mail.from, to: [mail.to, ...mail.copies], size: mail.bytes.length }

  return await new Promise<Outcome>((resolve) => {
    let timer = setTimeout(tooSlow, TALK_SECONDS * secondMs)
    const onClosed = () => failed(new Error(BROKEN_OFF))
    const onAbort = () => {
      if (!progress.isWhole) onClosed()
    }
    signal.addEventListener('abort', onAbort, { once: true })
    closed.addEventListener('abort', onClosed, { once: true })
    connection.on('error', failed)
    // After an error it has no meaning; without one the server went away while nobody had asked it anything.
    connection.on('end', () => setImmediate(failed, new Error('the server closed the connection')))
    connection.connect((error) => (error ? failed(error) : logIn()))

    function wait(seconds: number): void {
      clearTimeout(timer)
      timer = setTimeout(tooSlow, seconds * secondMs)
    }

    function tooSlow(): void {
      failed(new Error('the server took too long'))
    }

    function settle(outcome: Outcome): void {
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
      // A server of this machine may want none. One that does says so to the first mail.
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
      // Who answers a mail before its end has not read it.
      if (!progress.isWhole) return failed(new Error('the server answered before it had the mail'))
      settle({ status: 'accepted', ...copyingOf(progress), ...(serverMessageId && { serverMessageId }) })
      connection.quit()
      setTimeout(() => connection.close(), QUIT_SECONDS * secondMs).unref()
    }

    /** Asked for its first piece once the server wants the mail, and for its end when all the others have left. */
    async function* content(): AsyncGenerator<Buffer> {
      const { rejectedErrors = [] } = envelope as { rejectedErrors?: (Error & { recipient?: string })[] }
      // The copy alone must not go: it would say later that the mail has left.
      const refusal = rejectedErrors.find(({ recipient }) => recipient === mail.to)
      if (refusal) throw refusal
      progress.isCopyRefused = rejectedErrors.length > 0
      // What the server has said before it was asked is heard now, and not taken for an answer to what is sent next.
      for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve))
      wait(TRANSFER_SECONDS)
      for (let at = 0; at < mail.bytes.length; at += CHUNK_BYTES) yield mail.bytes.subarray(at, at + CHUNK_BYTES)
      progress.isWhole = true
      wait(ANSWER_SECONDS)
    }
  })
}

function authOf(login: Credential): SMTPConnectionAuth {
  if ('password' in login) return { credentials: { user: login.user, pass: login.password } }
  const { user, accessToken } = login
  return { user, oauth2: new XOAuth2({ user, accessToken }) }
}

/** A server may repeat what it was told. */
function scrubberOf(login: Credential) {
  const scrubber = createScrubber()
  scrubber.add('password' in login ? login.password : login.accessToken)
  return scrubber
}

/** What a login is made of is given out elsewhere, and may be refused there for good. */
function withoutLogin(error: unknown): Outcome {
  const reason = error instanceof Error ? error.message : String(error)
  const isRefused = error instanceof Error && 'authenticationFailed' in error
  return { status: isRefused ? 'login refused' : 'unsent', reason }
}
