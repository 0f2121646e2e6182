import type { Language } from '../messages/languages.ts'
import { type ChannelName, channelOf, localOwner, parseChatId } from './ids.ts'

/** What a person may do. Nobody has a role until the owner gives one. */
export type Role = 'owner' | 'member' | 'guest'

/** How far a text is trusted; `untrusted` is third-party text, no matter who forwarded it. */
export type Trust = Role | 'untrusted'

/** One address of a person on one channel: telegram 42, talk users/alice, web owner. */
export interface Address {
  channel: ChannelName
  id: string
}

/** Parses `telegram:42`; undefined if it names no known channel. */
export function parseAddress(text: string): Address | undefined {
  const parsed = parseChatId(text)
  return parsed && { channel: channelOf(parsed), id: parsed.slice(parsed.indexOf(':') + 1) }
}

/** The reverse of `parseAddress`. */
export function addressName({ channel, id }: Address): string {
  return `${channel}:${id}`
}

/** The address of a person on the page. The owner's is the same everywhere. */
export function pageAddress({ id, role }: Pick<Person, 'id' | 'role'>): Address {
  return role === 'owner' ? localOwner : { channel: localOwner.channel, id: `person-${id}` }
}

/** Why an address has access: the configuration, a pairing code, a link to somebody's other address, or the daemon itself. */
export type AddressSource = 'configuration' | 'pairing' | 'link' | 'daemon'

export interface Person {
  id: number
  name: string
  role: Role
  /** IANA name; undefined means the daemon's own. */
  timezone: string | undefined
  /** In which they are spoken to in private; undefined means the one that they write in. */
  language?: Language | undefined
}

const ranks: Record<Trust, number> = { untrusted: 0, guest: 1, member: 2, owner: 3 }

export function isLessTrusted(trust: Trust, other: Trust): boolean {
  return ranks[trust] < ranks[other]
}

/** The trust of a text with several parts. */
export function lowestTrust(trusts: Trust[]): Trust {
  return trusts.reduce((lowest, trust) => (isLessTrusted(trust, lowest) ? trust : lowest), 'owner')
}
