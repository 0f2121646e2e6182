/** Why the mailbox could not be read, distinguished by what can be done about it. */
export type MailboxFailure =
  /** The server or the token service refuses our login. */
  | { kind: 'refused'; reason: string }
  /** The server asks for a pause, as Microsoft 365 does. The password is not wrong. */
  | { kind: 'throttled'; afterMs: number }
  /** The server offers no encryption, so we send it nothing. */
  | { kind: 'unencrypted'; reason: string }
  | { kind: 'no such folder'; reason: string }
  /** The server could not be reached, or the connection broke. */
  | { kind: 'lost'; reason: string }

const MAX_PAUSE_MS = 10 * 60_000

/** Converts errors of imapflow and nodemailer. */
export function failureOf(error: unknown): MailboxFailure {
  const libraryError = typeof error === 'object' && error !== null ? (error as LibraryError) : {}
  const reason = reasonOf(libraryError)
  if (libraryError.code === 'ETHROTTLE')
    return { kind: 'throttled', afterMs: Math.min(MAX_PAUSE_MS, libraryError.throttleReset ?? 60_000) }
  // nodemailer's code for a refused login.
  if (libraryError.code === 'EAUTH') return { kind: 'refused', reason }
  // An overloaded server refuses every login.
  if (
    libraryError.authenticationFailed === true &&
    !/UNAVAILABLE|INUSE|LIMIT|SERVERBUG/i.test(libraryError.serverResponseCode ?? '')
  )
    return { kind: 'refused', reason }
  if (libraryError.mailboxMissing === true) return { kind: 'no such folder', reason }
  if (libraryError.tlsFailed === true || /STARTTLS/i.test(libraryError.message ?? ''))
    return { kind: 'unencrypted', reason }
  return { kind: 'lost', reason }
}

interface LibraryError {
  message?: string
  code?: string
  throttleReset?: number
  authenticationFailed?: boolean
  mailboxMissing?: boolean
  tlsFailed?: boolean
  serverResponseCode?: string
  responseText?: string
}

/** The server's own words, short and on one line. */
function reasonOf({ responseText, code, message }: LibraryError): string {
  const text = responseText ?? (code === undefined ? message : `${message ?? ''} (${code})`) ?? 'unknown trouble'
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 200)
}
