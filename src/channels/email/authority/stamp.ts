import { withoutComments } from './addresses.ts'
import { type AuthenticationResults, type MethodResult, parseAuthenticationResults } from './authentication-results.ts'
import { domainOf, isAligned, organisationOf } from './domains.ts'
import { type Header, headerValues } from './headers.ts'

/** Why our own server's results do not prove that the mail is from that domain; undefined where they do. */
export function stampDoubt(headers: Header[], authservId: string, from: string): string | undefined {
  // Servers that do not quote it in their results would write down whatever it says.
  if (headerValues(headers, 'return-path').some((path) => /["\\();]/.test(path))) return 'nobody has such a return path'
  const blocks = ownBlocks(headers, authservId)
  if (blocks === undefined) return 'the results of our own server cannot be read'
  if (blocks.length === 0) return `no results of ${authservId} stand where our own server writes them`
  const results = blocks.flatMap((block) => block.results)
  const [dmarc, second] = results.filter(({ method }) => method === 'dmarc')
  if (second) return 'our own server says two things about DMARC'
  if (dmarc?.result === 'pass') {
    const domain = domainOf(dmarc.properties.get('header.from') ?? '')
    return domain === from ? undefined : 'DMARC passed for another domain than that of From'
  }
  if (dmarc && !saysNothing.has(dmarc.result)) return `DMARC: ${dmarc.result}`
  const aligned = results.filter((result) => result.method === 'dkim' && isSignedBy(result, from))
  const passed = aligned.filter(({ result }) => result === 'pass')
  const failed = aligned.filter(({ result }) => result === 'fail')
  if (passed.some((one) => failed.some((other) => selectorOf(one) === selectorOf(other)))) {
    return 'our own server says two things about one signature'
  }
  return passed.length > 0 ? undefined : 'neither DMARC nor a signature of the domain in From passed'
}

/** There is no policy, or it could not be read: a signature may still prove who wrote. */
const saysNothing = new Set(['none', 'bestguesspass', 'temperror', 'permerror'])

function isSignedBy({ properties }: MethodResult, from: string): boolean {
  const [domain, identity] = [properties.get('header.d')?.toLowerCase(), properties.get('header.i')]
  const signer = identity === undefined ? undefined : domainOf(identity)
  // An identity lies within the domain that signs for it (RFC 6376, 3.5).
  if (domain && signer && signer !== domain && !signer.endsWith(`.${domain}`)) return false
  const named = domain ?? signer
  return named !== undefined && isAligned(named, from)
}

function selectorOf({ properties }: MethodResult): string {
  return ['header.d', 'header.i', 'header.s', 'header.b'].map((name) => properties.get(name) ?? '').join(' ')
}

/**
 * The topmost block of our own server. Servers write above what they got, so what stands above every Received is all ours,
 * and some write one block for each method there. Gmail and Postfix write theirs below their own Received, where the next
 * line may be the sender's already: there it is one block, and none below a Received of somebody else's. Undefined where
 * ours is not to be read.
 */
function ownBlocks(headers: Header[], authservId: string): AuthenticationResults[] | undefined {
  const id = authservId.toLowerCase()
  const blocks: AuthenticationResults[] = []
  const ours = [organisationOf(id)]
  let hops = 0
  for (const { name, value } of headers) {
    if (name === 'received') {
      const organisation = organisationOf(receiverOf(value) ?? '')
      // The first that names a host was written on our own side, whatever our hosts are called.
      if (ours.length === 1 && organisation !== undefined) ours.push(organisation)
      const isOurs = organisation === undefined || ours.includes(organisation) || isInside(organisation)
      if (blocks.length > 0 || !isOurs || isSubmission(value)) return blocks
      hops += 1
    } else if (name === 'authentication-results') {
      const block = parseAuthenticationResults(value)
      if (block === undefined && claimsToBe(value, id)) return undefined
      if (block?.authservId !== id) continue
      blocks.push(block)
      if (hops > 0) return blocks
    }
  }
  // Nothing says where ours end.
  return blocks.slice(0, 1)
}

/** A block that breaks the grammar, and may yet be that of our server. */
function claimsToBe(value: string, id: string): boolean {
  const text = value.toLowerCase()
  return text.startsWith(id) && !/^[\w.-]/.test(text.slice(id.length))
}

/**
 * Handed in on our own server: by somebody who has logged in (RFC 3848: ESMTPA, ESMTPSA), or by a program there. Few servers
 * check that, so such a mail may bring results along.
 */
function isSubmission(received: string): boolean {
  return (
    /\swith\s+((?:utf8)?e?smtps?a|local)\b/i.test(withoutComments(received)) ||
    /\bauthenticated\b|\bfrom userid\b|\binvoked by uid\b/i.test(received)
  )
}

/** Names that no host outside has. */
function isInside(organisation: string): boolean {
  return /\.(internal|local|lan|localdomain)$/.test(organisation)
}

/** `by mx.example.org`; undefined where it says none. In comments stands what the other side called itself. */
function receiverOf(received: string): string | undefined {
  return /(?:^|\s)by\s+([^\s;()]+)/i.exec(withoutComments(received))?.[1]?.toLowerCase()
}
