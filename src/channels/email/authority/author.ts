import type { LocalizedText } from '../../../messages/localized.ts'
import { canonicalAddress, mailboxesIn, type NamedAddress } from './addresses.ts'
import { doubtMessages as texts } from './doubt-messages.ts'
import { type Header, headerValues } from './headers.ts'

export type MailAuthor =
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
export function findAuthor(headers: Header[]): MailAuthor {
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
