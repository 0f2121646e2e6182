import { withoutComments } from './addresses.ts'
import { type AuthenticationResults, type MethodResult, parseAuthenticationResults } from './authentication-results.ts'
import { domainOf, isAligned, organisationOf } from './domains.ts'
import type { Header } from './headers.ts'

/** Why our own server's results do not prove that the mail is from that domain; undefined where they do. */
export function stampDoubt(headers: Header[], authservId: string, from: string): string | undefined {
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
 * The topmost block of our own server, and those right below it: some write one for each method. Servers write their
 * lines above what they got, so below a line that somebody else's server wrote everything was brought along; Gmail and
 * Postfix write their results below their own Received, which is why it matters whose that is. Undefined where one of
 * them is not to be read.
 */
function ownBlocks(headers: Header[], authservId: string): AuthenticationResults[] | undefined {
  const id = authservId.toLowerCase()
  const blocks: AuthenticationResults[] = []
  let own: Set<string> | undefined
  for (const { name, value } of headers) {
    if (name === 'received') {
      if (blocks.length > 0) return blocks
      own ??= ownHosts(value, id)
      if (!isOurs(value, own)) return blocks
    }
    if (name !== 'authentication-results') continue
    const block = parseAuthenticationResults(value)
    if (block?.authservId === id) blocks.push(block)
    else if (block === undefined && claimsToBe(value, id)) return undefined
  }
  return blocks
}

/** A block that breaks the grammar, and may yet be that of our server. */
function claimsToBe(value: string, id: string): boolean {
  const text = value.toLowerCase()
  return text.startsWith(id) && !/^[\w.-]/.test(text.slice(id.length))
}

/** The first Received was written by our own side, whatever its hosts are called. */
function ownHosts(firstReceived: string, id: string): Set<string> {
  const names = [id, receiverOf(firstReceived) ?? ''].map((name) => organisationOf(name))
  return new Set(names.filter((name) => name !== undefined))
}

/**
 * Written by one of our hosts about a mail that came from outside. Who has logged in there and hands in a mail (RFC 3848:
 * ESMTPA, ESMTPSA) is checked by few servers, and may bring such lines along.
 */
function isOurs(received: string, own: Set<string>): boolean {
  if (/\swith\s+(?:utf8)?[el]?smtps?a\b/i.test(withoutComments(received))) return false
  const receiver = receiverOf(received)
  const organisation = receiver === undefined ? undefined : organisationOf(receiver)
  return organisation === undefined || own.has(organisation) || /\.(internal|local|lan|localdomain)$/.test(organisation)
}

/** `by mx.example.org`; undefined where it says none. In comments stands what the other side called itself. */
function receiverOf(received: string): string | undefined {
  return /(?:^|\s)by\s+([^\s;()]+)/i.exec(withoutComments(received))?.[1]?.toLowerCase()
}
