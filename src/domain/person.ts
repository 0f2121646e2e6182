import type { ChannelName } from './ids.ts'

/** Who may do what. Nobody has a role until the owner gave it. */
export type Role = 'owner' | 'member' | 'guest'

/** How far a piece of text may be believed; `untrusted` is third-party text whoever carried it in. */
export type Trust = Role | 'untrusted'

/** One way to reach a human on one channel: telegram 42, talk users/alice, web owner. */
export interface Address {
  channel: ChannelName
  id: string
}

export interface Person {
  id: number
  name: string
  role: Role
  /** IANA name; undefined means the daemon's own. */
  timezone: string | undefined
}
