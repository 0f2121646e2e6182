import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { DnsResolver } from '../../../../src/channels/email/authority/dns.ts'
import { above, now, type Post } from './post.ts'

/** What a domain signs with, and what it tells the world of it. */
export interface Key {
  domain: string
  selector: string
  secret: KeyObject
  record: string
}

const secrets = new Map<string, KeyObject>()

/** RSA keys take their time to make, so those of one name are one. */
function secretOf(kind: 'ed25519' | number, name: string): KeyObject {
  const known = secrets.get(`${kind} ${name}`)
  if (known) return known
  const { privateKey } =
    kind === 'ed25519' ? generateKeyPairSync(kind) : generateKeyPairSync('rsa', { modulusLength: kind })
  secrets.set(`${kind} ${name}`, privateKey)
  return privateKey
}

export function keyOf(domain: string, kind: 'ed25519' | number = 'ed25519', { tags = '', name = '' } = {}): Key {
  const secret = secretOf(kind, name)
  const shown = createPublicKey(secret)
  const [family, selector, bytes] =
    kind === 'ed25519'
      ? ['ed25519', 'ed', Buffer.from(shown.export({ format: 'jwk' }).x ?? '', 'base64url')]
      : ['rsa', `rsa${kind}`, shown.export({ format: 'der', type: 'spki' })]
  return { domain, selector, secret, record: `v=DKIM1; k=${family}; ${tags}p=${bytes.toString('base64')}` }
}

export interface Signing {
  canonicalization?: string
  algorithm?: string
  /** Which headers are signed; named twice, no more of them may be added. */
  signed?: string[]
  /** More tags, such as `x=1`. */
  tags?: string[]
  /** Of the body, so many bytes. */
  length?: number
}

export const usual = ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type']

/** The mail with a signature on top (RFC 6376). */
export function signed(mail: Post, key: Key, options: Signing = {}): Post {
  const { canonicalization = 'relaxed/relaxed', signed: names = usual, tags = [], length } = options
  const algorithm = options.algorithm ?? (key.secret.asymmetricKeyType === 'ed25519' ? 'ed25519-sha256' : 'rsa-sha256')
  const [head = 'simple', words = 'simple'] = canonicalization.split('/')
  const digest = algorithm.endsWith('sha1') ? 'sha1' : 'sha256'
  const body = canonicalBody(mail.body, words).subarray(0, length)
  const open = [
    'DKIM-Signature: v=1',
    `a=${algorithm}`,
    `c=${canonicalization}`,
    `d=${key.domain}`,
    `s=${key.selector}`,
    ...tags,
    ...(length === undefined ? [] : [`l=${length}`]),
    `h=${names.join(':')}`,
    `bh=${createHash(digest).update(body).digest('base64')}`,
    'b=',
  ].join('; ')
  const rest = [...mail.headers]
  const lines = names.flatMap((name) => {
    const at = rest.findLastIndex((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    return at === -1 ? [] : rest.splice(at, 1)
  })
  const bytes = Buffer.from(
    [...lines.map((line) => `${canonicalHeader(line, head)}\r\n`), canonicalHeader(open, head)].join(''),
  )
  const signature = algorithm.startsWith('ed')
    ? sign(null, createHash('sha256').update(bytes).digest(), key.secret)
    : sign(digest, bytes, key.secret)
  return above(mail, open + signature.toString('base64'))
}

function canonicalHeader(line: string, kind: string): string {
  if (kind === 'simple') return line
  const colon = line.indexOf(':')
  const value = line
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .trim()
  return `${line.slice(0, colon).trim().toLowerCase()}:${value}`
}

function canonicalBody(body: string, kind: string): Buffer {
  const relaxed = body.replace(/[ \t]+(?=\r\n|$)/g, '').replace(/[ \t]+/g, ' ')
  const text = (kind === 'simple' ? body : relaxed).replace(/(\r\n)*$/, '')
  return Buffer.from(text === '' && kind === 'relaxed' ? '' : `${text}\r\n`)
}

/** What DNS knows; nothing else is there. */
export function zone(...records: (Key | [name: string, text: string])[]): DnsResolver {
  const known = new Map(
    records.map((record) =>
      'secret' in record ? [`${record.selector}._domainkey.${record.domain}`, record.record] : record,
    ),
  )
  return (name) => {
    const text = known.get(name.toLowerCase())
    // In pieces, as longer ones come.
    if (text !== undefined) return Promise.resolve([text.match(/.{1,255}/gs) ?? []])
    return Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }))
  }
}

export const nextWeek = Math.floor(now.getTime() / 1000) + 7 * 86_400
