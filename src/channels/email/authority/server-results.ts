import type { LocalizedText } from '../../../messages/localized.ts'
import { type AuthenticationResults, type MethodResult, parseAuthenticationResults } from './authentication-results.ts'
import { domainOf, isAligned } from './domains.ts'
import { doubtMessages as texts } from './doubt-messages.ts'
import { type Header, headerValues } from './headers.ts'

/** Whether our own server has added results at a place where nobody else could. */
export function hasServerResults(headers: Header[], authservId: string): boolean {
  const blocks = ownBlocks(headers, authservId)
  return blocks === undefined || blocks.length > 0
}

/** Why our server's results do not prove that the mail is from that domain; undefined if they do. */
export function serverResultsDoubt(headers: Header[], authservId: string, from: string): LocalizedText | undefined {
  // Servers that do not quote the return path would copy it into their results unchanged.
  if (headerValues(headers, 'return-path').some((path) => /["\\();]/.test(path))) return texts.returnPath
  const blocks = ownBlocks(headers, authservId)
  if (blocks === undefined) return texts.resultsUnreadable
  if (blocks.length === 0) return texts.noResults(authservId)
  const results = blocks.flatMap((block) => block.results)
  const [dmarc, second] = results.filter(({ method }) => method === 'dmarc')
  if (second) return texts.twoDmarcResults
  if (dmarc?.result === 'pass') {
    const domain = domainOf(dmarc.properties.get('header.from') ?? '')
    return domain === from ? undefined : texts.otherDomain
  }
  if (dmarc && !saysNothing.has(dmarc.result)) return texts.dmarc(dmarc.result)
  const aligned = results.filter((result) => result.method === 'dkim' && isSignedBy(result, from))
  const passed = aligned.filter(({ result }) => result === 'pass')
  const failed = aligned.filter(({ result }) => result === 'fail')
  if (passed.some((passing) => failed.some((failing) => selectorOf(passing) === selectorOf(failing)))) {
    return texts.twoSignatureResults
  }
  return passed.length > 0 ? undefined : texts.nothingPassed
}

/** No policy, or an unreadable one. A signature can still prove the sender. */
const saysNothing = new Set(['none', 'bestguesspass', 'temperror', 'permerror'])

function isSignedBy({ properties }: MethodResult, from: string): boolean {
  const [domain, identity] = [properties.get('header.d')?.toLowerCase(), properties.get('header.i')]
  const signer = identity === undefined ? undefined : domainOf(identity)
  // The identity must be within the signing domain (RFC 6376, 3.5).
  if (domain && signer && signer !== domain && !signer.endsWith(`.${domain}`)) return false
  const domainOrSigner = domain ?? signer
  return domainOrSigner !== undefined && isAligned(domainOrSigner, from)
}

function selectorOf({ properties }: MethodResult): string {
  return ['header.d', 'header.i', 'header.s', 'header.b'].map((name) => properties.get(name) ?? '').join(' ')
}

/**
 * The results of our own server that no sender can have forged. Servers add headers at the top, so they are above the
 * first Received, with which the mail came in; an LMTP hop into the mailbox does not count. Gmail and Postfix write
 * theirs below that line, where a sender could have put a fake; those are ignored, and we check the signature
 * ourselves. Undefined if our results are unreadable.
 */
function ownBlocks(headers: Header[], authservId: string): AuthenticationResults[] | undefined {
  const id = authservId.toLowerCase()
  const blocks: AuthenticationResults[] = []
  for (const { name, value } of headers) {
    if (name === 'received' && !isIntoTheMailbox(value)) return blocks
    if (name !== 'authentication-results') continue
    const block = parseAuthenticationResults(value)
    if (block === undefined && claimsToBe(value, id)) return undefined
    if (block?.authservId === id) blocks.push(block)
  }
  // Without a Received header nothing marks where our results end, so only the first counts.
  return blocks.slice(0, 1)
}

/**
 * RFC 2033: LMTP is only spoken within one organisation. The line also contains the host name and the recipient's
 * address, which could include "with LMTP"; then two protocols are named and the line does not count.
 */
function isIntoTheMailbox(received: string): boolean {
  const ways = [...received.matchAll(/\swith\s+(?!cipher\b)([\w-]*)/gi)].map(([, way = '']) => way)
  return ways.length === 1 && /^(?:utf8)?lmtps?a?$/i.test(ways[0] ?? '')
}

/** A block that breaks the grammar but may still be our server's. */
function claimsToBe(value: string, id: string): boolean {
  const text = value.toLowerCase()
  return text.startsWith(id) && !/^[\w.-]/.test(text.slice(id.length))
}
