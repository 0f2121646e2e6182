import type { Clock } from '../../../lib/time/clock.ts'
import type { DnsResolver } from '../authority/dns.ts'
import { domainOf } from '../authority/domains.ts'
import { type Header, headerValues } from '../authority/headers.ts'
import { judgeSender, type Verdict, wordsDoubt } from '../authority/sender.ts'
import { isStamped } from '../authority/stamp.ts'
import type { Allowance } from './allowance.ts'
import type { Fetching } from './fetching.ts'

export interface ProofDeps {
  authservId?: string | undefined
  resolve?: DnsResolver | undefined
  forged: Allowance
  clock: Clock
}

export interface DoubtedMail {
  headers: Header[]
  /** The claimed sender. */
  address: string
  mail: Fetching
  /** The claimed sender is somebody we know. */
  isListed: boolean
  /** Asked before the mail is fetched for a check. */
  mayFetch(): boolean
  /** If false, a doubt that may be temporary counts as final. */
  mayWait: boolean
}

export interface Proof {
  /** `later` if it cannot be checked now. */
  judge(mail: DoubtedMail, signal: AbortSignal): Promise<Verdict | 'later'>
}

/** Fetching and checking mails up to this size is cheap. */
const LITTLE_BYTES = 256 * 1024

/** Our own server checked the signature, but not how the body is decoded. */
async function withWords(verdict: Verdict, mail: Fetching, mayFetch: () => boolean): Promise<Verdict> {
  const source = mayFetch() ? await mail.whole() : undefined
  if (!source || verdict.address === undefined) return verdict
  const reason = await wordsDoubt(source, domainOf(verdict.address), { isCut: source.length < mail.size })
  return reason === undefined ? verdict : { ...verdict, status: 'unproven', reason }
}

/** Checks who vouches for a mail: our own server, or else its signature, for which the whole mail has to be fetched. */
export function createProof({ authservId, resolve, forged, clock }: ProofDeps): Proof {
  return {
    async judge({ headers, address, mail, isListed, mayFetch, mayWait }, signal) {
      const isJudged = authservId !== undefined && isStamped(headers, authservId)
      const isSigned = headerValues(headers, 'dkim-signature').length > 0
      const isCheckedHere = !isJudged && isSigned && !mail.isTooLarge
      const isDear = isCheckedHere && isListed && mail.size > LITTLE_BYTES
      // Anybody can send any number of these.
      if (isDear && mayWait && !forged.hasRoom()) return 'later'
      const source = isCheckedHere && mayFetch() ? await mail.whole() : undefined
      const verdict = await judgeSender(
        { headers, ...(source && { source }) },
        { now: clock.now(), ...(authservId === undefined ? {} : { authservId }), ...(resolve && { resolve }) },
        signal,
      )
      if (verdict.status === 'unproven') {
        if (isDear) forged.take()
        return verdict.isTemporary && mayWait ? 'later' : verdict
      }
      // The header was fetched separately and need not be the one that was signed.
      if (verdict.address === address) return isJudged ? withWords(verdict, mail, mayFetch) : verdict
      return { status: 'unproven', name: '', reason: 'its headers are not what was signed' }
    },
  }
}
