import { isIP } from 'node:net'
import { isPublic } from '../../lib/http/public-address.ts'
import type { Problem } from './problems.ts'

/** The page for others than this machine: by an exact name, and readable to nobody on the way over the internet. */
export function webProblems(web: { bind?: string | undefined; public_url?: string | undefined }): Problem[] {
  const { bind, public_url: given } = web
  const at = (says: string): Problem[] => [{ path: ['web', given === undefined ? 'bind' : 'public_url'], says }]
  if (given === undefined) {
    if (bind === '0.0.0.0' || bind === '::')
      return at(`web.bind = "${bind}" needs web.public_url, the address that browsers are to open`)
    if (bind !== undefined && isPublic(bind))
      return at('web.bind is an address of the internet: that needs a proxy with TLS and its web.public_url')
    return []
  }
  const url = new URL(given)
  if (given.replace(/\/$/, '') !== url.origin)
    return at(`web.public_url must be a name alone, such as "${url.origin}", without a path`)
  if (url.protocol === 'http:' && !isOfOwnNetwork(url.hostname))
    return at('web.public_url must begin with https, or everybody on the way could read along and sign in')
  return []
}

/** Private addresses, and names that only a network at home knows. */
function isOfOwnNetwork(name: string): boolean {
  const address = name.replace(/^\[|\]$/g, '')
  if (isIP(address) > 0) return !isPublic(address)
  return !name.includes('.') || /\.(local|lan|internal|home\.arpa)$/.test(name)
}
