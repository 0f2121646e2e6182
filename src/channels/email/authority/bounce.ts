import { truncate } from '../../../lib/text/text.ts'
import { addressesIn } from './addresses.ts'
import { type Header, headerValues, readFields, readHeaders } from './headers.ts'
import { type ReportPart, reportParts } from './report-parts.ts'

/** A server's report about a mail of ours. Anybody can forge one, so it is shown to people but never acted on. */
export interface Bounce {
  /** The id of our mail, with angle brackets. */
  messageId?: string
  outboxMark?: string
  /** Empty if unknown. */
  recipient: string
  action: 'failed' | 'delayed' | 'delivered' | 'other'
  /** Such as `5.1.1`; empty if unknown. */
  status: string
  /** One line, in the server's words. */
  reason: string
}

const MAX_REASON_CHARS = 300

/** Undefined if it is not a report, or not about our mail. Never rejects. */
export async function readBounce(source: Buffer): Promise<Bounce | undefined> {
  const parts = reportParts(source)
  const report = parts.find(
    ({ type }) => type === 'message/delivery-status' || type === 'message/global-delivery-status',
  )
  const returned = returnedHeaders(parts)
  const mail = findOwnMail(source, returned)
  if (report === undefined) return mail && { ...mail, ...readPlainText(source) }
  const details = readReport(report)
  return details && { ...mail, ...details }
}

/** The headers of our mail that the report contains. */
function returnedHeaders(parts: ReportPart[]): Header[] {
  const types = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers']
  return parts.filter(({ type }) => types.includes(type)).flatMap(({ body }) => readHeaders(body))
}

const OWN_ID = /<c\.[0-9a-f]{24}\.([0-9a-f]{20})@[^<>\s]{1,253}>/
const MARK_LINE = /^[> \t]{0,40}x-skein-outbox:[ \t]{0,40}([0-9a-f]{20})\b/im
const MAX_SEARCHED_BYTES = 1024 * 1024

/** Finds out which of our mails it is about: from the returned headers, else from our ids anywhere in the text. */
function findOwnMail(source: Buffer, returned: Header[]): { messageId?: string; outboxMark?: string } | undefined {
  const { bodyAt } = readFields(source)
  const text = source.toString('latin1', bodyAt, bodyAt + MAX_SEARCHED_BYTES)
  const [id, inId] = OWN_ID.exec(headerValues(returned, 'message-id')[0] ?? '') ?? OWN_ID.exec(text) ?? []
  const [mark] = /^[0-9a-f]{20}$/.exec(headerValues(returned, 'x-skein-outbox')[0] ?? '') ?? []
  const outboxMark = mark ?? inId ?? MARK_LINE.exec(text)?.[1]
  const messageId = headerValues(returned, 'message-id')[0]?.match(/<[^<>\s]{1,900}>/)?.[0] ?? id
  if (messageId === undefined && outboxMark === undefined) return undefined
  return { ...(messageId !== undefined && { messageId }), ...(outboxMark !== undefined && { outboxMark }) }
}

/** The worst status of all recipients: our mails have one recipient, and sometimes ourselves. */
function readReport({ body }: ReportPart): Omit<Bounce, 'messageId' | 'outboxMark'> | undefined {
  const groups = body
    .toString('latin1', 0, MAX_SEARCHED_BYTES)
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .slice(0, 100)
    .map((group) => readHeaders(Buffer.from(group, 'latin1')))
    .filter((group) => group.some(({ name }) => name === 'action' || name === 'status'))
  const reports = groups.map((group) => {
    const field = (name: string) => headerValues(group, name)[0] ?? ''
    const status = /^\s*([245]\.\d{1,3}\.\d{1,3})/.exec(field('status'))?.[1] ?? ''
    const recipient = field('final-recipient') || field('original-recipient')
    return {
      // The report may be forged, so this can be anything.
      recipient: addressesIn(recipient.slice(recipient.indexOf(';') + 1))[0]?.address.slice(0, 320) ?? '',
      action: actionOf(field('action').trim().toLowerCase(), status),
      status,
      reason: oneLine(field('diagnostic-code').replace(/^\s*[\w-]+\s*;\s*/, '')) || status || 'no reason was given',
    }
  })
  return reports.toSorted((a, b) => badness.indexOf(a.action) - badness.indexOf(b.action))[0]
}

const badness: Bounce['action'][] = ['failed', 'delayed', 'other', 'delivered']

function actionOf(stated: string, status: string): Bounce['action'] {
  if (stated === 'failed' || stated === 'delayed' || stated === 'delivered') return stated
  return stated === '' && status.startsWith('5') ? 'failed' : 'other'
}

/** For servers that send a plain text instead of a report. */
function readPlainText(source: Buffer): Omit<Bounce, 'messageId' | 'outboxMark'> {
  const headers = readHeaders(source)
  const text = source.toString('latin1', 0, MAX_SEARCHED_BYTES)
  const stated = /\b[45]\d\d[ -](?:#?([45]\.\d{1,3}\.\d{1,3}) )?[^\r\n]{3,}/.exec(text)
  const status = stated?.[1] ?? /\b([45]\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1] ?? ''
  const isDelay = /\b(delayed|warning|will (?:be )?retr|not yet been delivered)/i.test(
    headerValues(headers, 'subject').join(' '),
  )
  return {
    recipient: addressesIn(headerValues(headers, 'x-failed-recipients')[0] ?? '')[0]?.address ?? '',
    action: isDelay ? 'delayed' : 'failed',
    status,
    reason: oneLine(stated?.[0] ?? '') || 'no reason was given',
  }
}

function oneLine(text: string): string {
  const line = text
    .slice(0, MAX_SEARCHED_BYTES)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return truncate(withCodeOnce(line), MAX_REASON_CHARS)
}

/** Each line of a multi-line reply starts with the code; keep only the first. */
function withCodeOnce(line: string): string {
  const [code, digits, status] = /\b([45]\d\d)[ -]([45]\.\d{1,3}\.\d{1,3}) /.exec(line) ?? []
  if (code === undefined || digits === undefined || status === undefined) return line
  const end = line.indexOf(code) + code.length
  const rest = [`${digits}-${status} `, `${digits} ${status} `].reduce(
    (text, again) => text.replaceAll(again, ''),
    line.slice(end),
  )
  return `${line.slice(0, end)}${rest}`
}
