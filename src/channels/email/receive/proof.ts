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
  /** Whose it says to be. */
  address: string
  mail: Fetching
  /** It says that it is from somebody on the list. */
  isListed: boolean
  /** Asked before it is fetched to be checked. */
  mayFetch(): boolean
  /** Otherwise what can't be told now is not so. */
  mayWait: boolean
}

export interface Proof {
  /** `later`: nobody can say it now. */
  judge(mail: DoubtedMail, signal: AbortSignal): Promise<Verdict | 'later'>
}

/** What it costs to fetch and check one of these does not matter. */
const LITTLE_BYTES = 256 * 1024

/** Our own server looked at the signature, and not at what a reader makes of the body below it. */
async function withWords(verdict: Verdict, mail: Fetching, mayFetch: () => boolean): Promise<Verdict> {
  const source = mayFetch() ? await mail.whole() : undefined
  if (!source || verdict.address === undefined) return verdict
  const reason = await wordsDoubt(source, domainOf(verdict.address), { isCut: source.length < mail.size })
  return reason === undefined ? verdict : { ...verdict, status: 'unproven', reason }
}

/** Who vouches for a mail: our own server, or else its own signature, for which every byte of it has to be fetched. */
export function createProof({ authservId, resolve, forged, clock }: ProofDeps): Proof {
  return {
    async judge({ headers, address, mail, isListed, mayFetch, mayWait }, signal) {
      const isJudged = authservId !== undefined && isStamped(headers, authservId)
      const isSigned = headerValues(headers, 'dkim-signature').length > 0
      const isCheckedHere = !isJudged && isSigned && !mail.isTooLarge
      const isDear = isCheckedHere && isListed && mail.size > LITTLE_BYTES
      // Anybody can send as many of them as they like.
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
      // Its head was fetched by itself, and need not be that of the mail whose signature holds.
      if (verdict.address === address) return isJudged ? withWords(verdict, mail, mayFetch) : verdict
      return { status: 'unproven', name: '', reason: 'its headers are not what was signed' }
    },
  }
}
