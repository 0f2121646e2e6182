/** Why the mailbox could not be read, distinguished by what can be done about it. */
export type Failure =
  /** The server or the token service refuses our login. */
  | { kind: 'refused'; reason: string }
  /** The server asks for a pause, as Microsoft 365 does. The password is not wrong. */
  | { kind: 'throttled'; afterMs: number }
  /** The server offers no encryption, so we send it nothing. */
  | { kind: 'unencrypted'; reason: string }
  | { kind: 'no such folder'; reason: string }
  /** The server could not be reached, or the connection broke. */
  | { kind: 'lost'; reason: string }

const LONGEST_PAUSE_MS = 10 * 60_000

/** Converts errors of imapflow and nodemailer. */
export function failureOf(error: unknown): Failure {
  const told = typeof error === 'object' && error !== null ? (error as Told) : {}
  const reason = reasonOf(told)
  if (told.code === 'ETHROTTLE')
    return { kind: 'throttled', afterMs: Math.min(LONGEST_PAUSE_MS, told.throttleReset ?? 60_000) }
  // nodemailer's code for a refused login.
  if (told.code === 'EAUTH') return { kind: 'refused', reason }
  // An overloaded server refuses every login.
  if (told.authenticationFailed === true && !/UNAVAILABLE|INUSE|LIMIT|SERVERBUG/i.test(told.serverResponseCode ?? ''))
    return { kind: 'refused', reason }
  if (told.mailboxMissing === true) return { kind: 'no such folder', reason }
  if (told.tlsFailed === true || /STARTTLS/i.test(told.message ?? '')) return { kind: 'unencrypted', reason }
  return { kind: 'lost', reason }
}

interface Told {
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
function reasonOf({ responseText, code, message }: Told): string {
  const said = responseText ?? (code === undefined ? message : `${message ?? ''} (${code})`) ?? 'unknown trouble'
  return said.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 200)
}
