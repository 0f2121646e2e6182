import { truncate } from '../text/text.ts'

/** Where to go, and how it is called in a sentence: the name only, for the rest may hold a secret. */
export interface WebAddress {
  url: URL
  /** As it is looked up: no brackets, no dot at its end. */
  host: string
  port: number
  shown: string
}

/** A sentence where it is nothing that we would go to. */
export function readWebAddress(text: string, base?: URL): WebAddress | { problem: string } {
  // The parser drops some of these without a word, and then reads another name than a person does.
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x20\x7f]/.test(text)) return { problem: 'the address holds blanks or control characters' }
  const url = URL.canParse(text, base?.href) ? new URL(text, base?.href) : undefined
  if (!url) return { problem: 'that is no web address' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { problem: 'the address begins with neither http:// nor https://' }
  if (url.username !== '' || url.password !== '')
    return { problem: 'the address holds a name or a password before its host, which is not sent' }
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (host === '' || host.length > LONGEST_NAME) return { problem: 'the address names no host' }
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  return { url, host, port, shown: truncate(host, 80) }
}

const LONGEST_NAME = 253

/** A name with a port stands for that port, and a name alone for every port on which web pages are served. */
export function isListed(list: ReadonlySet<string>, { host, port }: WebAddress): boolean {
  const name = host.includes(':') ? `[${host}]` : host
  const listed = new Set(Array.from(list, (item) => item.toLowerCase()))
  return listed.has(`${name}:${port}`) || (listed.has(name) && isWebPort(port))
}

/**
 * Below 1024 live mail, shells and name servers, of which some take a request of ours for commands; nobody has a feed
 * there. Above it is where web servers stand that have no port of their own.
 */
export function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || port >= 1024
}
