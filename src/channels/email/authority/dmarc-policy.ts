import { type DnsResolver, isAbsent } from './dns.ts'
import { organisationOf } from './domains.ts'
import { readTags } from './tags.ts'

/** How closely a signature must match the domain in From (RFC 7489, 6.3). */
export interface Policy {
  adkim: 'relaxed' | 'strict'
}

/** The policy of the domain, else of its organisation, else relaxed. `unknown` if DNS does not answer. */
export async function readPolicy(domain: string, resolve: DnsResolver): Promise<Policy | 'unknown'> {
  const organisation = organisationOf(domain)
  const names = organisation === undefined || organisation === domain ? [domain] : [domain, organisation]
  try {
    for (const name of names) {
      const policy = await policyAt(name, resolve)
      if (policy) return policy
    }
    return { adkim: 'relaxed' }
  } catch {
    return 'unknown'
  }
}

async function policyAt(domain: string, resolve: DnsResolver): Promise<Policy | undefined> {
  const records = await resolve(`_dmarc.${domain}`, 'TXT').catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw error
  })
  const [record, second] = records.map((parts) => parts.join('')).filter((text) => /^v\s*=\s*DMARC1\s*(;|$)/.test(text))
  // RFC 7489 says to ignore the policy if there are several records.
  if (record === undefined || second !== undefined) return undefined
  // If the record is malformed we do not know what was meant, so we choose the stricter mode.
  const tags = readTags(record)
  return { adkim: tags && tags.get('adkim')?.toLowerCase() !== 's' ? 'relaxed' : 'strict' }
}
