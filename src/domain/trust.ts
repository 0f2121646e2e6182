import type { Trust } from './person.ts'

const ranks: Record<Trust, number> = { untrusted: 0, guest: 1, member: 2, owner: 3 }

export function isLower(trust: Trust, other: Trust): boolean {
  return ranks[trust] < ranks[other]
}

/** What a text of several parts may be believed with. */
export function lowestTrust(trusts: Trust[]): Trust {
  return trusts.reduce((lowest, trust) => (isLower(trust, lowest) ? trust : lowest), 'owner')
}
