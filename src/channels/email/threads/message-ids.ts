import { createHash, createHmac } from 'node:crypto'
import { canonicalAddress } from '../authority/addresses.ts'
import { domainOf } from '../authority/domains.ts'

/** Identifies a mail thread. Derived from its first mail and not guessable. */
export type ThreadToken = string & { readonly brand: 'thread' }

const TOKEN = /^[0-9a-f]{24}$/

/** `root` is the Message-ID of the first mail, with angle brackets. */
export function threadToken(seed: string, account: string, root: string): ThreadToken {
  return createHmac('sha256', seed).update(`${account}\n${root}`).digest('hex').slice(0, 24) as ThreadToken
}

export function asThreadToken(text: string | undefined): ThreadToken | undefined {
  return text !== undefined && TOKEN.test(text) ? (text as ThreadToken) : undefined
}

/** Identifies one of our mails by its delivery; the same in every copy. */
export function outboxMark(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 20)
}

/** Contains the thread, so that a reply is assigned even if nothing else is known about our mail. */
export function ownMessageId(token: ThreadToken, key: string, address: string): string {
  return `<c.${token}.${outboxMark(key)}@${domainOf(address)}>`
}

/** The thread in one of our message ids; undefined for others. */
export function threadIn(messageId: string, address: string): ThreadToken | undefined {
  const [, token, domain] = /^<c\.([0-9a-f]{24})\.[0-9a-f]{20}@([^<>\s]+)>$/.exec(messageId) ?? []
  return domain?.toLowerCase() === domainOf(address) ? asThreadToken(token) : undefined
}

/** Such as `skein+<token>@example.org`. */
export function plusAddress(address: string, tag: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${tag}${address.slice(at)}`
}

/** The part after the plus in one of our addresses; undefined if there is none or the address is not ours. */
export function plusTag(recipient: string, address: string): string | undefined {
  const [text, ownAddress] = [deliveryAddress(recipient), deliveryAddress(address)]
  const at = ownAddress.lastIndexOf('@')
  const [start, end] = [`${ownAddress.slice(0, at)}+`, ownAddress.slice(at)]
  return text.startsWith(start) && text.endsWith(end) ? text.slice(start.length, text.length - end.length) : undefined
}

const GMAIL = /^([^+@]*)(\+[^@]*)?@(?:gmail|googlemail)\.com$/

/** Addresses with the same result reach the same mailbox: Gmail ignores dots, and googlemail.com is gmail.com. */
export function deliveryAddress(address: string): string {
  const canonical = canonicalAddress(address)
  const [, name, tag = ''] = GMAIL.exec(canonical) ?? []
  return name === undefined ? canonical : `${name.replaceAll('.', '')}${tag}@gmail.com`
}
