import type { Clock } from '../../../lib/time/clock.ts'
import type { DnsResolver } from '../authority/dns.ts'
import { domainOf } from '../authority/domains.ts'
import { doubtMessages } from '../authority/doubt-messages.ts'
import { type Header, headerValues } from '../authority/headers.ts'
import { contentDoubt, type SenderVerdict, verifySender } from '../authority/sender-verification.ts'
import { hasServerResults } from '../authority/server-results.ts'
import type { HourlyAllowance } from './hourly-allowance.ts'
import type { MailFetch } from './mail-fetch.ts'

export interface SenderCheckerDeps {
  authservId?: string | undefined
  resolve?: DnsResolver | undefined
  forged: HourlyAllowance
  clock: Clock
}

export interface MailToCheck {
  headers: Header[]
  /** The claimed sender. */
  address: string
  mail: MailFetch
  /** The claimed sender is somebody we know. */
  isListed: boolean
  /** Asked before the mail is fetched for a check. */
  mayFetch(): boolean
  /** If false, a doubt that may be temporary counts as final. */
  mayWait: boolean
}

export interface SenderChecker {
  /** `later` if it cannot be checked now. */
  check(mail: MailToCheck, signal: AbortSignal): Promise<SenderVerdict | 'later'>
}

/** Fetching and checking mails up to this size is cheap. */
const CHEAP_CHECK_BYTES = 256 * 1024

/** Our own server checked the signature, but not that the body can be decoded in only one way. */
async function checkContent(verdict: SenderVerdict, mail: MailFetch, mayFetch: () => boolean): Promise<SenderVerdict> {
  const source = mayFetch() ? await mail.whole() : undefined
  if (!source || verdict.address === undefined) return verdict
  const reason = await contentDoubt(source, domainOf(verdict.address), { isCut: source.length < mail.size })
  return reason === undefined ? verdict : { ...verdict, status: 'unproven', reason }
}

/** Checks who vouches for a mail: our own server, or else its signature, for which the whole mail has to be fetched. */
export function createSenderChecker({ authservId, resolve, forged, clock }: SenderCheckerDeps): SenderChecker {
  return {
    async check({ headers, address, mail, isListed, mayFetch, mayWait }, signal) {
      const isJudged = authservId !== undefined && hasServerResults(headers, authservId)
      const isSigned = headerValues(headers, 'dkim-signature').length > 0
      const isCheckedHere = !isJudged && isSigned && !mail.isTooLarge
      const isExpensive = isCheckedHere && isListed && mail.size > CHEAP_CHECK_BYTES
      // Anybody can send any number of large forged mails, so only a few are checked in an hour.
      if (isExpensive && mayWait && !forged.hasRoom()) return 'later'
      const source = isCheckedHere && mayFetch() ? await mail.whole() : undefined
      const verdict = await verifySender(
        { headers, ...(source && { source }) },
        { now: clock.now(), ...(authservId === undefined ? {} : { authservId }), ...(resolve && { resolve }) },
        signal,
      )
      if (verdict.status === 'unproven') {
        if (isExpensive) forged.take()
        return verdict.isTemporary && mayWait ? 'later' : verdict
      }
      // The header was fetched separately and need not be the one that was signed.
      if (verdict.address === address) return isJudged ? checkContent(verdict, mail, mayFetch) : verdict
      return { status: 'unproven', name: '', reason: doubtMessages.otherHeaders }
    },
  }
}
