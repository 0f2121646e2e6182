import { type ChannelName, channelOf, parseChatId } from './ids.ts'

/** Who may do what. Nobody has a role until the owner gave it. */
export type Role = 'owner' | 'member' | 'guest'

/** How far a piece of text may be believed; `untrusted` is third-party text whoever carried it in. */
export type Trust = Role | 'untrusted'

/** One way to reach a human on one channel: telegram 42, talk users/alice, web owner. */
export interface Address {
  channel: ChannelName
  id: string
}

/** `telegram:42`; undefined when it names no channel we know. */
export function parseAddress(text: string): Address | undefined {
  const parsed = parseChatId(text)
  return parsed && { channel: channelOf(parsed), id: parsed.slice(parsed.indexOf(':') + 1) }
}

/** The way back. */
export function addressName({ channel, id }: Address): string {
  return `${channel}:${id}`
}

/** How an address came to belong to somebody: from the configuration, by a code, or made by the daemon itself. */
export type AddressSource = 'configuration' | 'pairing' | 'daemon'

export interface Person {
  id: number
  name: string
  role: Role
  /** IANA name; undefined means the daemon's own. */
  timezone: string | undefined
}

const ranks: Record<Trust, number> = { untrusted: 0, guest: 1, member: 2, owner: 3 }

export function isLower(trust: Trust, other: Trust): boolean {
  return ranks[trust] < ranks[other]
}

/** What a text of several parts may be believed with. */
export function lowestTrust(trusts: Trust[]): Trust {
  return trusts.reduce((lowest, trust) => (isLower(trust, lowest) ? trust : lowest), 'owner')
}
