import type { DnsResolver } from '../../../../../src/channels/email/authority/dns.ts'
import { above, type Post, post } from '../post.ts'
import { border, type World } from '../worlds.ts'

/** A mail of somebody who wants to pass for the owner, and what DNS knows. */
export interface Forged {
  mail: Post
  resolve?: DnsResolver
}

/** Each kind of forgery in the ways there are to do it. */
export type Kinds = Record<string, (world: World) => Forged[]>

/** Kinds that differ in one text, and how a mail is made of it. */
export function kindsOf(
  texts: Record<string, (world: World) => string[]>,
  make: (world: World, text: string) => Post,
): Kinds {
  const kinds = Object.entries(texts).map(([kind, list]): [string, Kinds[string]] => [
    kind,
    (world) => list(world).map((text) => ({ mail: make(world, text) })),
  ])
  return Object.fromEntries(kinds)
}

/** All that proves a mail, in the words of our own server. */
export function proof({ domain }: World): string {
  return `dkim=pass header.d=${domain} header.i=@${domain}; dmarc=pass header.from=${domain}`
}

/** From the owner, it says, with these results of our own server. */
export function withResults(world: World, results: string): Post {
  return above(post(`Ana <${world.owner}>`), ...border(world, results))
}

/** The owner's domain is in order, as if a neighbour there had written it: only the reading of From keeps the two apart. */
export function asNeighbour(world: World, from: string): Post {
  return above(post(from), ...border(world, proof(world)))
}

export function withLine({ headers, body }: Post, line: string): Post {
  return { headers: [...headers, line], body }
}
