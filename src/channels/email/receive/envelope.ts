import { canonicalAddress, type NamedAddress } from '../authority/addresses.ts'
import { decodeWords } from '../authority/encoded-words.ts'
import { addressesIn, type Header, headerValues } from '../authority/headers.ts'

/** The headers of a mail we use. All of it is the sender's claim. */
export interface Envelope {
  headers: Header[]
  /** With angle brackets. */
  messageId?: string
  inReplyTo: string[]
  /** Oldest first. */
  references: string[]
  subject: string
  from: NamedAddress[]
  to: NamedAddress[]
  cc: NamedAddress[]
  /** The recipients according to the servers on the way. */
  deliveredTo: NamedAddress[]
}

const MAX_IDS = 200
const MAX_SUBJECT_CHARS = 500

export function readEnvelope(headers: Header[]): Envelope {
  const ids = (name: string) => headerValues(headers, name).flatMap(idsIn)
  const people = (...names: string[]) =>
    names
      .flatMap((name) => headerValues(headers, name))
      .flatMap((value) => addressesIn(value))
      .map(({ address, name }) => ({ address: canonicalAddress(address), name }))
  const [messageId] = ids('message-id')
  return {
    headers,
    ...(messageId === undefined ? {} : { messageId }),
    inReplyTo: ids('in-reply-to').slice(0, MAX_IDS),
    references: limitIds(ids('references')),
    subject: oneLine(decodeWords(headerValues(headers, 'subject')[0] ?? '')).slice(0, MAX_SUBJECT_CHARS),
    from: people('from'),
    to: people('to'),
    cc: people('cc'),
    deliveredTo: people('delivered-to', 'x-original-to'),
  }
}

function idsIn(value: string): string[] {
  return value.match(/<[^<>\s\p{Cc}]{1,500}>/gu) ?? []
}

/** Keeps the first id, where the thread began, and the last ones. */
function limitIds(ids: string[]): string[] {
  return ids.length > MAX_IDS ? [...ids.slice(0, 1), ...ids.slice(1 - MAX_IDS)] : ids
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}
