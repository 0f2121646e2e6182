import type { LocalizedText } from '../../../messages/localized.ts'
import { coversDecoding, decodingDoubt } from './decoding-doubt.ts'
import { type DnsResolver, isAbsent } from './dns.ts'
import { domainOf, isAligned, organisationOf } from './domains.ts'
import { doubtMessages as texts } from './doubt-messages.ts'
import { type Fields, readFields } from './headers.ts'

/** Why the signatures prove nothing. */
export type SignatureDoubt = { reason: LocalizedText; isTemporary?: true }

const MAX_SIGNATURES = 4
const MIN_KEY_BITS = 1024

/**
 * Why no signature proves that the mail is from that domain; undefined if one does. Only signatures of the domain
 * itself are checked, so that nobody can make us query DNS for other names.
 */
export async function signatureDoubt(
  source: Buffer,
  from: string,
  { resolve, now }: { resolve: DnsResolver; now: Date },
  signal: AbortSignal,
): Promise<SignatureDoubt | undefined> {
  const headerFields = readFields(source)
  const signatures = signaturesIn(headerFields)
  if (signatures.length === 0) return { reason: texts.unsigned }
  const candidates = signatures.filter(({ tags }) => isAligned(domainOf(tags?.get('d') ?? ''), from))
  if (candidates.length === 0) return { reason: texts.otherSigner }
  const policy = await readPolicy(from, resolve)
  if (policy === 'unknown') return { reason: texts.policyNotNow(from), isTemporary: true }
  let last: SignatureDoubt = { reason: texts.noneValid }
  for (const { field, tags } of candidates.slice(0, MAX_SIGNATURES)) {
    signal.throwIfAborted()
    const weakness = tags ? weaknessOf(tags, headerFields, from, policy.adkim, now) : texts.malformed
    const doubt = weakness
      ? { reason: weakness }
      : ((await verify(source, headerFields, field, resolve, now)) ??
        (await decodingDoubtOf(source, headerFields, tags)))
    if (doubt === undefined) return undefined
    // A temporary doubt is worth more than a permanent one, because the mail may be proven later.
    if (!last.isTemporary) last = doubt
  }
  return last
}

/** Why the decoded text may differ from what was signed, if no signed header determines the decoding. */
async function decodingDoubtOf(
  source: Buffer,
  headerFields: Fields,
  tags: Tags | undefined,
): Promise<SignatureDoubt | undefined> {
  if (coversDecoding(signedNames(tags), headerFields)) return undefined
  const doubt = await decodingDoubt(source)
  return doubt === undefined ? undefined : { reason: texts.formatUncovered(doubt) }
}

function signedNames(tags: Tags | undefined): string[] {
  return (tags?.get('h') ?? '').toLowerCase().split(':')
}

/**
 * Whether every signature of that domain covers how the body is decoded. All must, because we do not know which one
 * convinced our server. A mail without signatures counts as not covered.
 */
export function isDecodingSigned(source: Buffer, from: string): boolean {
  const headerFields = readFields(source)
  const aligned = signaturesIn(headerFields).filter(({ tags }) => isAligned(domainOf(tags?.get('d') ?? ''), from))
  return aligned.length > 0 && aligned.every(({ tags }) => coversDecoding(signedNames(tags), headerFields))
}

function signaturesIn({ fields }: Fields): { field: string; tags: Tags | undefined }[] {
  return fields
    .filter((field) => /^dkim-signature[ \t]*:/i.test(field))
    .map((field) => ({ field, tags: readTags(field.slice(field.indexOf(':') + 1)) }))
}

/** Weaknesses that are visible before the key is fetched. */
function weaknessOf(
  tags: Tags,
  { fields }: Fields,
  from: string,
  mode: 'relaxed' | 'strict',
  now: Date,
): LocalizedText | undefined {
  const domain = (tags.get('d') ?? '').toLowerCase()
  const identity = domainOf(tags.get('i') ?? `@${domain}`)
  const signed = signedNames(tags)
  if (tags.get('v') !== '1') return texts.signature.version
  if (!/^(rsa|ed25519)-sha256$/.test(tags.get('a') ?? '')) return texts.signature.algorithm
  if (!isAligned(domain, from, mode)) return texts.signature.strict
  if (identity !== domain && !identity.endsWith(`.${domain}`)) return texts.signature.identity
  // With a length limit, anybody could append text below what was signed.
  if (tags.has('l')) return texts.signature.length
  if (!/^([a-z\d_-]+\.)*[a-z\d_-]+$/i.test(tags.get('s') ?? '')) return texts.signature.noKey
  const present = ['from', 'subject', 'date'].filter((name) => fields.some((field) => isNamed(field, name)))
  const uncovered = ['from', ...present].find((name) => !signed.includes(name))
  if (uncovered) return texts.signature.uncovered(uncovered)
  return hasExpired(tags, now) ? texts.signature.expired : undefined
}

function isNamed(field: string, name: string): boolean {
  return field.slice(0, field.indexOf(':')).trim().toLowerCase() === name
}

function hasExpired(tags: Tags, now: Date): boolean {
  const [signedAt, expiresAt] = [tags.get('t'), tags.get('x')]
  if (expiresAt === undefined) return false
  const end = Number(expiresAt)
  return (
    !/^\d{1,12}$/.test(expiresAt) || end * 1000 < now.getTime() || (signedAt !== undefined && end < Number(signedAt))
  )
}

async function verify(
  source: Buffer,
  { fields, bodyAt }: Fields,
  signature: string,
  resolve: DnsResolver,
  now: Date,
): Promise<SignatureDoubt | undefined> {
  // Loaded only when the first mail needs it, because it is large.
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js')
  // mailauth gets only this signature and the headers as we parsed them, so that it cannot find different ones.
  const relevantFields = fields.filter(
    (field) => field === signature || !/^(dkim-signature|arc-[a-z-]+)[ \t]*:/i.test(field),
  )
  const mail = Buffer.concat([Buffer.from(`${relevantFields.join('\r\n')}\r\n\r\n`, 'latin1'), source.subarray(bodyAt)])
  const { results } = await dkimVerify(mail, { resolver: resolve, minBitLength: MIN_KEY_BITS, curTime: now })
  const [result] = results
  if (results.length !== 1 || result === undefined) return { reason: texts.malformed }
  const { result: outcome, comment } = result.status
  if (outcome === 'temperror') return { reason: texts.keyNotNow, isTemporary: true }
  if (outcome !== 'pass') return { reason: texts.invalid(String(comment ?? outcome)) }
  const weakness = keyWeakness(
    (result as { rr?: string }).rr ?? '',
    readTags(signature.slice(signature.indexOf(':') + 1)),
  )
  return weakness === undefined ? undefined : { reason: weakness }
}

/** Restrictions in the key record itself (RFC 6376, 3.6.1). */
function keyWeakness(record: string, signature: Tags | undefined): LocalizedText | undefined {
  const key = readTags(record)
  if (!key) return texts.key.malformed
  const flags = (key.get('t') ?? '').split(':')
  if (flags.includes('y')) return texts.key.test
  const [domain, identity] = [signature?.get('d') ?? '', signature?.get('i')]
  if (flags.includes('s') && identity && domainOf(identity) !== domain.toLowerCase()) return texts.key.subdomains
  if (!['*', 'email'].some((service) => (key.get('s') ?? '*').split(':').includes(service))) return texts.key.mail
  return (key.get('h') ?? 'sha256').split(':').includes('sha256') ? undefined : texts.key.kind
}

/** How closely a signature must match the domain in From (RFC 7489, 6.3). */
interface Policy {
  adkim: 'relaxed' | 'strict'
}

/** The policy of the domain, else of its organisation, else relaxed. `unknown` if DNS does not answer. */
async function readPolicy(domain: string, resolve: DnsResolver): Promise<Policy | 'unknown'> {
  const organisation = organisationOf(domain)
  const names = organisation === undefined || organisation === domain ? [domain] : [domain, organisation]
  try {
    for (const name of names) {
      const policy = await policyAt(name, resolve)
      if (policy) return policy
    }
    return { adkim: 'relaxed' }
  } catch {
    return 'unknown'
  }
}

async function policyAt(domain: string, resolve: DnsResolver): Promise<Policy | undefined> {
  const records = await resolve(`_dmarc.${domain}`, 'TXT').catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw error
  })
  const [record, second] = records.map((parts) => parts.join('')).filter((text) => /^v\s*=\s*DMARC1\s*(;|$)/.test(text))
  // RFC 7489 says to ignore the policy if there are several records.
  if (record === undefined || second !== undefined) return undefined
  // If the record is malformed we do not know what was meant, so we choose the stricter mode.
  const tags = readTags(record)
  return { adkim: tags && tags.get('adkim')?.toLowerCase() !== 's' ? 'relaxed' : 'strict' }
}

/** The `v=1; a=rsa-sha256; ...` format of signatures, key records and policies. */
type Tags = ReadonlyMap<string, string>

/**
 * Undefined for text that programs parse differently: repeated tags, quotes or comments. Blanks have no meaning in the
 * tags we use.
 */
function readTags(text: string): Tags | undefined {
  if (text.length > 16 * 1024 || /[^\t\r\n\x20-\x7e]|["'()\\]/.test(text)) return undefined
  const tags = new Map<string, string>()
  for (const item of text.split(';').map((item) => item.replace(/\s+/g, ''))) {
    if (item === '') continue
    const [, name, value] = /^([a-z][a-z\d_]*)=(.*)$/i.exec(item) ?? []
    if (name === undefined || value === undefined || tags.has(name.toLowerCase())) return undefined
    tags.set(name.toLowerCase(), value)
  }
  return tags
}
