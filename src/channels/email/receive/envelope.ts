import { canonicalAddress, type NamedAddress } from '../authority/addresses.ts'
import { decodeWords } from '../authority/encoded-words.ts'
import { addressesIn, type Header, headerValues } from '../authority/headers.ts'

/** What stands on the outside of a mail. All of it is what somebody wrote there. */
export interface Envelope {
  headers: Header[]
  /** With its angle brackets. */
  messageId?: string
  inReplyTo: string[]
  /** The oldest first. */
  references: string[]
  subject: string
  from: NamedAddress[]
  to: NamedAddress[]
  cc: NamedAddress[]
  /** What the servers on the way wrote of whom they brought it to. */
  deliveredTo: NamedAddress[]
}

const MOST_IDS = 200
const LONGEST_SUBJECT = 500

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
    inReplyTo: ids('in-reply-to').slice(0, MOST_IDS),
    references: lastOf(ids('references')),
    subject: oneLine(decodeWords(headerValues(headers, 'subject')[0] ?? '')).slice(0, LONGEST_SUBJECT),
    from: people('from'),
    to: people('to'),
    cc: people('cc'),
    deliveredTo: people('delivered-to', 'x-original-to'),
  }
}

function idsIn(value: string): string[] {
  return value.match(/<[^<>\s\p{Cc}]{1,500}>/gu) ?? []
}

/** The first tells where it began, the last where it is. */
function lastOf(ids: string[]): string[] {
  return ids.length > MOST_IDS ? [...ids.slice(0, 1), ...ids.slice(1 - MOST_IDS)] : ids
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}
