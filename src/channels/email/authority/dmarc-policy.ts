import { type DnsResolver, isAbsent } from './dns.ts'
import { organisationOf } from './domains.ts'
import { readTags } from './tags.ts'

/** How near a signature must be to the domain in From (RFC 7489, 6.3). */
export interface Policy {
  adkim: 'relaxed' | 'strict'
}

/** Of the domain, else of its organisation; relaxed where neither has one. `unknown` while nobody can say. */
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
  // Two of them are none.
  if (record === undefined || second !== undefined) return undefined
  // Where it cannot be read nobody knows what they meant, so they get the stricter of the two.
  const tags = readTags(record)
  return { adkim: tags && tags.get('adkim')?.toLowerCase() !== 's' ? 'relaxed' : 'strict' }
}
