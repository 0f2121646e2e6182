/** Why the mailbox could not be read, by what can be done about it. */
export type Failure =
  /** The server, or the one who gives out its tokens, says no to who we are. */
  | { kind: 'refused'; reason: string }
  /** It asks for a pause: Microsoft 365 does, and it is no wrong password. */
  | { kind: 'throttled'; afterMs: number }
  /** Nobody encrypts there, so nothing is said there. */
  | { kind: 'unencrypted'; reason: string }
  | { kind: 'no such folder'; reason: string }
  /** Nobody was reached, or the connection broke. */
  | { kind: 'lost'; reason: string }

const LONGEST_PAUSE_MS = 10 * 60_000

/** Of whatever the library threw. */
export function failureOf(error: unknown): Failure {
  const told = typeof error === 'object' && error !== null ? (error as Told) : {}
  const reason = reasonOf(told)
  if (told.code === 'ETHROTTLE')
    return { kind: 'throttled', afterMs: Math.min(LONGEST_PAUSE_MS, told.throttleReset ?? 60_000) }
  // How the library that sends says it.
  if (told.code === 'EAUTH') return { kind: 'refused', reason }
  // A server that is overworked or being repaired says no to everybody.
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

/** In its own words, short and on one line. */
function reasonOf({ responseText, code, message }: Told): string {
  const said = responseText ?? (code === undefined ? message : `${message ?? ''} (${code})`) ?? 'unknown trouble'
  return said.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 200)
}
