import { joinSignals } from '../../../lib/time/joined-signal.ts'
import type { LocalizedText } from '../../../messages/localized.ts'
import { canonicalAddress, mailboxesIn, type NamedAddress } from './addresses.ts'
import { decodingDoubt } from './decoding-doubt.ts'
import { isDecodingSigned, signatureDoubt } from './dkim-signatures.ts'
import { createResolver, type DnsResolver, withoutBadNames } from './dns.ts'
import { domainOf } from './domains.ts'
import { doubtMessages as texts } from './doubt-messages.ts'
import { type Header, headerValues, readHeaders } from './headers.ts'
import { hasServerResults, serverResultsDoubt } from './server-results.ts'

/**
 * Who wrote the mail. An unproven address is only a claim, and a name is only for display. Addresses are in lower case.
 */
export type SenderVerdict =
  | { status: 'proven'; address: string; name: string }
  | {
      status: 'unproven'
      address?: string
      name: string
      reason: LocalizedText
      /** It could not be checked now, but may be proven later. */
      isTemporary?: true
    }

export interface VerificationOptions {
  /**
   * The name our own server uses in its results. If it has added results, only those count; else we check the
   * signatures.
   */
  authservId?: string
  resolve?: DnsResolver
  now: Date
}

/** The limit for all DNS queries about one mail. */
const DNS_TIMEOUT_MS = 20_000

/**
 * Rejects only if the signal aborts. `source` is the whole mail; if our server added no results, nothing is proven
 * without it.
 */
export async function verifySender(
  mail: { headers: Header[]; source?: Buffer },
  by: VerificationOptions,
  signal: AbortSignal,
): Promise<SenderVerdict> {
  signal.throwIfAborted()
  const { headers, source } = mail
  const { authservId } = by
  const isJudged = authservId !== undefined && (source === undefined || hasServerResults(headers, authservId))
  if (isJudged)
    return verdict(findAuthor(headers), async (from) =>
      asDoubt(serverResultsDoubt(headers, authservId, from) ?? (source && (await contentDoubt(source, from)))),
    )
  if (!source) return verdict(findAuthor(headers), () => ({ reason: texts.notWhole }))
  // Only the signed source counts, whatever headers were passed in.
  const author = findAuthor(readHeaders(source))
  return verdict(author, (from) => checkSignatures(source, from, by, signal))
}

/**
 * Why the text of a mail that our server vouches for may not be the text its domain signed; undefined if there is no
 * doubt. `isCut` means that only its beginning was fetched.
 */
export async function contentDoubt(
  source: Buffer,
  from: string,
  { isCut = false } = {},
): Promise<LocalizedText | undefined> {
  if (isDecodingSigned(source, from)) return undefined
  const doubt = await decodingDoubt(source, { isCut })
  return doubt && texts.formatUnsigned(doubt)
}

type Doubt = { reason: LocalizedText; isTemporary?: true } | undefined

function asDoubt(reason: LocalizedText | undefined): Doubt {
  return reason === undefined ? undefined : { reason }
}

async function verdict(author: MailAuthor, check: (from: string) => Doubt | Promise<Doubt>): Promise<SenderVerdict> {
  if (!author.isOne) return { status: 'unproven', name: '', ...author.claimed, reason: author.reason }
  const { address, name } = author
  const doubt = await check(domainOf(address))
  return doubt ? { status: 'unproven', address, name, ...doubt } : { status: 'proven', address, name }
}

async function checkSignatures(
  source: Buffer,
  from: string,
  by: VerificationOptions,
  signal: AbortSignal,
): Promise<Doubt> {
  const { signal: deadline, release } = joinSignals(signal, AbortSignal.timeout(DNS_TIMEOUT_MS))
  const resolve = withoutBadNames(by.resolve ?? createResolver(deadline))
  try {
    return await Promise.race([signatureDoubt(source, from, { resolve, now: by.now }, deadline), whenAborted(deadline)])
  } catch {
    signal.throwIfAborted()
    return deadline.aborted ? { reason: texts.notNow, isTemporary: true } : { reason: texts.malformed }
  } finally {
    release()
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

type MailAuthor =
  | { isOne: true; address: string; name: string }
  | { isOne: false; claimed?: NamedAddress; reason: LocalizedText }

/** RFC 5322 allows these only once. If there are two, whoever checked the mail may have read the other one. */
const singleHeaders = [
  'sender',
  'reply-to',
  'to',
  'cc',
  'date',
  'subject',
  'message-id',
  'in-reply-to',
  'references',
  'content-type',
]

/** The author according to From, if every program reads the same address there. */
function findAuthor(headers: Header[]): MailAuthor {
  const from = headerValues(headers, 'from')
  const boxes = from.flatMap(mailboxesIn)
  const first = boxes.find(({ address }) => address !== '')
  const claimed = first && { address: canonicalAddress(first.address), name: first.name }
  const reason = doubt(headers, from, boxes)
  if (reason === undefined && claimed) return { isOne: true, ...claimed }
  return { isOne: false, ...(claimed && { claimed }), reason: reason ?? texts.noAddress }
}

function doubt(headers: Header[], from: string[], boxes: { isPlain: boolean }[]): LocalizedText | undefined {
  if (headers.some(({ name, value }) => name === '' || /[\0\r]/.test(value))) return texts.headersDamaged
  if (from.length !== 1) return from.length === 0 ? texts.noFrom : texts.twoFroms
  if (boxes.length !== 1) return boxes.length === 0 ? texts.noAddress : texts.twoAddresses
  if (!boxes[0]?.isPlain) return texts.ambiguousAddress
  const repeated = singleHeaders.find((name) => headerValues(headers, name).length > 1)
  return repeated === undefined ? undefined : texts.repeatedHeader(repeated)
}
