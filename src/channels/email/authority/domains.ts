import { getDomain } from 'tldts'

/**
 * `example.co.uk` for `mail.example.co.uk`. Domains below a public suffix such as `github.io` have nothing in common.
 */
export function organisationOf(domain: string): string | undefined {
  // Without this check tldts would treat the text as a URL, and `http://example.org/.evil.com` as example.org. In DNS
  // it belongs to evil.com.
  if (!isDomain(domain)) return undefined
  return getDomain(domain, { allowPrivateDomains: true, extractHostname: false }) ?? undefined
}

function isDomain(text: string): boolean {
  return text.length <= 253 && /^[a-z\d_-]{1,63}(\.[a-z\d_-]{1,63})*$/i.test(text)
}

/** Whether one domain may sign for the other (RFC 7489, 3.1): the same organisation, or the same domain if strict. */
export function isAligned(a: string, b: string, mode: 'relaxed' | 'strict' = 'relaxed'): boolean {
  const [first, second] = [a.toLowerCase(), b.toLowerCase()]
  if (first === second) return isDomain(first)
  const organisation = organisationOf(first)
  return mode === 'relaxed' && organisation !== undefined && organisation === organisationOf(second)
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}
