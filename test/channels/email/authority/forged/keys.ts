import { post } from '../post.ts'
import { type Key, keyOf, type Signing, signed, zone } from '../signing.ts'
import type { World } from '../worlds.ts'
import type { Forged, Kinds } from './kinds.ts'

/** Signed with a key of the owner's own domain, on which nobody should rely. */
function by(world: World, key: Key, options: Signing = {}): Forged {
  return { mail: signed(post(world.owner), key, options), resolve: zone(key) }
}

function withTags(world: World, ...tags: string[]): Forged[] {
  return tags.map((text) => by(world, keyOf(world.domain, 'ed25519', { tags: text })))
}

/** It is signed, but by a key, for a domain or under a policy that does not make it the owner's. */
export const forgedKeys: Kinds = {
  'a weak key': (w) => [512, 768, 1016].map((bits) => by(w, keyOf(w.domain, bits))),
  'SHA-1': (w) => [by(w, keyOf(w.domain, 2048), { algorithm: 'rsa-sha1' })],
  'a key that is only tried out': (w) => withTags(w, 't=y; ', 't=y:s; ', 't=s:y; ', 't = y; '),
  'a key for other things': (w) => withTags(w, 's=tlsrpt; ', 's=none; ', 'h=sha1; ', 's=e-mail; ', 'h=sha512; '),
  'a key that was taken back': (w) => [by(w, { ...keyOf(w.domain), record: 'v=DKIM1; k=ed25519; p=' })],
  'a key of another version': (w) => [
    by(w, { ...keyOf(w.domain), record: keyOf(w.domain).record.replace('DKIM1', 'DKIM2') }),
  ],
  'a key that is not for subdomains': (w) => [
    by(w, keyOf(w.domain, 'ed25519', { tags: 't=s; ' }), { tags: [`i=@sub.${w.domain}`] }),
  ],
  'a neighbour below a shared suffix': () =>
    ['github.io', 'co.uk', 'blogspot.com', 'com', 'herokuapp.com'].map((suffix) => {
      const key = keyOf(`eve.${suffix}`, 'ed25519', { name: 'theirs' })
      return { mail: signed(post(`ana@ana.${suffix}`), key), resolve: zone(key, keyOf(suffix)) }
    }),
  'a subdomain, where the policy is strict': (w) =>
    [
      'v=DMARC1; p=reject; adkim=s',
      'v=DMARC1; adkim=S; p=none',
      'v=DMARC1;p=none;adkim=s;',
      'v=DMARC1; adkim = s; adkim=r',
    ].map((policy) => {
      const key = keyOf(`lists.${w.domain}`, 'ed25519', { name: 'theirs' })
      return { mail: signed(post(w.owner), key), resolve: zone(key, [`_dmarc.${w.domain}`, policy]) }
    }),
  'nobody can say what the key is': (w) =>
    ['ESERVFAIL', 'ETIMEOUT', 'ECONNREFUSED', 'EREFUSED', 'ECANCELLED'].map((code) => ({
      mail: signed(post(w.owner), keyOf(w.domain)),
      resolve: () => Promise.reject(Object.assign(new Error('no'), { code })),
    })),
}
