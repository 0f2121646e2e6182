import { getDomain } from 'tldts'

/** `example.co.uk` of `mail.example.co.uk`; who shares a suffix such as `github.io` shares nothing else. */
export function organisationOf(domain: string): string | undefined {
  // Else it is taken for a link, and `http://example.org/.evil.com` for example.org; but in DNS it belongs to evil.com.
  if (!isDomain(domain)) return undefined
  return getDomain(domain, { allowPrivateDomains: true, extractHostname: false }) ?? undefined
}

function isDomain(text: string): boolean {
  return text.length <= 253 && /^[a-z\d_-]{1,63}(\.[a-z\d_-]{1,63})*$/i.test(text)
}

/** Whether one of them may speak for the other (RFC 7489, 3.1): the same organisation, or, if strict, the same name. */
export function isAligned(a: string, b: string, mode: 'relaxed' | 'strict' = 'relaxed'): boolean {
  const [first, second] = [a.toLowerCase(), b.toLowerCase()]
  if (first === second) return isDomain(first)
  const organisation = organisationOf(first)
  return mode === 'relaxed' && organisation !== undefined && organisation === organisationOf(second)
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}
